import { expect } from 'vitest'
import { adoptFiles, refuseUnknownFiles } from '../src/features/files/adopt-files.service.ts'
import { sweepStorage } from '../src/features/files/files.service.ts'
import { startServer } from '../src/server.ts'
import { openFileStore } from '../src/startup/open-context.ts'
import { configOf, fillTeam, open, type Place, partsOf } from './backup-drill.ts'

/** Fills a place with a team and its files, and returns the names of the files. */
export async function uploadsAt(place: Place): Promise<string[]> {
  const ctx = await open(place)
  await openFileStore(ctx, () => {})
  await fillTeam(ctx)
  await ctx.db.destroy()
  return namesIn(place)
}

export async function namesIn(place: Place): Promise<string[]> {
  const { storage } = await partsOf(place)
  const names: string[] = []
  for await (const some of storage.list()) names.push(...some.map(({ name }) => name))
  return names.sort()
}

export const startAt = (place: Place) => startServer({ ...configOf(place), port: 0 })

export async function refusalOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof Error)) throw new Error('was not refused')
  return error.message
}

type Ways = {
  lose(place: Place): Promise<void>
  readAside(place: Place, where: string, name: string): Promise<string>
  nothingMade(place: Place): void
}

/** Loses the database, follows the printed advice to its end and checks that every file is still there. */
export async function expectNothingDeleted(place: Place, { lose, readAside, nothingMade }: Ways) {
  const uploads = await uploadsAt(place)
  await lose(place)
  await refusalOf(startAt(place))
  const { storage } = await partsOf(place)
  expect(await refusalOf(refuseUnknownFiles(storage))).toContain(`${uploads.length} files`)
  nothingMade(place)

  const ctx = await open(place)
  const settled = { ...ctx, storage: { ...ctx.storage, settledAfterMs: 0 } }
  const asked = await refusalOf(adoptFiles(ctx, { anyway: false }))
  expect(asked).toContain(`${uploads.length} files that this database doesn't know`)
  expect(asked).toContain('admin -- restore')
  expect(asked).toContain('--anyway')
  expect(await namesIn(place)).toEqual(uploads)

  const said = await adoptFiles(ctx, { anyway: true })
  expect(said).toContain(`${uploads.length} files`)
  const [, where = ''] =
    /moved to (?:the folder )?(\S+?)(?: in the bucket .*)?\. Nothing was deleted/.exec(said) ?? []
  expect(where).toContain('set-aside-')
  await openFileStore(ctx, () => {})
  expect(await sweepStorage(settled)).toBe(0)
  await ctx.db.destroy()
  const server = await startAt(place)
  await server.close()
  for (const name of uploads) expect((await readAside(place, where, name)).length).toBeGreaterThan(0)
  expect(await namesIn(place)).toEqual([])
}
