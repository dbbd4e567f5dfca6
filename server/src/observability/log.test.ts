import { spawn } from 'node:child_process'
import { mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { createLog } from './log.ts'

const folder = mkdtempSync(join(tmpdir(), 'daily-report-log-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('lines are written in their order, without a flush', async () => {
  const file = join(folder, 'log')
  const log = createLog('info', openSync(file, 'a'))
  for (const word of ['one', 'two', 'three']) log.info(word)
  log.debug('four')
  const messages = () =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map(line => JSON.parse(line).msg)
  await expect.poll(messages).toEqual(['one', 'two', 'three'])
})

test('a log that cannot be written does not end the process', async () => {
  const file = join(folder, 'unwritable')
  writeFileSync(file, '')
  const log = createLog('info', openSync(file, 'r'))
  for (const word of ['one', 'two']) {
    log.info(word)
    await sleep(50)
  }
  expect(readFileSync(file, 'utf8')).toBe('')
})

/** Starts a process that logs fifty thousand lines, more than a pipe holds, and ends at once in one of two ways. */
const module = JSON.stringify(new URL('./log.ts', import.meta.url).href)
const runMuch = (end: string) =>
  spawn(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `import { createLog } from ${module}
      const log = createLog('info')
      for (let line = 0; line < 50000; line++) log.info('line ' + line)
      ${end}`,
    ],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  )

test.each([
  ['process.exit(7)', 7],
  ['throw new Error("no")', 1],
])('a process that ends by %s writes all of its lines, also when the reader is slow', async (end, code) => {
  const child = runMuch(end)
  const ended = new Promise(resolve => child.once('close', resolve))
  const lines = (await text(child.stdout)).split('\n')
  expect(await ended).toBe(code)
  expect(lines).toHaveLength(50_001)
  expect(lines.at(-2)).toContain('"msg":"line 49999"')
})

test('a process continues after the reader of its log has ended', async () => {
  const child = runMuch("setTimeout(() => { log.info('more'); process.exit(7) }, 500)")
  child.stdout.destroy()
  expect(await new Promise(resolve => child.once('exit', resolve))).toBe(7)
})

test('what an error quotes of a URL, a token or a key is not logged', async () => {
  const file = join(folder, 'secrets')
  const log = createLog('info', openSync(file, 'a'))
  const token = `drt_${'a1B2'.repeat(11)}`
  const error = Object.assign(
    new Error(`GET https://login.example/callback?code=abc&state=def failed with ${token}`),
    { hint: 'See "https://files.example/x?X-Amz-Signature=ghi"' },
  )
  log.error({ err: error }, 'job failed')
  const written = () => readFileSync(file, 'utf8')
  await expect.poll(written).toContain('job failed')
  expect(written()).toContain('GET https://login.example/callback… failed with …')
  for (const secret of ['code=abc', 'def', 'ghi', token]) expect(written()).not.toContain(secret)
})
