import { mkdtempSync, rmSync } from 'node:fs'
import { hostname, tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { runToEnd } from './support/programs.ts'

test("erase refuses an account that isn't deleted, and prints what it changed in a deleted one", async () => {
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
  expect(right.output).toContain('Counters rebuilt. The time logged on tasks was right.')

  const database = new DatabaseSync(join(dataDir, 'daily-report.db'))
  database.exec(`insert into projects (name, name_key, created_at) values ('Site', 'site', '2026-03-01T09:00:00.000Z');
    insert into tasks (title, project_id, assigned_to, assigned_by, expected_tenths, status, created_at, logged_minutes)
      values ('Draw', 1, 1, 1, 10, 'pending', '2026-03-01T09:00:00.000Z', 7)`)
  const wrong = await run('recount')
  expect(wrong.output).toContain('The time logged on 1 task was wrong.')
  expect(database.prepare('select logged_minutes from tasks').all()).toEqual([{ logged_minutes: 0 }])
  database.close()
})

test('the record says which commands ran, by whom and where, without e-mails', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'daily-report-record-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const runWith = async (expected: number, ...args: string[]) => {
    const { code, output } = await runToEnd('admin.mjs', args, { DATA_DIR: dataDir })
    expect(code, output).toBe(expected)
  }
  const run = (...args: string[]) => runWith(0, ...args)
  await run('create', 'ada@example.com', 'Ada Adams')
  await run('password-login', 'on')
  await runWith(1, 'password-login', 'of')
  await runWith(1, 'reset-password', 'nora@example.com')
  const archive = join(dataDir, 'team.tar.gz')
  await run('backup', archive)
  await run('restore', archive)
  const database = new DatabaseSync(join(dataDir, 'daily-report.db'))
  onTestFinished(() => database.close())
  const rows = database.prepare(
    'select kind, actor_id, via, address, details from record_entries order by id',
  )
  const by = { os_user: userInfo().username, host: hostname() }
  const command = { actor_id: null, via: 'command', address: null }
  const entries = rows.all().map(row => ({ ...row, details: JSON.parse(String(row.details)) }))
  expect(entries).toEqual([
    { ...command, kind: 'user.created', details: {} },
    { ...command, kind: 'command.run', details: { command: 'create', ...by } },
    { ...command, kind: 'command.run', details: { command: 'password-login on', ...by } },
    { ...command, kind: 'command.run', details: { command: 'password-login', failed: true, ...by } },
    { ...command, kind: 'command.run', details: { command: 'reset-password', failed: true, ...by } },
    {
      ...{ ...command, kind: 'backup.restored' },
      details: { rows: expect.any(Number), files: 0, made_at: expect.any(String), ...by },
    },
  ])
})

test('reindex builds the search index again', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'daily-report-reindex-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const run = (...args: string[]) => runToEnd('admin.mjs', args, { DATA_DIR: dataDir })
  await run('create', 'ada@example.com', 'Ada Adams')
  const database = new DatabaseSync(join(dataDir, 'daily-report.db'))
  onTestFinished(() => database.close())
  database.exec("insert into search_names (search_names) values ('delete-all')")
  const found = () =>
    database.prepare(`select rowid from search_names where search_names match '"adams"'`).all()
  expect(found()).toEqual([])
  const { code, output } = await run('reindex')
  expect(code, output).toBe(0)
  expect(output).toContain('Search index rebuilt.')
  expect(found()).toHaveLength(1)
})

test('password-login opens passwords for everyone while OIDC_ONLY is on, and closes them again', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'daily-report-password-login-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const provider = {
    ...{ OIDC_ISSUER: 'https://login.example.com', OIDC_CLIENT_ID: 'app', OIDC_CLIENT_SECRET: 'secret' },
    OIDC_ONLY: 'on',
  }
  const run = (...args: string[]) => runToEnd('admin.mjs', args, { DATA_DIR: dataDir, ...provider })
  await run('create', 'ada@example.com', 'Ada Adams')
  const database = new DatabaseSync(join(dataDir, 'daily-report.db'))
  onTestFinished(() => database.close())
  const stored = () =>
    database.prepare("select value from shared_values where name = 'password_login'").all().length
  const wrong = await run('password-login', 'maybe')
  expect([wrong.code, wrong.output]).toEqual([1, expect.stringContaining('Say on or off')])
  const on = await run('password-login', 'on')
  expect(on.output).toContain('Passwords work for everyone again, whatever OIDC_ONLY says.')
  expect([on.code, stored()]).toEqual([0, 1])
  const off = await run('password-login', 'off')
  expect(off.output).toContain('only administrators can sign in with a password')
  expect([off.code, stored()]).toEqual([0, 0])
})

test('reset-second-step removes what a user has set up, and says so', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'daily-report-second-step-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const run = (...args: string[]) => runToEnd('admin.mjs', args, { DATA_DIR: dataDir })
  await run('create', 'ada@example.com', 'Ada Adams')
  const unknown = await run('reset-second-step', 'omar@example.com')
  expect([unknown.code, unknown.output]).toEqual([
    1,
    expect.stringContaining('There is no account with the email omar@example.com.'),
  ])
  const none = await run('reset-second-step', 'ada@example.com')
  expect(none.output).toContain('Ada Adams <ada@example.com> has no second step.')
  const database = new DatabaseSync(join(dataDir, 'daily-report.db'))
  onTestFinished(() => database.close())
  const at = '2026-03-01T09:00:00.000Z'
  database.exec(`update users set second_step_at = '${at}';
    insert into authenticator_apps (user_id, secret, created_at) values (1, 'encrypted', '${at}');
    insert into recovery_codes (hash, user_id) values ('hash', 1)`)
  const removed = await run('reset-second-step', 'Ada@Example.com')
  expect(removed.output).toContain("Second step removed for Ada Adams <ada@example.com>. They're signed out")
  const left = 'select (select count(*) from authenticator_apps) + (select count(*) from recovery_codes) as n'
  expect(database.prepare(left).get()).toEqual({ n: 0 })
  expect(database.prepare('select second_step_at from users').get()).toEqual({ second_step_at: null })
})
