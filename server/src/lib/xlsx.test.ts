import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { readSheet, unzip } from '../../test/read-xlsx.ts'
import {
  columnName,
  dayCell,
  durationCell,
  durationSumCell,
  instantCell,
  rowOf,
  sheetName,
  textCell,
  xlsx,
} from './xlsx.ts'
import { zip } from './zip.ts'

async function* from(rows: string[]) {
  yield* rows
}
const fileOf = (rows: string[], more: object = {}) =>
  buffer(xlsx({ name: 'Test', widths: [10], rows: from(rows), ...more }))
const cellsOf = async (...cells: string[]) => readSheet(await fileOf([rowOf(1, cells)])).rows[0]
const textOf = async (text: string) => (await cellsOf(textCell(text)))?.[0]?.value

test.each([
  ['=1+2', '=1+2'],
  ["=cmd|' /C calc'!A0", "=cmd|' /C calc'!A0"],
  ['+49 30 1234', '+49 30 1234'],
  ['007', '007'],
  [' spaces ', ' spaces '],
  ['one\r\ntwo\rthree\tfour', 'one\ntwo\nthree\tfour'],
  ['<b>&amp;</b> "quoted"', '<b>&amp;</b> "quoted"'],
  [']]>', ']]>'],
  ['bell \u0007, escape \u001b, next line \u0085, delete \u007f', 'bell , escape , next line , delete '],
  ['half \ud83d of a pair, \ufffe and \uffff', 'half  of a pair,  and '],
  ['ä 報告 📊 ＝1', 'ä 報告 📊 ＝1'],
  ['_x0041_ and __x000D_', '_x0041_ and __x000D_'],
])('text %j is text', async (written, read) => {
  expect(await textOf(written)).toBe(read)
})

test('an empty text is an empty cell', async () => {
  expect(await textOf('')).toBeNull()
})

test('_x0041_ is escaped, because Excel would read it as a letter', () => {
  expect(textCell('a_x0041_')).toContain('a_x005F_x0041_')
})

test('a cell has at most 32,767 characters, with a mark where it is cut', async () => {
  const whole = 'x'.repeat(32_767)
  expect(await textOf(whole)).toBe(whole)
  expect(await textOf(`${whole}y`)).toBe(`${whole.slice(1)}…`)
  // The cut is in the middle of the emoji, which can't be half there.
  expect(await textOf(`${'x'.repeat(32_765)}📊y`)).toBe(`${'x'.repeat(32_765)}…`)
})

test('days, times and durations are numbers with a format', async () => {
  const cells = await cellsOf(
    dayCell('2026-03-10'),
    instantCell('2026-03-10T18:00:00.000Z'),
    durationCell(90),
    durationSumCell('A1:B1', 1500),
  )
  expect(cells).toEqual([
    { value: 46_091, formula: undefined, format: 'yyyy\\-mm\\-dd' },
    { value: 46_091.75, formula: undefined, format: 'yyyy\\-mm\\-dd\\ hh:mm\\ "UTC"' },
    { value: 90 / 1440, formula: undefined, format: '[h]:mm' },
    { value: 1500 / 1440, formula: 'SUM(A1:B1)', format: '[h]:mm' },
  ])
})

test('columns are named as in a spreadsheet', () => {
  expect([0, 25, 26, 51, 52, 701, 702].map(columnName)).toEqual(['A', 'Z', 'AA', 'AZ', 'BA', 'ZZ', 'AAA'])
})

test.each([
  ['Timesheet 2026-03-01', 'Timesheet 2026-03-01'],
  ['a/b\\c:d*e?f[g]', 'a b c d e f g'],
  ["'quoted'", 'quoted'],
  ['x'.repeat(40), 'x'.repeat(31)],
  ['[]:', 'Sheet'],
])('the sheet %j is named %j', async (name, expected) => {
  expect(sheetName(name)).toBe(expected)
  expect(readSheet(await fileOf([], { name })).name).toBe(expected)
})

test('rows and cells name their place, empty cells are left out, and there is a default cell style', async () => {
  const row = rowOf(12, [textCell('A'), textCell(''), durationCell(90)])
  const files = unzip(await fileOf([row]))
  const [text] = /<sheetData>.*<\/sheetData>/.exec(files.get('xl/worksheets/sheet1.xml') ?? '') ?? []
  expect(text?.match(/ r="\w+"/g)).toEqual([' r="12"', ' r="A12"', ' r="C12"'])
  expect(files.get('xl/styles.xml')).toContain('<cellStyle name="Normal" xfId="0" builtinId="0"/>')
})

test('the heading and columns stay in sight, and pages repeat them', async () => {
  const files = unzip(await fileOf([], { name: "A's & B", frozenColumns: 2, printTitle: 'A & B' }))
  expect(files.get('xl/worksheets/sheet1.xml')).toContain('<pane xSplit="2" ySplit="1" topLeftCell="C2"')
  expect(files.get('xl/workbook.xml')).toContain("'A''s &amp; B'!$A:$B,'A''s &amp; B'!$1:$1<")
  expect(files.get('xl/worksheets/sheet1.xml')).toContain('<oddHeader>&amp;LA &amp;&amp; B</oddHeader>')
})

test('a failure of the content ends the archive with that failure', async () => {
  async function* broken() {
    yield 'begun'
    throw new Error('The right has ended.')
  }
  await expect(buffer(zip([{ name: 'a', content: broken() }]))).rejects.toThrow('has ended')
})

test('a reader that stops early ends the source', async () => {
  let isClosed = false
  async function* endless() {
    try {
      for (;;) yield Math.random().toString(36).repeat(1000)
    } finally {
      isClosed = true
    }
  }
  for await (const piece of zip([{ name: 'a', content: endless() }])) if (piece.length > 1000) break
  await expect.poll(() => isClosed).toBe(true)
})
