import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { endWithParent } from '../../../scripts/child.mjs'
import { callerOf } from './calls.ts'
import { startTiming } from './own-time.ts'

const root = join(import.meta.dirname, '../../..')
const main = join(root, 'dist/server/main.mjs')

export const admin = { name: 'Ada Admin', email: 'ada@example.com', password: 'ada-password' }

export type AppProcess = Awaited<ReturnType<typeof startApp>>

/** The app as callers of the API see it, which is a process or a proxy in front of several. */
export type CalledApp = Pick<AppProcess, 'url' | 'call' | 'expectCall' | 'signIn'> & {
  child: Pick<ChildProcess, 'exitCode' | 'signalCode'>
}

type Options = {
  dataDir: string
  env?: Record<string, string>
  /** Modules loaded before the server. */
  preload?: string[]
  /** A command that runs the server, such as a tracer. */
  under?: string[]
  /** Called as soon as there is a process. */
  onSpawn?: (child: ChildProcess) => void
}

/** Starts the server as `npm start` does, in its own process; resolves once it answers. */
export async function startApp({ dataDir, env = {}, preload = [], under = [], onSpawn }: Options) {
  const timing = startTiming()
  const [program = '', ...args] = [
    ...under,
    process.execPath,
    ...endWithParent,
    ...preload.flatMap(file => ['--import', file]),
    main,
  ]
  const child = spawn(program, args, {
    cwd: dataDir,
    env: {
      PATH: process.env.PATH,
      // Hundreds of starts share this compile cache.
      NODE_COMPILE_CACHE: join(root, 'dist/faults/compiled'),
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'error',
      ADMIN_NAME: admin.name,
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  onSpawn?.(child)
  let output = ''
  const ended = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>(resolve =>
    child.once('close', (code, signal) => resolve({ code, signal })),
  )
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk
      const [, address] = /(?:ready|listens) on (http:\S+)/.exec(output) ?? []
      if (address) resolve(address)
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    child.once('error', reject)
    void ended.then(({ code, signal }) => reject(new StartError(`ended with ${code ?? signal}:\n${output}`)))
  })
  const calls = callerOf(url)
  const health = await calls.call({ path: '/healthz' })
  if (health.status !== 200) throw new StartError(`is not healthy: ${health.text}`)
  const { clockMs: startMs, ownMs: ownStartMs } = timing(child.pid)
  return {
    child,
    pid: child.pid ?? 0,
    url,
    ...calls,
    /** The time from the start of the process to the first successful response. */
    startMs,
    ownStartMs,
    ended,
    output: () => output,
    async kill(signal: NodeJS.Signals = 'SIGKILL') {
      child.kill(signal)
      const ending = await ended
      calls.close()
      return ending
    },
  }
}

/** The process ended before it could answer. */
export class StartError extends Error {}

/** A folder that is removed after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'daily-report-faults-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}
