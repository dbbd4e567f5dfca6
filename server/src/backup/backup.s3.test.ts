import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import {
  backUp,
  contentsOf,
  drillUnderLoad,
  fillTeam,
  open,
  type Place,
  partsOf,
  restore,
  scratchFolder,
} from '../../test/backup-drill.ts'
import { makeBucket, startObjectStore } from '../../test/object-store/object-store.ts'
import { addFile } from '../features/files/files.service.ts'
import { withoutSignIn } from '../identity/sign-ins.ts'
import { openFileStore } from '../startup/open-context.ts'
import { s3Storage } from '../storage/s3-storage.ts'
import { StorageUnavailableError } from '../storage/storage.ts'
import { makeBackup } from './make-backup.ts'
import { restoreBackup } from './restore-backup.ts'

// This file has its own store, because it is stopped here.
const passing = await startObjectStore()
afterAll(() => passing.remove())

const onDisk = async (): Promise<Place> => ({ dataDir: join(scratchFolder(), 'data') })
const inBucket = async (store = inject('objectStoreUrl')): Promise<Place> => ({
  ...(await onDisk()),
  s3: await makeBucket(store),
})

/** A file that is uploaded in two parts and whose blocks all differ. */
const large = Buffer.alloc(5 * 1024 * 1024 + 123)
for (let at = 0; at + 4 <= large.length; at += 4) large.writeUInt32LE(at, at)

const ada = {
  id: 1,
  name: '',
  email: '',
  role: 'admin' as const,
  created_at: '',
  ...withoutSignIn,
}

