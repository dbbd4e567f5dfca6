import { spawn } from 'node:child_process'
import { mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setImmediate as endOfTurn } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { linesOfATurn } from './lines-of-a-turn.ts'

const folder = mkdtempSync(join(tmpdir(), 'daily-report-lines-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('the lines of a turn are written together and in their order, those of the next after them', async () => {
  const file = join(folder, 'log')
  const written = () => readFileSync(file, 'utf8')
  const log = linesOfATurn(file)
  log.write('one\n')
  log.write('two\n')
  expect(written()).toBe('')
  await endOfTurn()
  expect(written()).toBe('one\ntwo\n')
  log.write('three\n')
  await endOfTurn()
  expect(written()).toBe('one\ntwo\nthree\n')
})

test('a log that cannot be written ends nothing', async () => {
  const file = join(folder, 'unwritable')
  writeFileSync(file, '')
  const log = linesOfATurn(openSync(file, 'r'))
  for (const line of ['one\n', 'two\n']) {
    log.write(line)
    await endOfTurn()
  }
  expect(readFileSync(file, 'utf8')).toBe('')
})

/** A process that logs a hundred thousand lines, more than a pipe holds, and ends within the turn. */
const module = JSON.stringify(new URL('./lines-of-a-turn.ts', import.meta.url).href)
const logMuch = `import { linesOfATurn } from ${module}
  const log = linesOfATurn(1)
  for (let line = 0; line < 100000; line++) log.write('line ' + line + '\\n')
  process.exit(7)`
const runMuch = () =>
  spawn(process.execPath, ['--input-type=module', '-e', logMuch], { stdio: ['ignore', 'pipe', 'inherit'] })

test('a process that ends leaves no line behind, also when its reader is slow', async () => {
  const child = runMuch()
  const ended = new Promise(resolve => child.once('close', resolve))
  const lines = (await text(child.stdout)).split('\n')
  expect(await ended).toBe(7)
  expect(lines).toHaveLength(100_001)
  expect(lines.at(-2)).toBe('line 99999')
})

test('a reader that went away ends nothing', async () => {
  const child = runMuch()
  child.stdout.destroy()
  expect(await new Promise(resolve => child.once('exit', resolve))).toBe(7)
})
