import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { diskStorage } from './disk-storage.ts'
import { sweep } from './sweep.ts'

const folder = mkdtempSync(join(tmpdir(), 'daily-report-sweep-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const storage = { ...(await diskStorage(folder)), settledAfterMs: 100 }

/** The age of a file is read from its date, so a test can choose it. */
function fileOfAge(seconds: number) {
  const name = crypto.randomUUID()
  writeFileSync(join(folder, name), 'content')
  const date = Date.now() / 1000 - seconds
  utimesSync(join(folder, name), date, date)
  return name
}
const isThere = async (name: string) => (await storage.read(name))?.destroy() !== undefined

test('a young file whose row comes a moment later stays', async () => {
  const name = fileOfAge(-3600)
  let looks = 0
  const isKnown = async (names: string[]) => new Set(++looks === 1 ? [] : names)
  expect(await sweep(storage, isKnown)).toBe(0)
  expect(await isThere(name)).toBe(true)
})

test('a young file that never gets a row is removed at the second check', async () => {
  const name = fileOfAge(-3600)
  expect(await sweep(storage, async names => new Set(names.filter(each => each !== name)))).toBe(1)
  expect(await isThere(name)).toBe(false)
})

test('a sweep handles more files than one query', async () => {
  const kept = Array.from({ length: 600 }, () => fileOfAge(3600))
  const stray = fileOfAge(3600)
  expect(await sweep(storage, async names => new Set(names.filter(name => name !== stray)))).toBe(1)
  expect(await isThere(kept[0] ?? '')).toBe(true)
  expect(await isThere(kept.at(-1) ?? '')).toBe(true)
})

test('files with other names are not touched', async () => {
  await storage.writeMark('a mark')
  await sweep(storage, async () => new Set())
  expect(await storage.readMark()).toBe('a mark')
})

test('unfinished uploads of another machine stay while it may be writing them, and are removed when they are old', async () => {
  const incoming = (name: string, ageSeconds: number) => {
    const path = join(folder, 'incoming', name)
    writeFileSync(path, 'half')
    const date = Date.now() / 1000 - ageSeconds
    utimesSync(path, date, date)
    return name
  }
  const young = incoming(`another-host-17-${crypto.randomUUID()}`, 60)
  // The clock of the other machine is ahead.
  const ahead = incoming(`another-host-17-${crypto.randomUUID()}`, -600)
  const mine = incoming(`${hostname()}-${process.ppid}-${crypto.randomUUID()}`, 7200)
  incoming(`another-host-17-${crypto.randomUUID()}`, 7200)
  incoming(`0f5c2a-1-${crypto.randomUUID()}`, 86_400)
  expect(await storage.removeUnfinished()).toBe(2)
  expect(readdirSync(join(folder, 'incoming')).sort()).toEqual([young, ahead, mine].sort())
})
