import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { endWithParent, root } from '../../scripts/child.mjs'
import { createTestFolder } from '../../server/test/test-folder.ts'
import { type Account, forgetTokens } from './cast.ts'

export type Server = {
  url: string
  /** Printed on the first start, unless the settings name an administrator. */
  setupLink: string | undefined
  /** Everything printed so far. */
  output(): string
  /** Stops the server, and fails unless it ends cleanly and without errors in its log. */
  stop(): Promise<void>
}

const preloads = ['./cheap-hashes.mjs', './never-overloaded.mjs'].flatMap(file => [
  '--import',
  new URL(file, import.meta.url).href,
])

/**
 * The real server on a free port and an empty data folder, except that its password hashes are cheap and that it refuses
 * no request because of a busy machine. tests/private-files.program.test.ts tests the cost of hashes.
 */
export async function startServer(
  options: {
    admin?: Account
    env?: NodeJS.ProcessEnv
    /** The folder with another build (e2e/support/installed-app.ts). */
    dist?: string
  } = {},
): Promise<Server> {
  const folder = createTestFolder('daily-report-e2e-')
  const admin = options.admin && {
    ADMIN_NAME: options.admin.name,
    ADMIN_EMAIL: options.admin.email,
    ADMIN_PASSWORD: options.admin.password,
  }
  const program = join(options.dist ?? join(root, 'dist'), 'server/main.mjs')
  const child = spawn(process.execPath, [...endWithParent, ...preloads, program], {
    // The developer's environment and .env file must not affect the server.
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      HOST: 'localhost',
      DATA_DIR: join(folder, 'data'),
      LOG_LEVEL: 'warn',
      // The time zone of the test browser, because otherwise each dashboard would offer to change it.
      TZ: 'Europe/Berlin',
      ...admin,
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let output = ''
  const ended = new Promise<number | null>(resolve => child.once('close', resolve))
  const ready = new Promise<void>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk
      if (readyLine.test(output) && (admin || setupLine.test(output))) resolve()
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    child.once('error', reject)
    child.once('exit', code => reject(new Error(`The server ended with code ${code}:\n${output}`)))
    setTimeout(() => reject(new Error(`The server is not ready after 90 s:\n${output}`)), 90_000).unref()
  })

  const stop = async () => {
    child.kill('SIGTERM')
    const code = await ended
    rmSync(folder, { recursive: true, force: true })
    if (code !== 0) throw new Error(`The server ended with code ${code} after SIGTERM:\n${output}`)
    const errors = output.split('\n').filter(line => logLevel(line) >= 50)
    if (errors.length > 0) throw new Error(`The server logged errors:\n${errors.join('\n')}`)
  }

  try {
    await ready
  } catch (error) {
    child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
  const url = readyLine.exec(output)?.[1] ?? ''
  forgetTokens(url)
  return {
    url,
    setupLink: setupLine.exec(output)?.[0],
    output: () => output,
    stop,
  }
}

const setupLine = /http:\/\/\S+\/setup\?code=\S+(?=\n)/
// With PUBLIC_URL it also prints where it listens.
const readyLine = /^(?:Daily Report App is ready on|It listens on) (http:\/\/\S+)$/m

/** Log lines are JSON with a numeric level; other lines are printed for people. */
function logLevel(line: string): number {
  return line.startsWith('{') ? Number(/"level":(\d+)/.exec(line)?.[1] ?? 0) : 0
}
