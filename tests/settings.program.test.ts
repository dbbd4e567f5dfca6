import { spawn } from 'node:child_process'
import {
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { scratchFolder } from '../server/test/backup-drill.ts'
import { freePort } from '../server/test/free-port.ts'
import { runToEnd } from './support/programs.ts'

// Each test starts several processes.
vi.setConfig({ testTimeout: 240_000 })

/** Runs a program in a folder with this `.env`, until it ends; a server that starts is ended by its timeout. */
const withEnvFile = (content: string, env: NodeJS.ProcessEnv = {}, args = ['main.mjs']) =>
  runToEnd(args[0] ?? '', args.slice(1), env, [], cwd => writeFileSync(join(cwd, '.env'), content))

const command = ['admin.mjs', 'recount']

test.each([
  ['DATABSE_URL=postgres://ada:hunter2@localhost/x', 'DATABSE_URL: in .env, ', 'DATABASE_URL'],
  ['DATADIR=/srv/data', 'DATADIR: in .env, ', 'DATA_DIR'],
  ['JWT_SECERT_FILE=/run/secrets/jwt', 'JWT_SECERT_FILE: in .env, ', 'JWT_SECRET_FILE'],
  ['DATABASE_URL: postgres://ada:hunter2@localhost/x', ".env, line 1: this isn't NAME=value", 'DATABASE_URL'],
])('the server refuses to start with %s in .env', async (line, said, meant) => {
  const { code, output } = await withEnvFile(`${line}\n`)
  expect(code, output).toBe(1)
  expect(output).toContain('The settings have one problem:')
  expect(output).toContain(said)
  expect(output).toContain(`Did you mean ${meant}`)
  expect(output).not.toMatch(/^\s+at |hunter2|ready on/m)
})

test('it refuses one in the environment too, and a start with both names only says so', async () => {
  const env = { JWT_SECERT: 'K5p0wVJc9yTz2mQe7RbXh3LdGf8sNa1u' }
  const { code, output } = await runToEnd('main.mjs', [], env)
  expect([code, output]).toEqual([
    1,
    'The settings have one problem:\n  JWT_SECERT: there is no such setting. Did you mean JWT_SECRET?\n',
  ])
  const DATA_DIR = scratchFolder()
  const both = await runToEnd('admin.mjs', ['recount'], { DATA_DIR, DATADIR: '/elsewhere' })
  expect(both.output).toBe(
    `DATADIR: there is no such setting, so it is ignored. Did you mean DATA_DIR?\nDATA_DIR: there is no database in "${DATA_DIR}". Nothing was changed.\n`,
  )
})

test('other unknown names and lines are named, without their values, and stop nothing', async () => {
  const DATA_DIR = scratchFolder()
  await runToEnd('admin.mjs', ['create', 'ada@example.com', 'Ada'], { DATA_DIR })
  const text = `SMPT_URL=smtp://hunter2@mail\nFAVOURITE=hunter2\nLOG_LEVEL: nope\nPGPASSWORD=x\nSITE_ADDRESS=y\nexport TZ=UTC\nAUDIT_KEEP=400d\n`
  const said = [
    ".env, line 3: this isn't NAME=value, so it is ignored. Did you mean LOG_LEVEL=…?",
    'FAVOURITE: in .env, there is no such setting, so it is ignored.',
    'SMPT_URL: in .env, there is no such setting, so it is ignored. Did you mean SMTP_URL?',
    'TOKEN_TLL: there is no such setting, so it is ignored. Did you mean TOKEN_TTL?',
    'Counters rebuilt. The time logged on tasks was right.',
    '',
  ]
  const { code, output } = await withEnvFile(text, { DATA_DIR, TOKEN_TLL: '12h' }, command)
  expect([code, output]).toEqual([0, said.join('\n')])
  // The file of a systemd unit is judged by the same rules.
  const file = join(scratchFolder(), 'daily-report.env')
  writeFileSync(file, 'DATABSE_URL=postgres://localhost/x\n')
  const unit = await runToEnd('admin.mjs', ['recount', '--env-file', file], { DATA_DIR })
  expect([unit.code, unit.output]).toEqual([
    1,
    `The settings have one problem:\n  DATABSE_URL: in ${file}, there is no such setting. Did you mean DATABASE_URL?\n`,
  ])
})

test('a .env with a byte order mark is read from its first name on', async () => {
  const { code, output } = await withEnvFile('\uFEFFPORT=none\r\nTOKEN_TTL=long\r\n', { PORT: undefined })
  expect(code, output).toBe(1)
  expect(output).toMatch(/PORT: must be a whole number[\s\S]*TOKEN_TTL: must be a number/)
})

test("a .env that can't be read is named in a sentence", async () => {
  const made = (prepare: (file: string) => void) =>
    runToEnd('main.mjs', [], {}, [], cwd => prepare(join(cwd, '.env')))
  const runs = [
    [await made(file => mkdirSync(file)), 'it is a folder'],
    [await made(file => symlinkSync('/nowhere/settings', file)), 'ENOENT'],
    [await made(file => writeFileSync(file, Buffer.from('PORT=1', 'utf16le'))), "it isn't UTF-8 text"],
    [await made(file => symlinkSync('/proc/self/mem', file)), 'EIO'],
  ] as const
  for (const [{ code, output }, why] of runs)
    expect([code, output]).toEqual([1, `The settings have one problem:\n  .env cannot be read (${why})\n`])
})

test('parents of DATA_DIR that are missing are made and named', async () => {
  const folder = scratchFolder()
  const DATA_DIR = join(folder, 'one', 'two', 'data')
  const first = await runToEnd('admin.mjs', ['create', 'ada@example.com', 'Ada'], { DATA_DIR })
  expect(first.code, first.output).toBe(0)
  expect(first.output).toContain(
    `DATA_DIR: ${join(folder, 'one')} and ${join(folder, 'one/two')} didn't exist and were made, with ${DATA_DIR} in it.`,
  )
  expect(statSync(join(folder, 'one')).mode & 0o077).toBe(0)
  const other = join(folder, 'data')
  const usual = await runToEnd('admin.mjs', ['create', 'ada@example.com', 'Ada'], { DATA_DIR: other })
  expect(usual.output).not.toContain("didn't exist")
  expect(readdirSync(other)).toContain('daily-report.db')
  const refused = await runToEnd('main.mjs', [], { DATA_DIR: '~/data' }, [], cwd => mkdirSync(join(cwd, '~')))
  expect(refused.output).toContain('DATA_DIR: starts with ~')
  expect(existsSync('~')).toBe(false)
})

test('a database that is away is named at once, with the reason and without the password', async () => {
  const port = await freePort()
  const DATABASE_URL = `postgres://ada:hunter2@127.0.0.1:${port}/daily_report`
  const child = spawn(process.execPath, [join(import.meta.dirname, '../dist/server/main.mjs')], {
    cwd: scratchFolder(),
    env: { PATH: process.env.PATH, DATABASE_URL, DATA_DIR: scratchFolder() },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (output += chunk))
  await expect
    .poll(() => output, { timeout: 30_000 })
    .toContain(`Waiting for the database at 127.0.0.1:${port} (connect ECONNREFUSED 127.0.0.1:${port}) ...\n`)
})

test('what a command makes as root belongs to the owner of DATA_DIR', async () => {
  const folder = scratchFolder()
  const DATA_DIR = join(folder, 'data')
  const admin = (...args: string[]) => runToEnd('admin.mjs', args, { DATA_DIR })
  expect((await admin('create', 'ada@example.com', 'Ada')).output).not.toContain('ran as root')
  // Only root can give a folder away; any other account owns all it makes.
  const isRoot = process.getuid?.() === 0
  const owner = isRoot ? 65_534 : process.getuid?.()
  const entries = () => [
    DATA_DIR,
    ...readdirSync(DATA_DIR, { recursive: true, encoding: 'utf8' }).map(name => join(DATA_DIR, name)),
  ]
  const owners = () => entries().map(path => [path, lstatSync(path).uid])
  const expected = () => entries().map(path => [path, owner])
  if (isRoot) for (const path of entries()) chownSync(path, 65_534, 65_534)

  const archive = join(folder, 'team.tar.gz')
  const said = `(uid 65534): ${archive}`
  const backup = await admin('backup', archive)
  expect(backup.code, backup.output).toBe(0)
  expect(backup.output.includes(said), backup.output).toBe(isRoot)
  expect(statSync(archive).uid).toBe(owner)
  // The parent of the archive is left as it is.
  expect(statSync(folder).uid).toBe(process.getuid?.())
  expect((await admin('backup')).code).toBe(0)
  expect(owners()).toEqual(expected())
  expect((await admin('restore', archive)).code).toBe(0)
  expect(owners()).toEqual(expected())
  expect((await admin('create', 'grace@example.com', 'Grace')).code).toBe(0)
  expect(owners()).toEqual(expected())
})
