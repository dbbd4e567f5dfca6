import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { shownByLibreOffice } from './libre-office.ts'
import { startTestApp } from './start-test-app.ts'
import { writeReports } from './written-reports.ts'

const testApp = await startTestApp()
const { app, cast, make, newToken } = testApp
const { written, website } = await writeReports(testApp)
const texts = ['=1+1', '007', "O'Neil & <sons>", '_x0041_', 'ä 報告 📊']
for (const [index, description] of texts.entries())
  await make.report(await make.user('designer', { name: `${description} ${index}` }), {
    date: '2026-03-10',
    project_id: website,
    tasks: description,
    task_details: [{ description, hours: '24', project_id: website }],
  })

async function download(path: string) {
  const headers = { 'x-auth-token': await newToken(cast.max) }
  const reply = await app.inject({ url: `/api${path}`, headers })
  expect(reply.statusCode, reply.body).toBe(200)
  return reply
}
const linesOf = (csv: string) => parse(csv, { relax_quotes: true, relax_column_count: true }) as string[][]

/** 1500 → "25:00" */
const clock = (minutes: number) => `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`

test('LibreOffice shows the reports of the CSV', async () => {
  const [csv, xlsx] = [await download('/reports/export/csv'), await download('/reports/export/xlsx')]
  const expected = parse(csv.body, { bom: true, record_delimiter: '\r\n' }) as string[][]
  const shown = linesOf(shownByLibreOffice(xlsx.rawPayload))
  expect(shown).toEqual(
    expected.map((line, index) =>
      line.map((cell, column) => {
        if (index === 0) return cell
        if (column === 6) return cell.replace('.', ':')
        if (column === 11) return `${cell.slice(0, 10)} ${cell.slice(11, 16)} UTC`
        // The apostrophe is of the CSV: a cell of XLSX is text whatever it begins with.
        return cell.replace(/^'=/, '=')
      }),
    ),
  )
  expect(shown).toHaveLength(1 + written.flatMap(({ rows }) => rows).length + texts.length)
})

test('LibreOffice adds up the hours of the timesheet as the server does', async () => {
  const period = 'from=2026-03-01&to=2026-03-31'
  const { data, totals } = (await download(`/timesheet?${period}`)).json()
  const shown = linesOf(
    shownByLibreOffice((await download(`/timesheet/export?format=xlsx&${period}`)).rawPayload),
  )
  expect(shown[0]?.slice(0, 4)).toEqual(['Person', 'Role', '1 Mar', '2 Mar'])
  for (const [index, row] of data.entries()) {
    const cells = shown[index + 1] ?? []
    expect(cells[0]).toBe(row.user.name)
    for (const [day, minutes] of row.minutes.entries())
      if (minutes > 0) expect(cells[2 + day]).toBe(clock(minutes))
    expect(cells.slice(-2)).toEqual([clock(row.total), (row.total / 60).toFixed(2)])
  }
  const last = shown.at(-1) ?? []
  expect(last.slice(2)).toEqual([
    ...totals.minutes.map(clock),
    clock(totals.total),
    (totals.total / 60).toFixed(2),
  ])
})
