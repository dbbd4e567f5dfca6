import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import program from '../package.json' with { type: 'json' }
import { root } from './child.mjs'

const asModule = (code: string) => `data:text/javascript,${encodeURIComponent(code)}`

test('on an older Node the program runs on the pinned one with the same flags and compile cache', async () => {
  const older = asModule(
    `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.0.0' } })`,
  )
  const announceVersion = asModule(
    `import { getCompileCacheDir } from 'node:module'
    console.log(JSON.stringify({ flags: process.execArgv, compiled: getCompileCacheDir() ?? '' }))`,
  )
  const flag = '--max-semi-space-size=8'
  const args = [flag, '--import', older, join(root, 'scripts/launch.mjs'), 'admin']
  const env = { PATH: process.env.PATH, NODE_OPTIONS: `--import=${announceVersion}` }
  // `admin` without a command exits with this code.
  const { stdout, code } = await promisify(execFile)(process.execPath, args, { env })
    .then(({ stdout }) => ({ stdout, code: 0 }))
    .catch((error: { stdout: string; code: number }) => error)
  expect(code).toBe(2)
  const [outer, inner] = stdout
    .trim()
    .split('\n')
    .map((line: string) => JSON.parse(line) as { flags: string[]; compiled: string })
  expect(outer).toMatchObject({ flags: expect.arrayContaining([flag]), compiled: '' })
  expect(inner?.flags).toContain(flag)
  expect(inner?.compiled).toContain('daily-report-app')
})

test.each(['20.0.0', process.versions.node])(
  'started by Node %s, the program gets the option --env-file',
  async version => {
    const pretend = asModule(
      `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`,
    )
    const script = program.scripts.admin.split(' ').slice(2)
    const args = ['--import', pretend, ...script, 'recount', '--env-file', '/missing.env']
    const failure = await promisify(execFile)(process.execPath, args, { cwd: root }).catch(error => error)
    expect(failure).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('--env-file: the file "/missing.env" cannot be read'),
    })
  },
)
