import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { runToEnd } from './support/programs.ts'

test('erase refuses a live account, and prints what it changed in a deleted one', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'daily-report-erase-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const run = (...args: string[]) => runToEnd('admin.mjs', args, { DATA_DIR: dataDir })
  await run('create', 'ada@example.com', 'Ada Adams')
  const live = await run('erase', 'ada@example.com')
  expect([live.code, live.output]).toEqual([1, expect.stringContaining('Ada Adams still has an account.')])

  const database = new DatabaseSync(join(dataDir, 'daily-report.db'))
  database.exec(`update users set deleted_at = '2026-03-02T12:00:00.000Z';
    insert into reports (user_id, date, tasks, minutes, created_at)
      values (1, '2026-03-01', 'Work', 60, '2026-03-01T17:00:00.000Z')`)
  const erased = await run('erase', 'ada@example.com')
  expect(erased.code, erased.output).toBe(0)
  expect(erased.output).toContain(
    'The name and email of Ada Adams were erased. 1 report now shows "Former member 1". The password was removed.',
  )
  expect(database.prepare('select name, email, password_hash from users').all()).toEqual([
    { name: 'Former member 1', email: 'former-member-1', password_hash: null },
  ])
  database.close()
  const again = await run('erase', 'ada@example.com')
  expect([again.code, again.output]).toEqual([1, expect.stringContaining('User not found')])
})

test('recount prints the number of tasks whose logged time was wrong', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'daily-report-recount-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const run = (...args: string[]) => runToEnd('admin.mjs', args, { DATA_DIR: dataDir })
  await run('create', 'ada@example.com', 'Ada Adams')
  const right = await run('recount')
  expect(right.output).toContain('All counters have been rebuilt. The time logged on tasks was right.')

  const database = new DatabaseSync(join(dataDir, 'daily-report.db'))
  database.exec(`insert into projects (name, name_key, created_at) values ('Site', 'site', '2026-03-01T09:00:00.000Z');
    insert into tasks (title, project_id, assigned_to, assigned_by, expected_tenths, status, created_at, logged_minutes)
      values ('Draw', 1, 1, 1, 10, 'pending', '2026-03-01T09:00:00.000Z', 7)`)
  const wrong = await run('recount')
  expect(wrong.output).toContain('The time logged on 1 task was wrong.')
  expect(database.prepare('select logged_minutes from tasks').all()).toEqual([{ logged_minutes: 0 }])
  database.close()
})
