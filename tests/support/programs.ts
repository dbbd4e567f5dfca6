import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const built = join(import.meta.dirname, '../../dist/server')

/** Runs one of our programs that should end by itself, without the developer's environment. */
export async function runToEnd(
  program: string,
  args: string[],
  env: NodeJS.ProcessEnv,
  under: string[] = [],
  /** Fills the folder that the program starts in. */
  prepare: (cwd: string) => void = () => {},
): Promise<{ code: number | null; output: string }> {
  const cwd = mkdtempSync(join(tmpdir(), 'daily-report-cwd-'))
  prepare(cwd)
  const [command = '', ...rest] = [...under, process.execPath, join(built, program), ...args]
  const child = spawn(command, rest, {
    cwd,
    env: {
      PATH: process.env.PATH,
      // Many starts share this compile cache.
      NODE_COMPILE_CACHE: join(built, '../faults/compiled'),
      PORT: '0',
      LOG_LEVEL: 'warn',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', chunk => {
      output += chunk
    })
  // A program that starts although it should refuse would never end.
  const timer = setTimeout(() => child.kill('SIGKILL'), 45_000)
  try {
    const code = await new Promise<number | null>(resolve => child.once('close', resolve))
    return { code, output }
  } finally {
    clearTimeout(timer)
    rmSync(cwd, { recursive: true, force: true })
  }
}
