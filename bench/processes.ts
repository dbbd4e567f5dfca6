import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { endWithParent, root } from '../scripts/child.mjs'
import { freePort } from '../server/test/free-port.ts'
import { jwtSecret } from './cases.ts'
import type { DataSet } from './data-sets.ts'
import type { Job, Measured } from './load.ts'

export type Server = {
  port: number
  pid: number
  startMs: number
  stop(): Promise<void>
  /** Sends a message to the process and waits for its reply. */
  ask(word: string): Promise<unknown>
}

/** The server exactly as `npm start` runs it, with its log discarded. */
export function startReal(data: DataSet, preloaded: string[] = []): Promise<Server> {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const [, ...args] = (scripts.start as string).replace(/^exec /, '').split(' ')
  return start([...preloaded, ...args.map(arg => (arg.endsWith('.mjs') ? join(root, arg) : arg))], data)
}

/** Starts the real server with longest-tick.mjs, which measures its event loop. */
export const startWatched = (data: DataSet) =>
  startReal(data, ['--import', new URL('./longest-tick.mjs', import.meta.url).href])

export const startFloor = (data: DataSet) => start([join(root, 'bench/floor.ts')], data)

async function start(args: string[], { dataDir, databaseUrl }: DataSet): Promise<Server> {
  const port = await freePort()
  const began = performance.now()
  const child = spawn(process.execPath, [...endWithParent, ...args], {
    cwd: dataDir,
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      JWT_SECRET: jwtSecret,
      // Webhooks may call this machine, because their receivers are here.
      OUTGOING_ALLOW: '127.0.0.1',
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    },
    // The log is discarded, because reading it would take processor time from the measured server.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ended = new Promise<void>(resolve => child.once('exit', () => resolve()))
  await answers(child, `http://127.0.0.1:${port}/healthz`)
  return {
    port,
    pid: child.pid as number,
    startMs: performance.now() - began,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
    ask(word) {
      return new Promise((resolve, reject) => {
        child.once('message', resolve)
        child.send(word, error => error && reject(error))
      })
    },
  }
}

async function answers(child: ChildProcess, url: string): Promise<void> {
  const deadline = performance.now() + 120_000
  for (;;) {
    if (child.exitCode !== null) throw new Error(`A server ended with ${child.exitCode} before it was ready.`)
    if (performance.now() > deadline) throw new Error('A server does not answer.')
    const reply = await fetch(url).catch(() => undefined)
    if (reply?.ok) return
    await sleep(5)
  }
}

/** Resident memory in MB. */
export function memoryOf({ pid }: Server): number {
  const file = `/proc/${pid}/status`
  const kilobytes = existsSync(file)
    ? /^VmRSS:\s*(\d+)/m.exec(readFileSync(file, 'utf8'))?.[1]
    : execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })
  return Number(kilobytes) / 1024
}

/** Seconds of processor time of all threads of a server so far; undefined on systems other than Linux. */
export function processorTimeOf({ pid }: Server): number | undefined {
  const folder = `/proc/${pid}/task`
  if (!existsSync(folder)) return undefined
  const nanoseconds = readdirSync(folder).map(task => {
    try {
      return Number(readFileSync(join(folder, task, 'schedstat'), 'utf8').split(' ')[0])
    } catch {
      // The thread has ended meanwhile.
      return 0
    }
  })
  return nanoseconds.reduce((sum, value) => sum + value, 0) / 1e9
}

export type Load = {
  run(job: Job): Promise<Measured>
  /** Runs the job while the work is running, and returns the results of both. */
  during<T>(job: Job, work: () => Promise<T>): Promise<[T, Measured]>
  stop(): void
}

export function startLoad(): Load {
  const child = spawn(process.execPath, [join(root, 'bench/load.ts')], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const run = (job: Job) =>
    new Promise<Measured>((resolve, reject) => {
      const fail = (code: number | null) => reject(new Error(`The load generator ended with ${code}.`))
      child.once('exit', fail)
      child.once('message', measured => {
        child.off('exit', fail)
        resolve(measured as Measured)
      })
      child.send(job)
    })
  return {
    run,
    async during(job, work) {
      const running = run(job)
      const result = await work().finally(() => child.send('interrupt'))
      return [result, await running]
    },
    stop: () => void child.kill('SIGTERM'),
  }
}
