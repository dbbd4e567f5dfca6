import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { runToEnd } from '../../tests/support/programs.ts'
import { connect } from '../src/db/connect.ts'
import { holdInstanceLock, OtherInstanceError } from '../src/db/instance-lock.ts'
import { migrate, migrations } from '../src/db/migrate.ts'
import { listTables } from '../src/db/tables.ts'
import { scratchFolder } from './backup-drill.ts'
import { onServer } from './postgres-server.ts'
import { createTestDatabase } from './test-database.ts'

// Each test starts several processes.
vi.setConfig({ testTimeout: 240_000 })

async function newDatabase() {
  const database = await createTestDatabase('postgres')
  onTestFinished(() => database.remove())
  return database.address?.databaseUrl ?? ''
}

/** Server and commands print one sentence and no stack trace. */
async function expectSentence(databaseUrl: string, sentence: RegExp) {
  const env = { DATABASE_URL: databaseUrl, DATA_DIR: join(scratchFolder(), 'data') }
  const create = ['admin.mjs', 'create', 'ada@example.com', 'Ada']
  for (const [program, ...args] of [['main.mjs'], create, ['admin.mjs', 'backup']]) {
    const { code, output } = await runToEnd(program ?? '', args, env)
    expect([program, ...args, code], output).toEqual([program, ...args, 1])
    if (args[0] !== 'backup') expect(output).toMatch(sentence)
    expect(output).not.toMatch(/^\s+at /m)
  }
}

test('an account that may not create tables in the schema public', async () => {
  const url = await newDatabase()
  const role = `guest_${crypto.randomUUID().replaceAll('-', '')}`
  await onServer(url, `create role ${role} login`)
  onTestFinished(() => onServer(inject('postgresUrl'), `drop role ${role}`))
  // This is the default since PostgreSQL 15; older versions need it explicitly.
  await onServer(url, 'revoke create on schema public from public')
  const guest = Object.assign(new URL(url), { username: role }).href
  await expectSentence(
    guest,
    /DATABASE_URL: .*permission denied for schema public.*GRANT USAGE, CREATE ON SCHEMA/,
  )
})

test('sslmode=verify-full against a server without TLS', async () => {
  await expectSentence(
    `${await newDatabase()}?sslmode=verify-full`,
    /DATABASE_URL: sslmode .* this server offers none/,
  )
})

test.each([
  ['a table like ours', 'create table users (id serial, login text)', 'users'],
  ['a list of migrations', 'create table schema_migrations (version text)', 'schema_migrations'],
  [
    'other tables',
    'create table a (x int); create table b (x int); create table c (x int); create table d (x int)',
    'a, b, c, …',
  ],
])('a database of another program with %s', async (_what, statements, named) => {
  const url = await newDatabase()
  for (const statement of statements.split('; ')) await onServer(url, statement)
  await expectSentence(
    url,
    new RegExp(
      `DATABASE_URL: this database has tables of another program \\(${named}\\). Nothing was changed`,
    ),
  )
  const db = connect({ dataDir: '', databaseUrl: url })
  onTestFinished(() => db.destroy())
  expect(await listTables(db)).toHaveLength(statements.split('; ').length)
  const archive = join(scratchFolder(), 'team.tar.gz')
  const DATA_DIR = join(scratchFolder(), 'data')
  await runToEnd('admin.mjs', ['create', 'ada@example.com', 'Ada'], { DATA_DIR })
  await runToEnd('admin.mjs', ['backup', archive], { DATA_DIR })
  const { code, output } = await runToEnd('admin.mjs', ['restore', archive], { DATABASE_URL: url, DATA_DIR })
  expect(code, output).toBe(1)
  expect(output).toContain(`DATABASE_URL: this database has tables of another program (${named})`)
  expect(output).not.toMatch(/^\s+at /m)
})

test.each(['prefer', 'require', 'verify-ca'])('sslmode=%s prints no warnings of the client', async mode => {
  const { code, output } = await runToEnd('main.mjs', [], {
    DATABASE_URL: `${await newDatabase()}?sslmode=${mode}`,
    DATA_DIR: join(scratchFolder(), 'data'),
  })
  expect(code, output).toBe(1)
  expect(output).toMatch(/DATABASE_URL: sslmode .* this server offers none/)
  expect(output).not.toMatch(/WARNING|treated as aliases/)
})

test('a command that needs data leaves an empty database unchanged', async () => {
  const folder = scratchFolder()
  const DATABASE_URL = await newDatabase()
  for (const [DATA_DIR, sentence] of [
    [folder, 'DATABASE_URL: this database has no data of the app yet. Nothing was changed.\n'],
    [join(folder, 'dtaa'), `DATA_DIR: there is no folder "${join(folder, 'dtaa')}". Nothing was changed.\n`],
  ]) {
    const { code, output } = await runToEnd('admin.mjs', ['recount'], { DATABASE_URL, DATA_DIR })
    expect([code, output]).toEqual([1, sentence])
  }
  expect(readdirSync(folder)).toEqual([])
  const db = connect({ dataDir: '', databaseUrl: DATABASE_URL })
  onTestFinished(() => db.destroy())
  expect(await listTables(db)).toEqual([])
})

test('migrations wait until every older instance has ended, also a killed one', async () => {
  const databaseUrl = await newDatabase()
  const db = connect({ dataDir: '', databaseUrl }, { withoutQueryTimeout: true })
  onTestFinished(() => db.destroy())
  await migrate(db, migrations.slice(0, -1))
  const older = await holdInstanceLock({ databaseUrl })
  const refusal = await migrate(db).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(OtherInstanceError)
  expect(String(refusal)).toMatch(/Nothing was changed\. Stop every running instance/)
  const applied = async () => (await db.selectFrom('schema_migrations').select('name').execute()).length
  expect(await applied()).toBe(migrations.length - 1)
  // PostgreSQL notices the end of a connection in every case.
  await onServer(
    databaseUrl,
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'daily-report-app running' and datname = current_database()`,
  )
  await expect.poll(() => migrate(db).catch(() => [])).toHaveLength(1)
  await older.release()
  // No migration is pending now, so instances of this version start and stop freely.
  const running = await holdInstanceLock({ databaseUrl })
  expect(await migrate(db)).toEqual([])
  await running.release()
})
