import { spawn } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { runToEnd } from './support/programs.ts'

// Each test starts several processes.
vi.setConfig({ testTimeout: 240_000 })

// If the database file is damaged, the server and every command print one sentence that suggests a restore.
let folder: string
let sound: Buffer
let archive: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'daily-report-problems-'))
  archive = join(folder, 'team.tar.gz')
  const dataDir = join(folder, 'sound')
  await runToEnd('admin.mjs', ['create', 'ada@example.com', 'Ada'], { DATA_DIR: dataDir })
  await runToEnd('admin.mjs', ['backup', archive], { DATA_DIR: dataDir })
  sound = readFileSync(join(dataDir, 'daily-report.db'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const damages: [string, (file: string) => void][] = [
  [
    'text',
    file => writeFileSync(file, 'no database any more, only some text that somebody wrote here\n'.repeat(99)),
  ],
  ['cut in the middle', file => truncateSync(file, Math.floor(sound.length / 2))],
  ['cut after its first page', file => truncateSync(file, 4096)],
  [
    'a damaged first page',
    file =>
      writeFileSync(file, Buffer.concat([sound.subarray(0, 100), Buffer.alloc(sound.length - 100, 0xa5)])),
  ],
]

test.each(damages)('%s in place of the database', async (_what, damage) => {
  const dataDir = mkdtempSync(join(folder, 'damaged-'))
  const file = join(dataDir, 'daily-report.db')
  writeFileSync(file, sound)
  damage(file)
  const programs: [string, string[]][] = [
    ['main.mjs', []],
    ['admin.mjs', ['create', 'grace@example.com', 'Grace']],
    ['admin.mjs', ['backup']],
  ]
  for (const [program, args] of programs) {
    const { code, output } = await runToEnd(program, args, { DATA_DIR: dataDir })
    expect([program, ...args, code], output).toEqual([program, ...args, 1])
    expect(output).toMatch(/DATA_DIR: the database file .* is damaged[\s\S]*npm run admin -- restore FILE/)
    expect(output).not.toMatch(/^\s+at /m)
  }
  // The suggested restore works.
  const restored = await runToEnd('admin.mjs', ['restore', archive], { DATA_DIR: dataDir })
  expect(restored.code, restored.output).toBe(0)
})

test('an unknown option is refused before anything is changed', async () => {
  const dataDir = join(folder, 'untouched')
  for (const [option, said] of [
    ['--envfile=/x', 'Unknown option --envfile.'],
    ['--anyway=yes', 'Option --anyway does not take an argument.'],
    ['--env-file', 'Option --env-file <value> argument missing.'],
  ] as const) {
    const args = ['create', 'eve@example.com', 'Eve', option]
    const { code, output } = await runToEnd('admin.mjs', args, { DATA_DIR: dataDir })
    expect(code, output).toBe(2)
    expect(output).toContain(said)
  }
  expect(existsSync(dataDir)).toBe(false)
})

test('an unknown command or a missing argument is named before the usage', async () => {
  const dataDir = join(folder, 'untouched')
  for (const [args, said] of [
    [['bakup'], 'There is no command "bakup". Nothing was changed.\n\nAdministration commands'],
    [['toString'], 'There is no command "toString".'],
    [['create', 'eve@example.com'], 'The command is: npm run admin -- create <email> <name>. Nothing'],
    [['recount', 'all'], 'The command is: npm run admin -- recount. Nothing'],
    [['verify'], 'The command is: npm run admin -- verify <file>. Nothing'],
    [['backup', 'one', 'two'], 'The command is: npm run admin -- backup [file]. Nothing'],
  ] as const) {
    const { code, output } = await runToEnd('admin.mjs', [...args], { DATA_DIR: dataDir })
    expect(code, output).toBe(2)
    expect(output).toContain(said)
  }
  const { output } = await runToEnd('admin.mjs', [], { DATA_DIR: dataDir })
  expect(output).toMatch(/^Administration commands/)
  expect(existsSync(dataDir)).toBe(false)
})

test('with a mistyped DATA_DIR, commands that need data create nothing', async () => {
  const dataDir = join(folder, 'sonud')
  for (const args of [
    ['backup'],
    ['reset-password', 'ada@example.com'],
    ['erase', 'ada@example.com'],
    ['recount'],
    ['reindex'],
    ['resume-mail'],
    ['adopt-files'],
  ]) {
    const { code, output } = await runToEnd('admin.mjs', args, { DATA_DIR: dataDir })
    expect([...args, code, output]).toEqual([
      ...args,
      1,
      `DATA_DIR: there is no database in "${dataDir}". Nothing was changed.\n`,
    ])
  }
  // This command needs no data.
  await runToEnd('admin.mjs', ['test-mail', 'ada@example.com'], { DATA_DIR: dataDir })
  expect(existsSync(dataDir)).toBe(false)
})

test('an invalid TZ is named in one sentence and stops no command', async () => {
  for (const [TZ, isUnderstood] of [
    ['Mars/Phobos', false],
    ['CEST', false],
    ['UTC+2', false],
    [':/etc/localtime', true],
    ['', true],
  ] as const) {
    const env = { DATA_DIR: join(folder, 'sound'), TZ }
    const { code, output } = await runToEnd('admin.mjs', ['recount'], env)
    expect([TZ, code], output).toEqual([TZ, 0])
    expect(output.match(/TZ: .* so UTC is used/g)?.length ?? 0, output).toBe(isUnderstood ? 0 : 1)
  }
})

test('an unusable path is named in one sentence', async () => {
  const DATA_DIR = join(folder, 'sound')
  const blocked = join(folder, 'blocked')
  mkdirSync(blocked)
  writeFileSync(join(blocked, 'files'), '')
  const runs: [string, string[], string, string][] = [
    ['admin.mjs', ['verify', folder], DATA_DIR, `${folder} is a folder, not an archive`],
    ['admin.mjs', ['restore', folder], DATA_DIR, `${folder} is a folder, not an archive`],
    ['admin.mjs', ['backup', '/dev/null/x'], DATA_DIR, '"/dev/null'],
    ['admin.mjs', ['backup', '/proc/y'], DATA_DIR, '"/proc'],
    ['main.mjs', [], blocked, `"${join(blocked, 'files')}`],
    // No file can be created in /proc.
    ['main.mjs', [], '/proc/no/data', '"/proc/no/data" cannot be used (ENOENT)'],
  ]
  for (const [program, args, dataDir, said] of runs) {
    const { code, output } = await runToEnd(program, args, { DATA_DIR: dataDir })
    expect(code, output).toBe(1)
    expect(output).toContain(said)
    expect(output).not.toMatch(/^\s+at |^Error/m)
  }
})

test('a new version beside a running server changes nothing and prints what to do', async () => {
  const dataDir = join(folder, 'older')
  mkdirSync(dataDir)
  const source = join(import.meta.dirname, '../server/src')
  // The program without its last migration acts as an older version.
  const script = `
    const { connect } = await import(${JSON.stringify(join(source, 'db/connect.ts'))})
    const { migrate, migrations } = await import(${JSON.stringify(join(source, 'db/migrate.ts'))})
    const db = connect({ dataDir: ${JSON.stringify(dataDir)} })
    await migrate(db, migrations.slice(0, -1))
    await db.selectFrom('users').select('id').execute()
    console.log('running')
    setInterval(() => {}, 1000)`
  const older = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void older.kill('SIGKILL'))
  await new Promise(resolve => older.stdout.once('data', resolve))

  for (const [program, args] of [
    ['main.mjs', []],
    ['admin.mjs', ['recount']],
  ] as const) {
    const { code, output } = await runToEnd(program, [...args], { DATA_DIR: dataDir })
    expect(code, output).toBe(1)
    expect(output).toMatch(
      /Another instance is running[\s\S]*Nothing was changed\. Stop every running instance/,
    )
    expect(output).not.toMatch(/^\s+at |applied/m)
  }
  // A killed server leaves no lock behind, so the new version starts.
  older.kill('SIGKILL')
  await new Promise(resolve => older.once('exit', resolve))
  const upgraded = await runToEnd('admin.mjs', ['recount'], { DATA_DIR: dataDir })
  expect(upgraded.output).toMatch(/applied/)
  expect(upgraded.code, upgraded.output).toBe(0)
})
