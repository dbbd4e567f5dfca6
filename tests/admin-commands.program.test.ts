import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { runToEnd } from './support/programs.ts'

test('erase refuses a live account, then says what it changed', async () => {
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
