import { stringify } from 'csv-stringify/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvCells, defuse } from './csv-cell.ts'

const special = fc.constantFrom(
  ...'=+-@\t\r\n",;\'＝＋－＠ a1\u00a0\u200b\ufeff'.split(''),
  '\r\n',
  '""',
  '";"',
  'ä',
)
const text = fc.oneof(
  fc.array(special).map(parts => parts.join('')),
  fc.string({ unit: 'grapheme' }),
)

test('cells are the same as those of a library, whatever they contain', () => {
  fc.assert(
    fc.property(fc.array(text, { minLength: 2 }), texts => {
      const expected = stringify([texts.map(defuse)], {
        record_delimiter: '\r\n',
        quote_record_delimiter: true,
        escape_formulas: true,
        // The library doesn't quote these, at which some readers end a line.
        quoted_match: /[\v\f\u0085\u2028\u2029]/,
      })
      expect(`${csvCells(texts)}\r\n`).toBe(expected)
    }),
    { numRuns: 2000 },
  )
})

test('a cell of several lines is quoted: it must not become several rows', () => {
  expect(csvCells(['one\ntwo', 'three'])).toBe('"one\ntwo",three')
})

test.each(['\v', '\f', '\u0085', '\u2028', '\u2029'])('%j is quoted, and a formula after it defused', end => {
  expect(csvCells([`one${end}=1`, 'three'])).toBe(`"one${end}'=1",three`)
})

test.each([
  ['=1+2', "'=1+2"],
  ['  =1+2', "  '=1+2"],
  ['\n=1+2', "\n'=1+2"],
  ["x;\"=1+cmd|' /C calc'!A0", "x;\"'=1+cmd|' /C calc'!A0"],
  ['a;- 1+2', "a;'- 1+2"],
  ['a;  "" \u00a0@SUM(A1)', 'a;  "" \u00a0\'@SUM(A1)'],
  ['a\t=1', "a\t'=1"],
  ['a, +1', "a, '+1"],
  ['a;＝1', "a;'＝1"],
  ['- fixed the login', "'- fixed the login"],
  ['\n  - fixed the login', "\n  '- fixed the login"],
  ['first\n-second', "first\n'-second"],
  ['first\r\n  +1', "first\r\n  '+1"],
  ['first\n-\n', "first\n'-\n"],
  ['first\n"- second', 'first\n"\'- second'],
  ['first\n= second', "first\n'= second"],
  ['first\n- \t=1', "first\n- \t'=1"],
  ['first\n- a;- b', "first\n- a;'- b"],
  ['first\t- second', "first\t'- second"],
])('%j is defused', (written, expected) => {
  expect(defuse(written)).toBe(expected)
})

test.each([
  'a re-used part of 2026-03-10, a + b = c; x@example.com',
  '7.30',
  '"=quoted" stays where it is no begin: say "=1"',
])('%j stays as it is', written => {
  expect(defuse(`About ${written}`)).toBe(`About ${written}`)
})

test.each([
  'Today:\n- fixed the login\n- wrote tests',
  'Today:\r\n  - fixed the login\r\n\t+ wrote tests\r\r-\tand more',
  'Today:\n\n\u00a0－ fixed the login\n＋ wrote tests',
])('the bullets of %j stay as they are', written => {
  expect(defuse(written)).toBe(written)
})

type Field = { text: string; isFirstOfLine: boolean }

/** A sloppy reader: it splits at one separator, may ignore quotes, and trims the fields. */
function fieldsOf(csv: string, separator: string, mindsQuotes: boolean): Field[] {
  const lines = [['']]
  let isQuoted = false
  for (const sign of csv) {
    if (sign === '"') isQuoted = mindsQuotes && !isQuoted
    const line = lines.at(-1) as string[]
    if (!isQuoted && (sign === '\r' || sign === '\n')) lines.push([''])
    else if (!isQuoted && sign === separator) line.push('')
    else line[line.length - 1] += sign
  }
  return lines.flatMap(line => {
    const firstFilled = line.findIndex(field => field.trim() !== '')
    return line.map((field, index) => ({
      text: field.replace(/^[\s"\u200b]+/, ''),
      isFirstOfLine: index === firstFilled,
    }))
  })
}

test.each([
  [',', true],
  [',', false],
  [';', true],
  [';', false],
  ['\t', true],
  ['\t', false],
])('no field begins a formula for a reader that splits at %j (quotes: %s)', (separator, mindsQuotes) => {
  fc.assert(
    fc.property(fc.array(text, { minLength: 2 }), texts => {
      const lines = `${csvCells(['2026-03-10', ...texts])}\r\n${csvCells(['2026-03-09', ...texts])}\r\n`
      for (const { text, isFirstOfLine } of fieldsOf(lines, separator, mindsQuotes)) {
        // A reader that ignores quotes takes the lines of a cell for lines of the file, and may find a bullet there. Where
        // it splits behind the bullet, a sign by itself is left, which is no formula.
        const isBullet = isFirstOfLine && !mindsQuotes && /^[-+－＋]([^\S\r\n]|$)/.test(text)
        if (!isBullet) expect(text).not.toMatch(/^[=+\-@＝＋－＠]/)
      }
    }),
    { numRuns: 1000 },
  )
})

test('a long run of blanks takes linear time', () => {
  const blanks = ' \n'.repeat(500_000)
  expect(defuse(`x${blanks}=1${blanks}-`)).toBe(`x${blanks}'=1${blanks}'-`)
  expect(defuse(`${blanks}=1${blanks}- `)).toBe(`${blanks}'=1${blanks}- `)
  const bullets = '\n- '.repeat(100_000)
  expect(defuse(`${blanks}x${bullets}`)).toBe(`${blanks}x${bullets}`)
})
