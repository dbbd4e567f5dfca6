import { PassThrough } from 'node:stream'
import { setImmediate as endOfTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { linesOfATurn } from './lines-of-a-turn.ts'

test('the lines of a turn are written together and in their order, those of the next after them', async () => {
  const out = new PassThrough()
  const log = linesOfATurn(out)
  log.write('one\n')
  log.write('two\n')
  expect(out.read()).toBeNull()
  await endOfTurn()
  expect(String(out.read())).toBe('one\ntwo\n')
  log.write('three\n')
  await endOfTurn()
  expect(String(out.read())).toBe('three\n')
})

test('a reader that went away ends nothing', async () => {
  const out = new PassThrough()
  const log = linesOfATurn(out)
  out.destroy(new Error('write EPIPE'))
  await endOfTurn()
  log.write('to nobody\n')
  await endOfTurn()
  expect(out.destroyed).toBe(true)
})
