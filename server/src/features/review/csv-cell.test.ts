import { stringify } from 'csv-stringify/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvCells, defuseInside } from './csv-cell.ts'

const special = fc.constantFrom(...'=+-@\t\r\n",;\'＝＋－＠ a'.split(''), '\r\n', '""', 'ä')
const text = fc.oneof(
  fc.array(special).map(parts => parts.join('')),
  fc.string({ unit: 'grapheme' }),
)

test('cells read as the library writes them, whatever is in them', () => {
  fc.assert(
    fc.property(fc.array(text, { minLength: 2 }), texts => {
      const expected = stringify([texts.map(defuseInside)], {
        record_delimiter: '\r\n',
        quote_record_delimiter: true,
        escape_formulas: true,
      })
      expect(`${csvCells(texts)}\r\n`).toBe(expected)
    }),
    { numRuns: 2000 },
  )
})

test('a cell of several lines is quoted: it must not become several rows', () => {
  expect(csvCells(['one\ntwo', 'three'])).toBe('"one\ntwo",three')
})
