import { parse } from 'csv-parse/sync'
import ExcelJS from 'exceljs'
import readExcelFile from 'read-excel-file/node'
import { describe, expect, test } from 'vitest'
import { startTestApp } from './start-test-app.ts'
import { writeReports } from './written-reports.ts'

// Programs with which people read the exports in scripts of their own.

const testApp = await startTestApp()
const { app, cast, make, newToken } = testApp
const { website } = await writeReports(testApp)
await make.report(await make.user('designer', { name: "=O'Neil & <sons>" }), {
  date: '2026-03-10',
  project_id: website,
  blockers: 'ä 報告 📊',
  task_details: [{ description: '007', hours: '24', project_id: website }],
})

async function download(path: string) {
  const reply = await app.inject({
    url: `/api${path}`,
    headers: { 'x-auth-token': await newToken(cast.max) },
  })
  expect(reply.statusCode, reply.body).toBe(200)
  return reply
}

/** Days and times as spreadsheets count them. Both readers make dates of numbers that have the format of a time. */
const serial = (value: unknown) =>
  value instanceof Date ? value.getTime() / 86_400_000 + 25_569 : (value ?? '')

async function readWithExcelJs(file: Buffer): Promise<unknown[][]> {
  const workbook = new ExcelJS.Workbook()
  await workbook.xlsx.load(file as never)
  const [sheet] = workbook.worksheets
  return Array.from({ length: sheet?.rowCount ?? 0 }, (_, row) =>
    Array.from({ length: sheet?.columnCount ?? 0 }, (_, column) => {
      const { value } = sheet?.getCell(row + 1, column + 1) ?? {}
      return value !== null && typeof value === 'object' && 'result' in value ? value.result : value
    }),
  )
}

async function readWithReadExcelFile(file: Buffer): Promise<unknown[][]> {
  const [sheet] = await readExcelFile(file)
  return sheet?.data ?? []
}

describe.each([
  ['exceljs', readWithExcelJs],
  ['read-excel-file', readWithReadExcelFile],
])('%s reads', (_name, read) => {
  const sheetOf = async (path: string) =>
    (await read((await download(path)).rawPayload)).map(row => row.map(serial))

  test('the reports of the CSV', async () => {
    const { body } = await download('/reports/export/csv')
    const [heading = [], ...lines] = parse(body, { bom: true, record_delimiter: '\r\n' }) as string[][]
    const [shown, ...rows] = await sheetOf('/reports/export/xlsx')
    expect(shown).toEqual(heading)
    expect(rows).toHaveLength(lines.length)
    for (const [index, line] of lines.entries()) {
      const [hours = '', minutes = ''] = line[6]?.split('.') ?? []
      const total = Number(hours) * 60 + Number(minutes)
      const expected = line.map((cell, column) => {
        if (column === 0) return serial(new Date(cell))
        if (column === 6) return expect.closeTo(total / 1440, 6)
        if (column === 7) return expect.closeTo(total / 60, 6)
        if (column === 11) return expect.closeTo(Number(serial(new Date(cell))), 6)
        // The apostrophe is of the CSV: a cell of XLSX is text whatever it begins with.
        return cell.replace(/^'=/, '=')
      })
      expect(rows[index]).toEqual(expected)
    }
  })

  test('the timesheet with its totals', async () => {
    const period = 'from=2026-03-01&to=2026-03-31'
    const { data, totals } = (await download(`/timesheet?${period}`)).json()
    const [, ...rows] = await sheetOf(`/timesheet/export?format=xlsx&${period}`)
    const last = rows.pop()
    expect(rows.map(([name]) => name)).toEqual(data.map(({ user }: { user: { name: string } }) => user.name))
    for (const [index, row] of data.entries())
      expect(rows[index]?.slice(-2)).toEqual([
        expect.closeTo(row.total / 1440, 6),
        expect.closeTo(row.total / 60, 6),
      ])
    expect(last?.slice(2)).toEqual([
      ...totals.minutes.map((minutes: number) => expect.closeTo(minutes / 1440, 6)),
      expect.closeTo(totals.total / 1440, 6),
      expect.closeTo(totals.total / 60, 6),
    ])
  })
})
