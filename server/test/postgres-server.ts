import { type ChildProcess, execFileSync, type SpawnOptions, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from './free-port.ts'
import { killTree } from './kill-tree.ts'
import { createTestFolder } from './test-folder.ts'

export const postgresMissing =
  'PostgreSQL server not installed: its tests were left out; apt-get install postgresql'

/** A PostgreSQL server on a free loopback port; `remove()` stops it and deletes its data. */
export type PostgresServer = {
  url: string
  port: number
  /** The folder of its Unix-domain socket, over which a query takes a tenth less processor time than over TCP. */
  socketFolder: string
  /** Stops the server and keeps its data. Connections are cut, as when its machine crashes. */
  stop(): Promise<void>
  /** Starts it again with the same data on the same port. */
  restart(): Promise<void>
  /** The server keeps its connections open and stops responding. */
  pause(): void
  resume(): void
  /** The URL of a new, empty database on it. */
  createDatabase(): Promise<string>
  remove(): Promise<void>
}

/** The server that TEST_POSTGRES_URL names, or the folder of the installed programs. */
export function findPostgres(): { url: string } | { bin: string } | undefined {
  const url = process.env.TEST_POSTGRES_URL
  if (url) return { url }
  const bin = findBinaries()
  return bin === undefined ? undefined : { bin }
}

type Options = {
  port?: number
  /** Stores data on the disk and syncs it, for tests about what survives a crash. */
  durable?: boolean
}

export async function startPostgres(options: Options = {}): Promise<PostgresServer> {
  const bin = findBinaries()
  if (bin === undefined) throw new Error(postgresMissing)
  const port = options.port ?? (await freePort())
  const prefix = 'daily-report-postgres-'
  const folder = options.durable ? mkdtempSync(join(tmpdir(), prefix)) : createTestFolder(prefix)
  const data = join(folder, 'data')
  const user = unprivilegedUser()
  if (user) chownSync(folder, user.uid, user.gid)
  // The unprivileged user may not be allowed to enter the current working directory.
  const spawnOptions: SpawnOptions = {
    ...user,
    cwd: folder,
    env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' },
  }

  let server: ChildProcess | undefined
  const killHard = () => {
    if (server) killTree(server, 'SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
  process.once('exit', killHard)

  const settings = [manyConnections, ...(options.durable ? [] : fastAndForgetful)].flatMap(one => ['-c', one])
  const start = async () => {
    server = spawn(
      join(bin, 'postgres'),
      ['-D', data, '-p', String(port), '-k', folder, '-h', '127.0.0.1', ...settings],
      { ...spawnOptions, stdio: ['ignore', 'ignore', 'pipe'] },
    )
    await untilReady(server, url)
  }
  const stop = async () => {
    const running = server
    server = undefined
    if (running === undefined || running.exitCode !== null || running.signalCode !== null) return
    const ended = new Promise(resolve => running.once('exit', resolve))
    killTree(running, 'SIGCONT')
    running.kill('SIGQUIT')
    await ended
  }
  const remove = async () => {
    await stop()
    process.off('exit', killHard)
    rmSync(folder, { recursive: true, force: true })
  }

  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  try {
    execFileSync(
      join(bin, 'initdb'),
      ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'],
      { ...spawnOptions, stdio: ['ignore', 'ignore', 'pipe'] },
    )
    await start()
  } catch (error) {
    await remove()
    throw error
  }
  return {
    url,
    port,
    socketFolder: folder,
    stop,
    restart: async () => {
      await stop()
      await start()
    },
    pause: () => killTree(server, 'SIGSTOP'),
    resume: () => killTree(server, 'SIGCONT'),
    createDatabase: () => createDatabase(url),
    remove,
  }
}

// Test data may be lost in a crash. They are in memory where there is room, so the log must stay small.
const fastAndForgetful = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_wal_size=256MB']
const manyConnections = 'max_connections=200'

/** Creates a database, empty or as a copy of another one that no client is connected to, and returns its URL. */
export async function createDatabase(server: string, template = 'template1'): Promise<string> {
  const name = `test_${crypto.randomUUID().replaceAll('-', '')}`
  await onServer(server, `create database ${name} template ${template}`)
  return Object.assign(new URL(server), { pathname: `/${name}` }).href
}

export const databaseName = (url: string) => new URL(url).pathname.slice(1)

export async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

function findBinaries(): string | undefined {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [
    ...(process.env.PATH ?? '').split(delimiter),
    ...versions.map(version => join(debian, version, 'bin')),
  ]
  return folders.find(folder => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')))
}

/** PostgreSQL refuses to run as root, so for root it runs as `postgres` or else as `nobody`. */
function unprivilegedUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map(line => line.split(':'))
  for (const name of ['postgres', 'nobody']) {
    const account = accounts.find(([login]) => login === name)
    if (account) return { uid: Number(account[2]), gid: Number(account[3]) }
  }
  return { uid: 65_534, gid: 65_534 }
}

async function untilReady(server: ChildProcess, url: string) {
  let output = ''
  server.stderr?.on('data', chunk => {
    output += chunk
  })
  const deadline = Date.now() + 30_000
  for (;;) {
    if (server.exitCode !== null || server.signalCode !== null)
      throw new Error(`PostgreSQL ended:\n${output}`)
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1000 })
    try {
      await client.connect()
      await client.end()
      return
    } catch (error) {
      if (Date.now() > deadline) throw new Error(`PostgreSQL does not answer:\n${output}`, { cause: error })
      await delay(50)
    }
  }
}
