import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'

// A parent that runs a child the way the launcher runs the server on an old Node.
let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'daily-report-child-'))
  const childModule = new URL('./child.mjs', import.meta.url).href
  writeFileSync(
    join(folder, 'parent.mjs'),
    `import { exitCode, runNode } from ${JSON.stringify(childModule)}
     process.exit(exitCode(await runNode([process.argv[2]])))`,
  )
  // Counts the signals; ends cleanly half a second after the first.
  writeFileSync(
    join(folder, 'patient.mjs'),
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

test("the child's exit code becomes ours", async () => {
  expect(await startParent('failing.mjs').ended).toBe(7)
})

test('a child ended by a signal is a failure', async () => {
  expect(await startParent('crashing.mjs').ended).toBe(128 + 9)
})

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  test(`${signal} reaches the child once, however often it is repeated at once`, async () => {
    const { parent, ended } = startParent('patient.mjs')
    const pid = await childPid(parent)
    parent.kill(signal)
    parent.kill(signal)
    expect(await ended).toBe(0)
    expect(isAlive(pid)).toBe(false)
  })
}

test('a child does not outlive a parent that was killed hard', async () => {
  const { parent } = startParent('patient.mjs')
  const pid = await childPid(parent)
  parent.kill('SIGKILL')
  await expect.poll(() => isAlive(pid)).toBe(false)
})
