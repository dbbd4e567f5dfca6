import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { backUp, fillTeam, open, type Place, restore, scratchFolder } from '../../test/backup-drill.ts'
import { expectNothingDeleted, namesIn, refusalOf, startAt, uploadsAt } from '../../test/lost-database.ts'
import { adoptFiles } from '../features/files/adopt-files.service.ts'
import { addFile, sweepStorage } from '../features/files/files.service.ts'
import { openFileStore } from '../startup/open-context.ts'

const newPlace = (): Place => ({ dataDir: join(scratchFolder(), 'data') })
const removeDatabase = ({ dataDir }: Place) => {
  for (const name of readdirSync(dataDir)) if (name.startsWith('daily-report.db')) rmSync(join(dataDir, name))
}

test('a start whose database is missing but whose files are there suggests a restore and leaves nothing behind', async () => {
  const place = newPlace()
  const uploads = await uploadsAt(place)
  removeDatabase(place)
  const said = await refusalOf(startAt(place))
  expect(said).toContain('Nothing was changed')
  expect(said.indexOf('admin -- restore')).toBeGreaterThan(0)
  expect(said.indexOf('admin -- restore')).toBeLessThan(said.indexOf('adopt-files'))
  expect(readdirSync(place.dataDir)).toEqual(['files'])
  // Files copied without the mark, and an empty database file, are treated the same way.
  rmSync(join(place.dataDir, 'files/store-mark'))
  expect(await refusalOf(startAt(place))).toContain("files that this database doesn't know")
  expect(readdirSync(place.dataDir)).toEqual(['files'])
  expect(await namesIn(place)).toEqual(uploads)
})

test('adopting names the files it does not know and asks; with --anyway they are moved, and no sweep deletes them', () =>
  expectNothingDeleted(newPlace(), {
    lose: async place => removeDatabase(place),
    readAside: async (place, where, name) => {
      expect(where).toBe(join(place.dataDir, 'files', where.split('/').at(-1) ?? ''))
      return readFileSync(join(where, name), 'utf8')
    },
    nothingMade: place => expect(existsSync(join(place.dataDir, 'daily-report.db'))).toBe(false),
  }))

test('restoring works over a lost or damaged database when the store was given to a later one meanwhile', async () => {
  const archive = join(scratchFolder(), 'team.tar.gz')
  const place = newPlace()
  const uploads = await uploadsAt(place)
  await backUp(place, archive)
  const file = join(place.dataDir, 'daily-report.db')
  const harms = [
    () => removeDatabase(place),
    () => writeFileSync(file, randomBytes(65_536)),
    // The first page is intact, so that only reading the tables fails.
    () => writeFileSync(file, Buffer.concat([readFileSync(file).subarray(0, 4096), randomBytes(400_000)])),
  ]
  for (const harm of harms) {
    removeDatabase(place)
    const later = await open(place)
    await adoptFiles(later, { anyway: true })
    await later.storage.write(crypto.randomUUID(), Readable.from(['unknown']))
    await later.db.destroy()
    harm()
    expect(await restore(place, archive)).toMatchObject({ isStoreOfAnother: true, keepsUnknownFiles: true })
    const again = await open(place)
    await openFileStore(again, () => {})
    await sweepStorage({ ...again, storage: { ...again.storage, settledAfterMs: 0 } })
    await again.db.destroy()
    expect(await namesIn(place)).toEqual(uploads)
  }
  const aside = readdirSync(join(place.dataDir, 'files')).filter(name => name.startsWith('set-aside-'))
  const kept = aside.flatMap(name => readdirSync(join(place.dataDir, 'files', name)))
  expect(kept.filter(name => !uploads.includes(name))).toHaveLength(harms.length)
})

test('a restore that refuses a store of another database says what works', async () => {
  const archive = join(scratchFolder(), 'team.tar.gz')
  const place = newPlace()
  const uploads = await uploadsAt(place)
  await backUp(place, archive)
  for (const keep of [true, false]) {
    removeDatabase(place)
    const other = await open(place)
    if (keep) await adoptFiles(other, { anyway: true })
    await other.db.destroy()
  }
  const said = await refusalOf(restore(place, archive))
  expect(said).toMatch(/Nothing was changed[\s\S]*adopt-files --anyway\n.*restore FILE/)
  const here = await open(place)
  await adoptFiles(here, { anyway: true })
  await here.db.destroy()
  await restore(place, archive)
  expect(await namesIn(place)).toEqual(uploads)
})

test('after the restore of a lost database the first sweep moves later uploads aside', async () => {
  const place = newPlace()
  const archive = join(scratchFolder(), 'team.tar.gz')
  const ctx = await open(place)
  await openFileStore(ctx, () => {})
  const { ada, projects } = await fillTeam(ctx)
  await backUp(place, archive)
  await addFile(ctx, ada, projects[0] ?? 0, { name: 'late.txt', content: Readable.from(['late']) })
  await ctx.db.destroy()
  const before = await namesIn(place)
  removeDatabase(place)
  await restore(place, archive)

  const again = await open(place)
  const storage = { ...again.storage, settledAfterMs: 0 }
  const lines: string[] = []
  const log = { warn: (line: string) => lines.push(line) } as unknown as typeof again.log
  await sweepStorage({ ...again, storage, log })
  const [, aside = ''] = /moved to the folder (.*): 1$/.exec(lines.join()) ?? []
  const [late = ''] = readdirSync(aside)
  expect(readFileSync(join(aside, late), 'utf8')).toBe('late')
  expect([...(await namesIn(place)), late].sort()).toEqual(before)
  // Later files without a row are deleted again.
  await storage.write(crypto.randomUUID(), Readable.from(['stray']))
  expect(await sweepStorage({ ...again, storage })).toBe(1)
  await again.db.destroy()
})
