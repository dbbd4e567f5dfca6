import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import packageJson from '../package.json' with { type: 'json' }

// Runs the server as `npm start` does: one process with its data in a folder.
const main = join(import.meta.dirname, '../dist/server/main.mjs')

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'daily-report-running-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function start(env: NodeJS.ProcessEnv = {}, program = main) {
  const child = spawn(process.execPath, [program], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      PORT: '0',
      DATA_DIR: join(folder, 'data'),
      LOG_LEVEL: 'warn',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let output = ''
  const ended = new Promise<number | null>(resolve => child.once('close', resolve))
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk
      const [, address] = /(?:ready|listens) on (http:\S+)/.exec(output) ?? []
      if (address) resolve(address)
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.once('exit', code => reject(new Error(`ended with ${code}:\n${output}`)))
  })
  return { child, url, ended, output: () => output }
}

/** Child processes of this one; only Linux lists them. */
function childrenOf({ pid }: ChildProcess) {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap(task =>
      readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean),
    )
  } catch {
    return []
  }
}

test('the first start prints the set-up link, and a second start on the same data works', async () => {
  for (const round of ['first', 'second']) {
    const server = await start()
    const health = await fetch(`${server.url}/healthz`)
    expect([round, health.status, await health.json()]).toMatchObject([round, 200, { status: 'ok' }])
    await expect.poll(server.output).toMatch(/\/setup\?code=/)
    expect(childrenOf(server.child)).toEqual([])
    server.child.kill('SIGTERM')
    expect(await server.ended).toBe(0)
  }
})

test('the version and the commit of the build are printed, logged and in /healthz', async () => {
  // A copy of the build, because the commit of this checkout can be unknown.
  const dist = join(folder, 'dist')
  cpSync(join(main, '../..'), dist, { recursive: true, filter: file => !file.includes('faults') })
  // Beside the build, as in the image: the native module isn't bundled.
  symlinkSync(join(import.meta.dirname, '../node_modules'), join(folder, 'node_modules'))
  const { version } = packageJson
  for (const [written, commit, said] of [
    ['9f8e7d6c5b4a39281706f5e4d3c2b1a098765432\n', '9f8e7d6', `${version} (9f8e7d6)`],
    ['\n', null, version],
  ] as const) {
    writeFileSync(join(dist, 'commit'), written)
    const server = await start({ LOG_LEVEL: 'info' }, join(dist, 'server/main.mjs'))
    expect(await (await fetch(`${server.url}/healthz`)).json()).toEqual({ status: 'ok', version, commit })
    await expect.poll(server.output).toContain(`Daily Report App ${said}\n`)
    await expect.poll(server.output).toContain(`"version":"${version}","commit":${JSON.stringify(commit)}`)
    server.child.kill('SIGTERM')
    expect(await server.ended).toBe(0)
  }
})

test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
  '%s, also given twice at once, is a clean end',
  async signal => {
    const server = await start()
    server.child.kill(signal)
    // npm forwards the signal although the terminal has already sent it.
    server.child.kill(signal)
    expect(await server.ended).toBe(0)
  },
)

test('a bad setting stops the start with a message that names it', async () => {
  await expect(start({ PORT: 'many' })).rejects.toThrow(/ended with 1:\n[\s\S]*PORT/)
})

test('an invalid time zone is named and does not stop the start', async () => {
  const server = await start({ TZ: 'Mars/Phobos' })
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
  expect(server.output()).toContain('TZ: "Mars/Phobos" isn\'t a time zone')
  server.child.kill('SIGTERM')
  expect(await server.ended).toBe(0)
})

test('with PUBLIC_URL the printed links lead where users open the app', async () => {
  const server = await start({ PUBLIC_URL: 'https://reports.example.com', DATA_DIR: join(folder, 'public') })
  expect(server.url).toMatch(/^http:\/\/localhost:\d+$/)
  await expect.poll(server.output).toMatch(/https:\/\/reports\.example\.com\/setup\?code=/)
  expect(server.output()).toContain('ready on https://reports.example.com\n')
  server.child.kill('SIGTERM')
  expect(await server.ended).toBe(0)
})

test('a port in use stops the start with a message', async () => {
  const server = await start()
  const { port } = new URL(server.url)
  await expect(start({ PORT: port })).rejects.toThrow(/ended with 1:\n[\s\S]*in use/)
  server.child.kill('SIGTERM')
  expect(await server.ended).toBe(0)
})

test('a killed server has written the compile cache for the next start', async () => {
  const compiled = join(folder, 'compiled')
  const server = await start({ NODE_COMPILE_CACHE: compiled })
  const files = () => readdirSync(compiled, { recursive: true }).length
  await expect.poll(files).toBeGreaterThan(3)
  server.child.kill('SIGKILL')
  await server.ended
})

test('a process that only imports the server ends by itself', async () => {
  const child = spawn(process.execPath, ['-e', `import(${JSON.stringify(join(main, '../load.mjs'))})`], {
    cwd: folder,
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: join(folder, 'loaded') },
    stdio: 'inherit',
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  expect(await new Promise(resolve => child.once('close', resolve))).toBe(0)
  expect(readdirSync(join(folder, 'loaded'), { recursive: true }).length).toBeGreaterThan(3)
})

/** Starts a server that goes on serving requests, and signals it. */
async function startStopping(STOP_DELAY: string) {
  const server = await start({ STOP_DELAY, DATA_DIR: join(folder, `stopping-${STOP_DELAY}`) })
  const call = async (path: string) => {
    const { status, headers } = await fetch(server.url + path)
    return { status, connection: headers.get('connection') }
  }
  expect(await call('/readyz')).toEqual({ status: 200, connection: 'keep-alive' })
  server.child.kill('SIGTERM')
  await expect.poll(server.output).toContain(`Requests are served for ${STOP_DELAY.replace('s', ' s')} more.`)
  return { ...server, call }
}

test('after SIGTERM a server serves requests for STOP_DELAY, is not ready and keeps no connection', async () => {
  const { call, ended } = await startStopping('4s')
  expect(await call('/readyz')).toEqual({ status: 503, connection: 'close' })
  expect(await call('/healthz')).toEqual({ status: 200, connection: 'close' })
  expect(await call('/api/auth/setup')).toEqual({ status: 200, connection: 'close' })
  // The router refuses this path before any hook runs.
  expect(await call('/%')).toEqual({ status: 400, connection: 'close' })
  expect(await ended).toBe(0)
})

test('a second signal ends a stopping server at once', async () => {
  const { child, ended, call } = await startStopping('60s')
  expect(await call('/healthz')).toMatchObject({ status: 200 })
  // Two signals within a second count as one.
  await sleep(1100)
  child.kill('SIGTERM')
  expect(await ended).toBe(1)
})
