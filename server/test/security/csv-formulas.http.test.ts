import { parse } from 'csv-parse/sync'
import { describe, expect, test } from 'vitest'
import { reportBody } from '../make.ts'
import { startTestApp } from '../start-test-app.ts'
import { figure } from './form.ts'

const { as, cast, db, make } = await startTestApp()
const project = await make.project()

/** Characters that begin a formula in a spreadsheet, or that it skips before a formula. */
const triggers = { '=': '=', '+': '+', '-': '-', '@': '@', tab: '\t', 'carriage return': '\r' }
const wide = { 'full-width =': '＝', 'full-width +': '＋', 'full-width -': '－', 'full-width @': '＠' }
const all = Object.entries({ ...triggers, ...wide })
const attack = 'cmd|\'/C calc\'!A0,"x";\r\nsecond line'

/** Every column of the export that contains text, and the database column it comes from. */
const columns = {
  Developer: { table: 'users', column: 'name' },
  Email: { table: 'users', column: 'email' },
  Project: { table: 'projects', column: 'name' },
  Task: { table: 'report_rows', column: 'description' },
  'Report Summary': { table: 'reports', column: 'tasks' },
  Blockers: { table: 'reports', column: 'blockers' },
  "Tomorrow's Plan": { table: 'reports', column: 'tomorrow_plan' },
  'Submitted At': { table: 'reports', column: 'created_at' },
} as const
/** Columns that can't contain a formula: they are computed, or the contract and the database refuse it. */
const closed = ['Date', 'Role', 'Hours', 'Decimal Hours', 'Edited']

const report = await make.report(cast.dina, { project_id: project.id })
const ids = {
  reports: report.id,
  users: cast.dina.id,
  projects: project.id,
  report_rows: report.task_details?.[0]?.id,
}

/** Writes into the database directly, because older versions, imports and other programs may have written it too. */
async function write(table: keyof typeof ids, column: string, value: string) {
  await db
    .updateTable(table as 'users')
    .set({ [column]: value })
    .where('id', '=', Number(ids[table]))
    .execute()
}
async function read(table: keyof typeof ids, column: string): Promise<string> {
  const row = await db
    .selectFrom(table as 'users')
    .selectAll()
    .where('id', '=', Number(ids[table]))
    .executeTakeFirst()
  return String((row as Record<string, unknown> | undefined)?.[column])
}

async function exported(): Promise<{ text: string; lines: Record<string, string>[] }> {
  const { status, text } = await as(cast.ada).get('/api/reports/export/csv')
  expect(status).toBe(200)
  return { text, lines: parse(text, { bom: true, columns: true, record_delimiter: '\r\n' }) }
}

test('every column of the export is tested', async () => {
  const { lines } = await exported()
  expect(Object.keys(lines[0] ?? {}).sort()).toEqual([...Object.keys(columns), ...closed].sort())
})

describe.each(Object.entries(columns))('%s', (name, { table, column }) => {
  test.each(all)('beginning with %s is escaped, and nothing else is changed', async (_trigger, trigger) => {
    const before = await read(table, column)
    const written = `${trigger}${attack}`
    try {
      await write(table, column, written)
      const { lines } = await exported()
      expect(lines).toHaveLength(1)
      expect(lines[0]?.[name]).toBe(`'${written}`)
      for (const cell of Object.values(lines[0] ?? {})) expect(cell).not.toMatch(/^[=+\-@\t\r＝＋－＠]/)
    } finally {
      await write(table, column, before)
    }
  })

  test('harmless text is exported unchanged', async () => {
    const before = await read(table, column)
    const written = 'a=1, b+c - "d" @ e\r\n* an item\n1. another, 1-2; x'
    try {
      await write(table, column, written)
      expect((await exported()).lines[0]?.[name]).toBe(written)
    } finally {
      await write(table, column, before)
    }
  })
})

test('a date and a role can hold no other value', async () => {
  for (const [, trigger] of all) {
    await expect(write('users', 'role', `${trigger}${attack}`)).rejects.toThrow()
    const body = reportBody({ project_id: project.id, date: `${trigger}2026-03-09` })
    expect((await as(cast.mark).post('/api/reports', body)).status).toBe(400)
  }
})

test('a formula after a semicolon, tab or line break is escaped too', async () => {
  // Regression: with a semicolon as list separator, spreadsheets split the line there and ignore quotes.
  for (const [, trigger] of all.filter(([, character]) => !/\s/.test(character))) {
    for (const separator of [';', '\t', '\r\n', '\n', '\r', ';"', '; ', '\t" ']) {
      await write('reports', 'tasks', `harmless${separator}${trigger}${attack}`)
      const { lines, text } = await exported()
      expect(lines[0]?.['Report Summary']).toBe(`harmless${separator}'${trigger}${attack}`)
      expect(
        text
          .slice(1)
          .split(/[;\t\r\n]/)
          .filter(part => /^[\s"]*[=+\-@＝＋－＠]/.test(part)),
      ).toEqual([])
    }
  }
  figure('CSV: columns × triggers defused', `${Object.keys(columns).length} × ${all.length}`)
})

test('bullets inside a cell are exported unchanged', async () => {
  const written = 'Today:\n- fixed the login\r\n  - wrote tests\n\t+ and more, - not this; + nor this\n-1'
  await write('reports', 'tasks', written)
  const { lines } = await exported()
  expect(lines[0]?.['Report Summary']).toBe(
    "Today:\n- fixed the login\r\n  - wrote tests\n\t+ and more, '- not this; '+ nor this\n'-1",
  )
})

test('formulas sent through the API are escaped in their columns', async () => {
  for (const [, trigger] of Object.entries(triggers)) {
    const { id } = await make.project({ name: `${trigger}project ${JSON.stringify(trigger)}` })
    const reply = await as(cast.omar).put(`/api/reports/${await reportOf(id)}`, {
      date: '2026-03-10',
      tasks: `${trigger}summary`,
      blockers: `${trigger}blockers`,
      tomorrow_plan: `${trigger}plan`,
      task_details: [{ description: `${trigger}row`, hours: '1', project_id: id }],
    })
    expect(reply.status, reply.text).toBe(200)
    const { lines } = await exported()
    for (const cell of lines.flatMap(line => Object.values(line))) expect(cell).not.toMatch(/^[=+\-@\t\r]/)
  }
})

let omarsReport: number | undefined
async function reportOf(project_id: number): Promise<number> {
  omarsReport ??= (await make.report(cast.omar, { project_id })).id
  return omarsReport
}
