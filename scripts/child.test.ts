import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'

// The parent runs a child as launch.mjs runs the server on an old Node.
let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'daily-report-child-'))
  const childModule = new URL('./child.mjs', import.meta.url).href
  writeFileSync(
    join(folder, 'parent.mjs'),
    `import { exitCode, runNode } from ${JSON.stringify(childModule)}
     process.exit(exitCode(await runNode([process.argv[2]])))`,
  )
  // This child exits with 0 half a second after the first signal, or with 9 if it gets a second one.
  writeFileSync(
    join(folder, 'slow-to-end.mjs'),
    `let signals = 0
     for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
       process.on(signal, () => {
         signals += 1
         setTimeout(() => process.exit(signals === 1 ? 0 : 9), 500)
       })
     setInterval(() => {}, 1000)
     console.log('pid ' + process.pid)`,
  )
  writeFileSync(join(folder, 'failing.mjs'), 'process.exit(7)')
  writeFileSync(join(folder, 'crashing.mjs'), "process.kill(process.pid, 'SIGKILL')")
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function startParent(script: string) {
  const parent = spawn(process.execPath, [join(folder, 'parent.mjs'), join(folder, script)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void parent.kill('SIGKILL'))
  const ended = new Promise<number | null>(resolve => parent.once('exit', resolve))
  return { parent, ended }
}

function childPid(parent: ChildProcess) {
  return new Promise<number>(resolve =>
    parent.stdout?.on('data', chunk => resolve(Number(/pid (\d+)/.exec(String(chunk))?.[1]))),
  )
}

function isAlive(pid: number) {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test("the parent exits with the child's exit code", async () => {
  expect(await startParent('failing.mjs').ended).toBe(7)
})

test('a child ended by a signal is a failure', async () => {
  expect(await startParent('crashing.mjs').ended).toBe(128 + 9)
})

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  test(`${signal} reaches the child once, even if it is repeated at once`, async () => {
    const { parent, ended } = startParent('slow-to-end.mjs')
    const pid = await childPid(parent)
    parent.kill(signal)
    parent.kill(signal)
    expect(await ended).toBe(0)
    expect(isAlive(pid)).toBe(false)
  })
}

test('a child does not outlive a killed parent', async () => {
  const { parent } = startParent('slow-to-end.mjs')
  const pid = await childPid(parent)
  parent.kill('SIGKILL')
  await expect.poll(() => isAlive(pid)).toBe(false)
})
