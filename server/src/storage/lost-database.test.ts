import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { backUp, fillTeam, open, type Place, restore, scratchFolder } from '../../test/backup-drill.ts'
import { expectNothingDeleted, namesIn, refusalOf, startAt, uploadsAt } from '../../test/lost-database.ts'
import { addFile, sweepStorage } from '../features/files/files.service.ts'
import { openFileStore } from '../open-context.ts'

const newPlace = (): Place => ({ dataDir: join(scratchFolder(), 'data') })
const removeDatabase = ({ dataDir }: Place) => {
  for (const name of readdirSync(dataDir)) if (name.startsWith('daily-report.db')) rmSync(join(dataDir, name))
}

test('a start without the database, beside its files, names restore first and leaves nothing behind', async () => {
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

test('restoring a lost database moves what was uploaded since aside, with its first sweep', async () => {
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
  // Later leftovers are leftovers again.
  await storage.write(crypto.randomUUID(), Readable.from(['stray']))
  expect(await sweepStorage({ ...again, storage })).toBe(1)
  await again.db.destroy()
})
