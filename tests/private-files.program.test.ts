import { spawn } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'

// Tests that no other account of the machine can read the program's files, whatever the umask of the shell.
const built = join(import.meta.dirname, '../dist/server')

function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), 'daily-report-private-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Starts a program under the usual umask of a shell. */
function spawnOpenly(file: string, args: string[], env: NodeJS.ProcessEnv, cwd: string) {
  const child = spawn(
    'sh',
    ['-c', 'umask 022 && exec "$@"', 'sh', process.execPath, join(built, file), ...args],
    {
      cwd,
      env: {
        PATH: process.env.PATH,
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        PORT: '0',
        LOG_LEVEL: 'warn',
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  onTestFinished(() => void child.kill('SIGKILL'))
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (output += chunk))
  const ended = new Promise<number | null>(resolve => child.once('close', resolve))
  return { child, ended, output: () => output }
}

async function startAndStop(env: NodeJS.ProcessEnv, cwd: string, whileItRuns: () => Promise<void>) {
  const server = spawnOpenly('main.mjs', [], env, cwd)
  await expect.poll(server.output).toMatch(/ready on/)
  await whileItRuns()
  server.child.kill('SIGTERM')
  expect(await server.ended, server.output()).toBe(0)
}

/** Every path under the folder, and the folder itself, that the group or others may access. */
function openToOthers(folder: string): string[] {
  const paths = ['', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })]
  return paths
    .map(path => join(folder, path))
    .filter(path => (statSync(path).mode & 0o077) !== 0)
    .map(path => relative(folder, path) || '.')
}

test('files of the server and of commands are private with any umask', async () => {
  const folder = scratch()
  const env = { DATA_DIR: join(folder, 'data'), BACKUP_EVERY: '1d' }
  await startAndStop(env, folder, async () => {
    // These are the database, its log, the store's mark and an archive that a worker thread wrote.
    const backups = join(folder, 'data/backups')
    // Only the archive is left: the folder in which it was made is removed.
    const made = () => existsSync(backups) && readdirSync(backups).map(name => name.endsWith('.tar.gz'))
    await expect.poll(made).toEqual([true])
    expect(existsSync(join(folder, 'data/daily-report.db-wal'))).toBe(true)
    expect(openToOthers(join(folder, 'data'))).toEqual([])
  })
  const backup = spawnOpenly('admin.mjs', ['backup'], env, folder)
  expect(await backup.ended, backup.output()).toBe(0)
  const create = spawnOpenly(
    'admin.mjs',
    ['create', 'ada@example.com', 'Ada'],
    { DATA_DIR: join(folder, 'b') },
    folder,
  )
  expect(await create.ended, create.output()).toBe(0)
  expect(openToOthers(join(folder, 'data'))).toEqual([])
  expect(openToOthers(join(folder, 'b'))).toEqual([])
  // A real program hashes passwords at the production cost, unlike the apps of API tests.
  const db = new DatabaseSync(join(folder, 'b/daily-report.db'), { readOnly: true })
  const stored = db.prepare('select password_hash from users').get()
  db.close()
  expect(stored?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})

test('files that an earlier version left readable become private at the start and by a backup', async () => {
  const folder = scratch()
  const dataDir = join(folder, 'data')
  await startAndStop({ DATA_DIR: dataDir }, folder, async () => {})
  const open = () => {
    mkdirSync(join(dataDir, 'backups'), { recursive: true })
    writeFileSync(join(dataDir, 'files', crypto.randomUUID()), 'content')
    writeFileSync(join(dataDir, 'backups/backup-2026-01-01T00-00-00-000Z.tar.gz'), 'content')
    writeFileSync(join(dataDir, 'daily-report.db.before-restore-2026-01-01T00-00-00-000Z'), 'content')
    const paths = readdirSync(dataDir, { recursive: true, encoding: 'utf8' })
    for (const path of ['', ...paths].map(path => join(dataDir, path)))
      chmodSync(path, statSync(path).isDirectory() ? 0o755 : 0o644)
  }
  open()
  expect(openToOthers(dataDir).length).toBeGreaterThan(6)
  await startAndStop({ DATA_DIR: dataDir }, folder, async () => expect(openToOthers(dataDir)).toEqual([]))
  open()
  const backup = spawnOpenly('admin.mjs', ['backup'], { DATA_DIR: dataDir }, folder)
  expect(await backup.ended, backup.output()).toBe(0)
  expect(openToOthers(dataDir)).toEqual([])
})

test('a shared folder keeps its mode, and so does a folder for archives', async () => {
  const folder = scratch()
  const [dataDir, backups] = [join(folder, 'home'), join(folder, 'archives')]
  for (const path of [dataDir, backups]) {
    mkdirSync(path)
    chmodSync(path, 0o755)
  }
  writeFileSync(join(dataDir, 'notes.txt'), 'of the person who lives here', { mode: 0o644 })
  chmodSync(join(dataDir, 'notes.txt'), 0o644)
  const env = { DATA_DIR: dataDir, BACKUP_DIR: backups }
  await startAndStop(env, folder, async () => {
    expect(openToOthers(dataDir)).toEqual(['.', 'notes.txt'])
  })
  const backup = spawnOpenly('admin.mjs', ['backup'], env, folder)
  expect(await backup.ended, backup.output()).toBe(0)
  expect(openToOthers(backups)).toEqual(['.'])
  expect(readdirSync(backups)).toHaveLength(1)
})