// One team in a bucket and one archive of it are made once; tests restore it where they change it.
const folder = mkdtempSync(join(tmpdir(), 'daily-report-backup-'))
const archive = join(folder, 'team.tar.gz')
let everything: Awaited<ReturnType<typeof everythingAt>>
beforeAll(async () => {
  const home: Place = { dataDir: join(folder, 'home'), s3: await makeBucket(inject('objectStoreUrl')) }
  const ctx = await open(home)
  await openFileStore(ctx, () => {})
  await fillTeam(ctx)
  await ctx.db.destroy()
  expect(await backUp(home, archive)).toMatchObject({ lost: [], removed_meanwhile: [] })
  everything = await everythingAt(home)
}, 240_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Every row but those of the sign-ins and the store's mark, and every file of the store, known to a row or not. */
async function everythingAt(place: Place) {
  const ctx = await open(place)
  try {
    const { shared_values = [], ...tables } = await contentsOf(ctx.db)
    const files: Record<string, string> = {}
    for await (const some of ctx.storage.list())
      for (const { name } of some) {
        const content = await buffer((await ctx.storage.read(name)) ?? Readable.from([]))
        files[name] = `${content.length} ${createHash('sha256').update(content).digest('hex')}`
      }
    return { tables, shared: shared_values.filter(row => !row.includes('file_store')), files }
  } finally {
    await ctx.db.destroy()
  }
}

/** Does what the next start does; fails if the store belongs to another database. */
async function start(place: Place) {
  const ctx = await open(place)
  await openFileStore(ctx, () => {}).finally(() => ctx.db.destroy())
}

/** An installation with more data than the archive, including a file; its store is marked, as a server does. */
async function livedIn(place: Place, name = 'later.txt', content = Buffer.from('later')) {
  await restore(place, archive)
  await start(place)
  const ctx = await open(place)
  await addFile(ctx, ada, 1, { name, content: Readable.from([content]) })
  await ctx.db.destroy()
  return { place, later: await everythingAt(place) }
}

test('all rows and files are moved from a bucket to a folder and to another bucket', async () => {
  const { place: first, later: all } = await livedIn(await inBucket(), 'large.bin', large)
  expect(Object.keys(all.files).length).toBe(all.tables.project_files?.length)
  let from = first
  for (const place of [await onDisk(), await inBucket()]) {
    const file = join(scratchFolder(), 'next.tar.gz')
    expect(await backUp(from, file)).toMatchObject({ lost: [], removed_meanwhile: [] })
    expect(await restore(place, file)).toMatchObject({ restorePoint: undefined, isStoreOfAnother: false })
    expect(await everythingAt(place)).toEqual(all)
    await start(place)
    from = place
  }
}, 240_000)

// The other tests restore from one bucket into another.
test.each([
  ['a bucket, restored into a folder', inBucket, onDisk],
  ['a folder, restored into a bucket', onDisk, inBucket],
])(
  'a backup taken during concurrent writes to %s, is consistent',
  async (_name, from, to) => {
    await drillUnderLoad(await from(), await to())
  },
  240_000,
)

test('the former content of the bucket is kept, and restoring it undoes the restore', async () => {
  const { place, later } = await livedIn(await inBucket())
  const { restorePoint = '', lostBefore } = await restore(place, archive)
  expect([existsSync(restorePoint), lostBefore]).toEqual([true, 0])
  const restored = await everythingAt(place)
  expect(restored.tables).toEqual(everything.tables)
  // Files that no row names are removed by the sweep of the next start, not before.
  expect(restored.files).toEqual(later.files)
  await start(place)
  await restore(place, restorePoint)
  expect(await everythingAt(place)).toEqual(later)
  await start(place)
}, 240_000)

test('files that the bucket has lost are restored, and the restore point reports how many it lacks', async () => {
  const place = await inBucket()
  await restore(place, archive)
  const { storage } = await partsOf(place)
  const [one = '', other = ''] = Object.keys(everything.files)
  await storage.remove(one)
  await storage.write(other, Readable.from([Buffer.from('damaged')]))
  expect(await restore(place, archive)).toMatchObject({ lostBefore: 2 })
  expect(await everythingAt(place)).toEqual(everything)
}, 240_000)

test('a damaged archive and a bucket of another database are refused, and nothing is changed', async () => {
  const [mine, theirs] = [await livedIn(await inBucket()), await livedIn(await inBucket())]
  const cut = join(scratchFolder(), 'cut.tar.gz')
  copyFileSync(archive, cut)
  truncateSync(cut, Math.floor(statSync(archive).size / 2))
  await expect(restore(mine.place, cut)).rejects.toThrow(/is damaged or incomplete: .+ Nothing was changed\./)
  for (const { dataDir } of [mine.place, await onDisk()])
    await expect(restore({ dataDir, s3: theirs.place.s3 }, archive)).rejects.toThrow(
      /The files of this database are not in/,
    )
  for (const { place, later } of [mine, theirs]) {
    expect(await everythingAt(place)).toEqual(later)
    expect(existsSync(join(place.dataDir, 'backups'))).toBe(false)
    await start(place)
  }
}, 240_000)

test('a restore beside the bucket that the archive came from gives a warning', async () => {
  const place = await inBucket()
  await restore(place, archive)
  await start(place)
  const file = join(scratchFolder(), 'team.tar.gz')
  await backUp(place, file)
  expect(await restore(place, file)).toMatchObject({ isStoreOfAnother: false })
  const beside = { ...(await onDisk()), s3: place.s3 }
  expect(await restore(beside, file)).toMatchObject({ isStoreOfAnother: true })
  // A separate store causes no warning.
  const apart = { ...beside, s3: await makeBucket(inject('objectStoreUrl')) }
  expect(await restore(apart, file)).toMatchObject({ isStoreOfAnother: false })
  await start(apart)
}, 240_000)

test('a store that fails during a restore leaves the old state intact, and no partial backup', async () => {
  const { place, later } = await livedIn(await inBucket(passing.url))
  const parts = await partsOf(place)
  const storage = s3Storage(place.s3 ?? expect.fail(), { silenceMs: 500 })
  onTestFinished(() => passing.resume())

  for (const writesBefore of [0, 3]) {
    let writes = 0
    const leaving: typeof storage = {
      ...storage,
      write(...file) {
        if (writes++ === writesBefore) passing.pause()
        return storage.write(...file)
      },
    }
    const restoring = restoreBackup(archive, { ...parts, storage: leaving })
    await expect(restoring).rejects.toThrow(StorageUnavailableError)
    passing.resume()
    expect(await everythingAt(place)).toEqual(later)
  }

  const target = scratchFolder()
  passing.pause()
  const backingUp = makeBackup(join(target, 'never.tar.gz'), { ...parts, storage })
  await expect(backingUp).rejects.toThrow(StorageUnavailableError)
  passing.resume()
  expect(readdirSync(target)).toEqual([])
}, 240_000)
