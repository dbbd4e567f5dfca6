import { fork, spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { gunzipSync, gzipSync } from 'node:zlib'
import { packTar, unpackTar } from 'modern-tar'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import {
  backUp,
  contentsAt,
  contentsOf,
  drillUnderLoad,
  fillTeam,
  open,
  type Place,
  partsOf,
  restore,
  scratchFolder,
  writeDay,
} from '../../test/backup-drill.ts'
import { migrateWithRows } from '../../test/earlier-data.ts'
import { indexedWords } from '../../test/search-index.ts'
import { connect } from '../db/connect.ts'
import { migrate, migrations } from '../db/migrate.ts'
import type { Db } from '../db/schema.ts'
import { addFile } from '../features/files/files.service.ts'
import { buildSearchIndexJob } from '../features/search/build-index.job.ts'
import { isIndexBuilt } from '../features/search/build-index.service.ts'
import { withoutSignIn } from '../identity/sign-ins.ts'
import {
  endOutgoingPause,
  isOutgoingPaused,
  outgoingResumedName,
  pauseOutgoing,
} from '../jobs/outgoing-pause.ts'
import { runJobs } from '../jobs/run-jobs.ts'
import { openFileStore } from '../startup/open-context.ts'
import { isOurName } from '../storage/storage.ts'
import { readArchive } from './archive-reader.ts'
import { BackupError } from './backup-error.ts'
import { makeBackup } from './make-backup.ts'
import { noProgress } from './progress.ts'
import { restoreBackup } from './restore-backup.ts'

const built = join(import.meta.dirname, '../../../dist/server')
const admin = join(built, 'admin.mjs')
const main = join(built, 'main.mjs')
// The tests start many processes, which share compiled modules.
const { NODE_COMPILE_CACHE } = process.env
const restoreChild = (place: Place) =>
  fork(new URL('../../test/children/restore.ts', import.meta.url), [JSON.stringify(place), archive])

// One team, one archive of it and two restored copies are made once; tests copy what they change.
const folder = join(tmpdir(), `daily-report-backup-${crypto.randomUUID()}`)
const home: Place = { dataDir: join(folder, 'home') }
const restored: Place = { dataDir: join(folder, 'restored') }
const livedIn: Place = { dataDir: join(folder, 'lived-in') }
const archive = join(folder, 'whole.tar.gz')
let contents: Awaited<ReturnType<typeof contentsOf>>
let livedInContents: Awaited<ReturnType<typeof contentsAt>>
beforeAll(async () => {
  const ctx = await open(home)
  await fillTeam(ctx)
  contents = await contentsOf(ctx.db)
  await ctx.db.destroy()
  await backUp(home, archive)
  await restore(restored, archive)
  cpSync(restored.dataDir, livedIn.dataDir, { recursive: true })
  const lived = await open(livedIn)
  await lived.db.insertInto('shared_values').values({ name: 'lived_in', value: '1' }).execute()
  await lived.db.destroy()
  livedInContents = await contentsAt(livedIn)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const newPlace = (): Place => ({ dataDir: join(scratchFolder(), 'data') })

function copyOf({ dataDir }: Place): Place {
  const place = newPlace()
  cpSync(dataDir, place.dataDir, { recursive: true })
  return place
}

/** The folder into which the archive was restored. */
const restoredPlace = () => copyOf(restored)

/** An installation with more data than the archive, to check that it isn't changed. */
const livedInPlace = () => ({ place: copyOf(livedIn), contents: livedInContents })

/** Unpacks the archive, changes its entries and packs it again. */
async function repacked(change: (entries: Awaited<ReturnType<typeof unpackTar>>) => void): Promise<string> {
  const entries = await unpackTar(gunzipSync(readFileSync(archive)))
  change(entries)
  const file = join(scratchFolder(), 'changed.tar.gz')
  writeFileSync(file, gzipSync(await packTar(entries)))
  return file
}
const entryOf = (entries: Awaited<ReturnType<typeof unpackTar>>, name: string) => {
  const entry = entries.find(({ header }) => header.name === name)
  if (!entry?.data) throw new Error(`no ${name}`)
  return entry as { header: { size: number; name: string }; data: Uint8Array<ArrayBuffer> }
}
function rewrite(
  entries: Awaited<ReturnType<typeof unpackTar>>,
  name: string,
  change: (text: string) => string,
) {
  const entry = entryOf(entries, name)
  entry.data = new TextEncoder().encode(change(new TextDecoder().decode(entry.data)))
  entry.header.size = entry.data.length
}

/** Repacks with right checksums. */
const repackedWhole = (change: Parameters<typeof repacked>[0]) =>
  repacked(entries => {
    change(entries)
    const all = createHash('sha256')
    let lines = ''
    for (const { header, data = new Uint8Array() } of entries) {
      if (header.name.startsWith('checksums/')) {
        rewrite(entries, header.name, () => lines)
        all.update(lines)
        lines = ''
      } else if (header.name === 'end.json')
        rewrite(entries, header.name, text =>
          JSON.stringify({ ...JSON.parse(text), checksums: all.copy().digest('hex') }),
        )
      else lines += `${createHash('sha256').update(data).digest('hex')}  ${header.name}\n`
    }
  })

/** Marks the file store as a server does. */
async function marked(place: Place) {
  const ctx = await open(place)
  await openFileStore(ctx, () => {}).finally(() => ctx.db.destroy())
  return contentsAt(place)
}

function unzipsTo(bytes: Buffer, content: Buffer) {
  try {
    return gunzipSync(bytes).equals(content)
  } catch {
    return false
  }
}

describe('a refused archive changes nothing:', () => {
  async function expectRefused(file: string, sentence: RegExp) {
    const { place, contents: before } = livedInPlace()
    await expect(restore(place, file)).rejects.toThrow(sentence)
    expect(await contentsAt(place)).toEqual(before)
    expect(existsSync(join(place.dataDir, 'backups'))).toBe(false)
  }

  test('an archive that is not there', async () => {
    await expectRefused(join(folder, 'nowhere.tar.gz'), /cannot be read \(ENOENT\)/)
  })

  test('a file that is not an archive', async () => {
    const file = join(scratchFolder(), 'photo.tar.gz')
    writeFileSync(file, 'not an archive at all')
    await expectRefused(file, /is damaged or incomplete: .+ Nothing was changed\./)
  })

  test('an archive cut off anywhere', async () => {
    const { place, contents: before } = livedInPlace()
    const { size } = statSync(archive)
    for (const length of [0, 1, 9, 100, Math.floor(size / 2), size - 9, size - 8, size - 1]) {
      const file = join(scratchFolder(), 'cut.tar.gz')
      copyFileSync(archive, file)
      truncateSync(file, length)
      await expect(restore(place, file), `cut at ${length}`).rejects.toThrow(/damaged or incomplete/)
    }
    expect(await contentsAt(place)).toEqual(before)
  })

  test('an archive with any one byte changed', async () => {
    const { place, contents: before } = livedInPlace()
    const bytes = readFileSync(archive)
    const whole = gunzipSync(bytes)
    let refused = 0
    for (let step = 0; step < 80; step++) {
      const at = Math.floor(((bytes.length - 1) * step) / 79)
      const changed = Buffer.from(bytes)
      changed[at] = (changed[at] ?? 0) ^ (1 << (step % 8))
      // Some bits have no meaning: the date of gzip, and two encodings of the same repetition.
      if (unzipsTo(changed, whole)) continue
      refused++
      const file = join(scratchFolder(), 'changed.tar.gz')
      writeFileSync(file, changed)
      await expect(restore(place, file), `byte ${at}`).rejects.toThrow(/damaged or incomplete/)
    }
    expect(refused).toBeGreaterThan(60)
    expect(await contentsAt(place)).toEqual(before)
  })

  test('a row changed inside', async () => {
    const file = await repacked(entries =>
      rewrite(entries, 'tables/users/000001.ndjson', text => text.replace('ada@', 'eve@')),
    )
    await expectRefused(file, /its checksums don't match/)
  })

  test('an entry that is missing', async () => {
    const file = await repacked(entries => {
      entries.splice(
        entries.findIndex(({ header }) => header.name.startsWith('files/')),
        1,
      )
    })
    await expectRefused(file, /its checksums don't match/)
  })

  test.each([
    '../../../etc/cron.d/x',
    '/etc/x',
    'files/../x',
    'files/notes.txt',
    'tables/../x/000001.ndjson',
  ])('a path of its own choosing: %s', async name => {
    const file = await repacked(entries => {
      entries.splice(1, 0, { header: { name, size: 1, type: 'file' }, data: new Uint8Array([1]) })
    })
    await expectRefused(file, /which is not part of a backup/)
  })

  test('a link in place of a file', async () => {
    const file = await repacked(entries => {
      const name = `files/${crypto.randomUUID()}`
      entries.splice(1, 0, { header: { name, size: 0, type: 'symlink', linkname: '/etc/passwd' } })
    })
    await expectRefused(file, /which is not part of a backup/)
  })

  test.each([
    ['a value that is missing', (user: object) => ({ ...user, name: null })],
    ['an id that is no number', (user: object) => ({ ...user, id: 'x' })],
    ['ids that occur twice', (user: object) => ({ ...user, id: 1 })],
    ['references to nothing', ({ id, ...user }: { id: number }) => ({ ...user, id: id + 1000 })],
  ] as const)('an undamaged archive with rows that the database refuses: %s', async (_, change) => {
    const file = await repackedWhole(entries =>
      rewrite(entries, 'tables/users/000001.ndjson', text =>
        text.replaceAll(/.+/g, line => JSON.stringify(change(JSON.parse(line)))),
      ),
    )
    const { place, contents: before } = livedInPlace()
    const refused = restore(place, file)
    await expect(refused).rejects.toThrow(
      /is undamaged, but the database refuses its rows: .+ Nothing was changed/s,
    )
    await expect(refused).rejects.toBeInstanceOf(BackupError)
    expect(await contentsAt(place)).toEqual(before)
  })

  test('an archive of a newer format', async () => {
    const file = await repacked(entries =>
      rewrite(entries, 'manifest.json', text => text.replace('"format": 1', '"format": 2')),
    )
    await expectRefused(file, /written by a newer version; this is \d+\.\d+\.\d+\. Nothing was changed/)
  })

  test('an archive of a newer database', async () => {
    const place = restoredPlace()
    const ctx = await open(place)
    await migrate(ctx.db, [...migrations, { name: '9999-later', async up() {} }])
    await ctx.db.destroy()
    const file = join(scratchFolder(), 'newer.tar.gz')
    await backUp(place, file)
    // The archive was made by this version, as a restore point is, so naming its version would be wrong advice.
    await expectRefused(file, /written by a newer version; this is .+ doesn't know: 9999-later\./)
  })

  test('an archive of a newer database names the version that made the tables, not the one that made the archive', async () => {
    const place = restoredPlace()
    const ctx = await open(place)
    await migrate(ctx.db, [...migrations, { name: '9999-later', async up() {} }])
    await ctx.db
      .updateTable('shared_values')
      .set({ value: '7.8.9 (ab12cd3)' })
      .where('name', '=', 'schema_version')
      .execute()
    await ctx.db.destroy()
    const file = join(scratchFolder(), 'newer.tar.gz')
    await backUp(place, file)
    await expectRefused(
      file,
      /written by 7\.8\.9 \(ab12cd3\); this is .+ doesn't know: 9999-later\. Nothing was changed\. /,
    )
  })

  test('a data folder on which a server runs', async () => {
    const { place, contents: before } = livedInPlace()
    const running = await open(place)
    await expect(restore(place, archive)).rejects.toThrow(
      /A server or another command is using this database/,
    )
    await running.db.destroy()
    expect(await contentsAt(place)).toEqual(before)
  })

  test('a file store that belongs to another database', async () => {
    const [mine, theirs] = [restoredPlace(), restoredPlace()]
    await marked(theirs)
    const contents = await marked(mine)
    const settings = { ...(await partsOf(mine)), storage: (await partsOf(theirs)).storage }
    await expect(restoreBackup(archive, settings)).rejects.toThrow(/The files of this database are not in/)
    await expect(makeBackup(join(scratchFolder(), 'x.tar.gz'), settings)).rejects.toThrow(/are not in/)
    expect(await contentsAt(mine)).toEqual(contents)
  })

  test('a backup over a file that is there', async () => {
    const file = join(scratchFolder(), 'mine.tar.gz')
    writeFileSync(file, 'mine')
    await expect(backUp(home, file)).rejects.toThrow(/already exists. Nothing was changed/)
    expect(readFileSync(file, 'utf8')).toBe('mine')
  })
})

test('everything comes back row by row and byte by byte, readable by its owner alone', async () => {
  const place = newPlace()
  expect(statSync(archive).mode & 0o777).toBe(0o600)
  const { restorePoint } = await restore(place, archive)
  expect(restorePoint).toBeUndefined()
  expect(await contentsAt(place)).toEqual(contents)
})

test('an archive has no search index, and the first start builds it again', async () => {
  const ctx = await open(restoredPlace())
  onTestFinished(() => ctx.db.destroy())
  expect(await indexedWords(ctx.db)).toEqual([])
  const jobs = runJobs(ctx, [buildSearchIndexJob], { pollMs: 5 })
  onTestFinished(() => jobs.stop())
  await expect.poll(() => isIndexBuilt(ctx.db)).toBe(true)
  const atHome = await open(home)
  onTestFinished(() => atHome.db.destroy())
  expect(await indexedWords(ctx.db)).toEqual(await indexedWords(atHome.db))
})

test('the file store is assigned to its database again, in an empty folder and after a lost database', async () => {
  const place = restoredPlace()
  await marked(place)
  const file = join(scratchFolder(), 'marked.tar.gz')
  await backUp(place, file)
  rmSync(join(place.dataDir, 'daily-report.db'))
  for (const target of [place, newPlace()]) {
    await restore(target, file)
    await marked(target)
    await restore(target, archive)
    await marked(target)
  }
})

test('ids of deleted rows are not assigned again', async () => {
  const place = newPlace()
  await restore(place, archive)
  const [from, to] = [await open(home), await open(place)]
  onTestFinished(async () => {
    await from.db.destroy()
    await to.db.destroy()
  })
  const sequence = (ctx: typeof from) =>
    ctx.db
      .selectFrom('sqlite_sequence' as 'users')
      .selectAll()
      .orderBy('name')
      .execute()
  const isPassing = (row: { name: string }) => row.name === 'sign_in_failures'
  expect((await sequence(to)).filter(row => !isPassing(row))).toEqual(
    (await sequence(from)).filter(row => !isPassing(row)),
  )
})

test('the former state is kept, and restoring it undoes the restore', async () => {
  const { place, contents: before } = livedInPlace()
  const { restorePoint } = await restore(place, archive)
  expect(await contentsAt(place)).toEqual(contents)
  expect(restorePoint).toContain(join(place.dataDir, 'backups', 'before-restore-'))
  await restore(place, restorePoint ?? '')
  expect(await contentsAt(place)).toEqual(before)
})

describe('mail waits after a restore:', () => {
  const isPaused = async (place: Place) => {
    const ctx = await open(place)
    return isOutgoingPaused(ctx.db).finally(() => ctx.db.destroy())
  }

  test('into an empty folder, over a database without accounts and over a damaged one', async () => {
    expect(await isPaused(restored)).toBe(true)
    const neverSetUp = newPlace()
    await (await open(neverSetUp)).db.destroy()
    expect(await isPaused(neverSetUp)).toBe(false)
    expect((await restore(neverSetUp, archive)).isOutgoingPaused).toBe(true)
    expect(await isPaused(neverSetUp)).toBe(true)
    const damaged = copyOf(home)
    writeFileSync(join(damaged.dataDir, 'daily-report.db'), 'no database any more')
    await restore(damaged, archive)
    expect(await isPaused(damaged)).toBe(true)
  })

  test('not over the team whose archive it is, even one of a paused server', async () => {
    const live = copyOf(home)
    const ctx = await open(live)
    await pauseOutgoing(ctx.db, ctx.clock)
    const ofPaused = join(scratchFolder(), 'paused.tar.gz')
    await backUp(live, ofPaused)
    await endOutgoingPause(ctx.db)
    await ctx.db.destroy()
    // Also twice in a row: the archive doesn't know that it was resumed, but the restored database does.
    for (const _time of [1, 2]) {
      expect((await restore(live, ofPaused)).isOutgoingPaused).toBe(false)
      expect(await isPaused(live)).toBe(false)
    }
  })

  test('with the archive of a paused server, over a database that knows of no pause', async () => {
    const copy = copyOf(home)
    const change = async (place: Place, work: (db: Db) => Promise<unknown>) => {
      const { db } = await open(place)
      await work(db).finally(() => db.destroy())
    }
    const [beforePause, ofPaused] = [1, 2].map(number => join(scratchFolder(), `${number}.tar.gz`)) as [
      string,
      string,
    ]
    await backUp(copy, beforePause)
    await change(copy, db => pauseOutgoing(db, { now: () => new Date('2026-01-05T09:00:00Z') }))
    await backUp(copy, ofPaused)
    // As a version leaves it that knows no pauses, and as one that was resumed earlier.
    await change(copy, db => db.deleteFrom('shared_values').where('name', 'like', 'outgoing%').execute())
    const resumed = copyOf(copy)
    const value = '2026-01-04T09:00:00.000Z'
    await change(resumed, db =>
      db.insertInto('shared_values').values({ name: outgoingResumedName, value }).execute(),
    )
    for (const place of [copy, resumed]) {
      expect(await isPaused(place)).toBe(false)
      expect((await restore(place, ofPaused)).isOutgoingPaused).toBe(true)
      expect(await isPaused(place)).toBe(true)
      // The paused database itself is restored as before, whatever its archive says.
      expect((await restore(place, beforePause)).isOutgoingPaused).toBe(true)
      await change(place, db => endOutgoingPause(db))
      expect((await restore(place, ofPaused)).isOutgoingPaused).toBe(false)
    }
  })

  test('over the data of another server, and over a copy it continues to wait', async () => {
    const other = restoredPlace()
    await marked(other)
    const ctx = await open(other)
    expect(await endOutgoingPause(ctx.db)).toBe(true)
    await ctx.db.destroy()
    expect((await restore(other, archive)).isOutgoingPaused).toBe(true)
    expect(await isPaused(other)).toBe(true)
    const copy = restoredPlace()
    await restore(copy, archive)
    expect(await isPaused(copy)).toBe(true)
  })
})

describe('lost files do not prevent a restore, and the restore point reports them:', () => {
  async function expectRestored(lose: (files: string) => void, lost: 'some' | 'all') {
    const { place } = livedInPlace()
    const before = await marked(place)
    const ctx = await open(place)
    const ids = (await ctx.db.selectFrom('project_files').select('id').execute()).map(({ id }) => id)
    await ctx.db.destroy()
    lose(join(place.dataDir, 'files'))
    const { restorePoint = '', lostBefore } = await restore(place, archive)
    expect(lostBefore).toBe(lost === 'all' ? ids.length : 1)
    expect((await readArchive(restorePoint, noProgress)).end.lost).toHaveLength(lostBefore)
    // All files of the archive are there, and the database knows its store.
    expect(await marked(place)).toMatchObject({ project_files: contents.project_files })

    await restore(place, restorePoint)
    const after = await open(place)
    onTestFinished(() => after.db.destroy())
    expect((await contentsOf(after.db)).reports).toEqual(before.reports)
    expect((await contentsOf(after.db)).project_files).toEqual(before.project_files)
  }
  const firstOf = (files: string) => readdirSync(files).find(isOurName) ?? ''

  test('one file', async () => {
    await expectRestored(files => rmSync(join(files, firstOf(files))), 'some')
  })

  test('the whole folder', async () => {
    await expectRestored(files => rmSync(files, { recursive: true }), 'all')
  })

  test('the mark of the folder and a file', async () => {
    await expectRestored(files => {
      rmSync(join(files, 'store-mark'))
      rmSync(join(files, firstOf(files)))
    }, 'some')
  })
})

test('a database that was set up again after a loss is replaced, although the files still belong to the old one', async () => {
  const place = restoredPlace()
  await marked(place)
  const file = join(scratchFolder(), 'marked.tar.gz')
  await backUp(place, file)
  rmSync(join(place.dataDir, 'daily-report.db'))
  // A start that finds the files of another database leaves this.
  await expect(marked(place)).rejects.toThrow(/The files of this database are not in/)
  const { lostBefore } = await restore(place, file)
  expect(lostBefore).toBe(0)
  expect(await marked(place)).toMatchObject({ project_files: contents.project_files })
})

test('a damaged database is kept as it is and does not prevent a restore', async () => {
  const { place } = livedInPlace()
  const file = join(place.dataDir, 'daily-report.db')
  writeFileSync(file, 'no database any more')
  const { restorePoint } = await restore(place, archive)
  expect(readFileSync(restorePoint ?? '', 'utf8')).toBe('no database any more')
  expect(await contentsAt(place)).toEqual(contents)
})

test('a backup taken during concurrent writes is consistent', async () => {
  await drillUnderLoad(newPlace(), newPlace())
})

test('a file that is deleted while the backup runs is left out with its row; a lost file is named', async () => {
  const place = restoredPlace()
  const ctx = await open(place)
  onTestFinished(() => ctx.db.destroy())
  const files = await ctx.db.selectFrom('project_files').selectAll().orderBy('id').execute()
  const [removed, lost, short] = files
  if (!removed || !lost || !short) throw new Error('too few files')
  rmSync(join(place.dataDir, 'files', lost.storage_name))
  truncateSync(join(place.dataDir, 'files', short.storage_name), 10)

  // The first file has been deleted since the snapshot, after its row.
  const parts = await partsOf(place)
  const storage: typeof parts.storage = {
    ...parts.storage,
    async read(name, range) {
      if (name === removed.storage_name) {
        await ctx.db.deleteFrom('project_files').where('id', '=', removed.id).execute()
        await parts.storage.remove(name)
      }
      return parts.storage.read(name, range)
    },
  }
  const file = join(scratchFolder(), 'holes.tar.gz')
  const made = await makeBackup(file, { ...parts, storage })
  expect(made.removed_meanwhile.map(({ id }) => id)).toEqual([removed.id])
  expect(made.lost.map(({ id }) => id)).toEqual([lost.id, short.id])

  const other = newPlace()
  await restore(other, file)
  const restored = await open(other)
  onTestFinished(() => restored.db.destroy())
  const ids = (await restored.db.selectFrom('project_files').select('id').orderBy('id').execute()).map(
    row => row.id,
  )
  expect(ids).toEqual(files.map(row => row.id).filter(id => id !== removed.id))
})

test('every user signs in again after a restore', async () => {
  const place = restoredPlace()
  const ctx = await open(place)
  const { id } = await ctx.db.selectFrom('users').select('id').executeTakeFirstOrThrow()
  const later = '2999-01-01T00:00:00.000Z'
  await ctx.db
    .insertInto('sign_ins')
    .values({ id: 'x', user_id: id, created_at: later, expires_at: later })
    .execute()
  await ctx.db.destroy()
  const file = join(scratchFolder(), 'signed-in.tar.gz')
  await backUp(place, file)
  await restore(place, file)
  const after = await open(place)
  expect(await after.db.selectFrom('sign_ins').selectAll().execute()).toEqual([])
  await after.db.destroy()
})

describe('as commands:', () => {
  async function run(place: Place, args: string[], limit = '') {
    const command = `${limit} exec "$0" "$@"`
    const child = spawn('/bin/sh', ['-c', command, process.execPath, admin, ...args], {
      cwd: scratchFolder(),
      env: { PATH: process.env.PATH, NODE_COMPILE_CACHE, DATA_DIR: place.dataDir },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    let output = ''
    child.stdout.on('data', chunk => {
      output += chunk
    })
    child.stderr.on('data', chunk => {
      output += chunk
    })
    const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, output }))
    return { child, ended, output: () => output }
  }

  test('backup, verify and restore print what they did', async () => {
    const place = restoredPlace()
    const made = await (await run(place, ['backup'])).ended
    expect(made).toMatchObject({
      code: 0,
      output: expect.stringMatching(/backup-\S+\.tar\.gz: \d+ rows, \d+ files, \d+\.\d kB\./),
    })
    const [name = ''] = readdirSync(join(place.dataDir, 'backups'))
    const file = join(place.dataDir, 'backups', name)
    expect(await (await run(place, ['verify', file])).ended).toMatchObject({
      code: 0,
      output: expect.stringContaining('is complete'),
    })
    expect(await (await run(place, ['restore', file])).ended).toMatchObject({
      code: 0,
      output: expect.stringMatching(/Restored the data of .*[\s\S]*restore that to go back/),
    })
    expect(await contentsAt(place)).toEqual(contents)
    rmSync(join(place.dataDir, 'files'), { recursive: true })
    expect(await (await run(place, ['restore', file])).ended).toMatchObject({
      code: 0,
      output: expect.stringMatching(
        /restore that to go back\.[\s\S]*Warning: \d+ files of the previous data were/,
      ),
    })
    expect(await contentsAt(place)).toEqual(contents)
  })

  test('a restore names the files that the archive lacks', async () => {
    const incomplete = restoredPlace()
    const files = join(incomplete.dataDir, 'files')
    rmSync(join(files, readdirSync(files).find(isOurName) ?? ''))
    const file = join(scratchFolder(), 'incomplete.tar.gz')
    await backUp(incomplete, file)
    const { lost } = (await readArchive(file, noProgress)).end
    expect(lost).toHaveLength(1)
    const { code, output } = await (await run(newPlace(), ['restore', file])).ended
    expect(code).toBe(0)
    expect(output).toContain(
      `Warning: "${lost[0]?.file_name}" (file ${lost[0]?.id}) is not in the archive: it was missing when the archive was made.`,
    )
  })

  test('a refusal is one sentence and ends with 1', async () => {
    const place = newPlace()
    const ended = await (await run(place, ['restore', 'nowhere.tar.gz'])).ended
    expect(ended).toEqual({ code: 1, output: 'The archive nowhere.tar.gz cannot be read (ENOENT).\n' })
  })

  test('a backup that lacks a file ends with 1, so that a script notices', async () => {
    const place = restoredPlace()
    const files = join(place.dataDir, 'files')
    rmSync(join(files, readdirSync(files).find(isOurName) ?? ''))
    const ended = await (await run(place, ['backup'])).ended
    expect(ended).toMatchObject({
      code: 1,
      output: expect.stringContaining('1 file is missing from the archive'),
    })
    expect(readdirSync(join(place.dataDir, 'backups'))).toHaveLength(1)
  })

  test('a folder whose parent is missing, such as a disk that is not mounted, is refused', async () => {
    const place = restoredPlace()
    const disk = join(scratchFolder(), 'disk')
    const refused = await (await run(place, ['backup', join(disk, 'daily/team.tar.gz')])).ended
    expect(refused).toMatchObject({ code: 1, output: expect.stringContaining(`There is no folder ${disk}`) })
    expect(existsSync(disk)).toBe(false)
    mkdirSync(disk)
    const made = await (await run(place, ['backup', join(disk, 'daily/team.tar.gz')])).ended
    expect(made).toMatchObject({ code: 0 })
  })

  test('--env-file reads the settings of a service as the service has them', async () => {
    const place = restoredPlace()
    const backups = join(scratchFolder(), 'a folder & "more"')
    const file = join(scratchFolder(), 'service.env')
    writeFileSync(file, `# comment\nDATA_DIR=${place.dataDir}\nBACKUP_DIR=${backups}  \n`)
    const made = await (await run({ dataDir: '/nowhere' }, ['backup', '--env-file', file])).ended
    expect(made).toMatchObject({ code: 0 })
    expect(readdirSync(backups)).toHaveLength(1)
    const missing = await (await run(place, ['--env-file', join(backups, 'none.env'), 'backup'])).ended
    // Node checks for the file first.
    expect([missing.code !== 0, missing.output]).toEqual([true, expect.stringContaining('none.env')])
  })

  test('a full disk is reported in a sentence, and nothing of the backup is left', async () => {
    const place = restoredPlace()
    const ctx = await open(place)
    const ada = {
      id: 1,
      name: '',
      email: '',
      role: 'admin' as const,
      created_at: '',
      ...withoutSignIn,
    }
    await addFile(ctx, ada, 1, { name: 'large', content: Readable.from([randomBytes(6 * 1024 * 1024)]) })
    await ctx.db.destroy()
    // Files of this process are limited to 3 MB, which has the effect of a full disk or a quota.
    const ended = await (await run(place, ['backup'], 'ulimit -f 6000;')).ended
    expect(ended).toMatchObject({
      code: 1,
      output: expect.stringContaining('enough disk space for the backup'),
    })
    expect(readdirSync(join(place.dataDir, 'backups'))).toEqual([])
  })

  test('a restore killed at any moment leaves the old state or the new one, and the next one works', async () => {
    const { place, contents: before } = livedInPlace()
    for (const mark of ['Checking', 'Rows', 'Restoring']) {
      const { child, ended, output } = await run(place, ['restore', archive])
      const isThere = () => output().includes(mark) || child.exitCode !== null
      await expect.poll(isThere, { timeout: 60_000, interval: 1 }).toBe(true)
      child.kill('SIGKILL')
      await ended
      const now = JSON.stringify(await contentsAt(place))
      expect([JSON.stringify(before), JSON.stringify(contents)]).toContain(now)
      if (now === JSON.stringify(contents)) break
    }
    const { ended } = await run(place, ['restore', archive])
    expect(await ended).toMatchObject({ code: 0 })
    expect(await contentsAt(place)).toEqual(contents)
  }, 240_000)
})

describe('a server started while a restore runs', () => {
  test.each([
    ['an empty folder', newPlace],
    ['a database', () => livedInPlace().place],
  ])(
    'over %s waits, and serves all of it afterwards',
    async (_name, makePlace) => {
      const place = makePlace()
      const restoring = restoreChild(place)
      onTestFinished(() => void restoring.kill('SIGKILL'))
      await once(restoring, 'message')

      // A second restore is refused too.
      await expect(restore(place, archive)).rejects.toThrow(/is using this database/)
      const server = spawn(process.execPath, [main], {
        cwd: scratchFolder(),
        env: {
          PATH: process.env.PATH,
          NODE_COMPILE_CACHE,
          DATA_DIR: place.dataDir,
          PORT: '0',
          LOG_LEVEL: 'warn',
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      onTestFinished(() => void server.kill('SIGKILL'))
      let output = ''
      for (const stream of [server.stdout, server.stderr])
        stream.on('data', chunk => {
          output += chunk
        })
      const ended = once(server, 'close')
      await expect
        .poll(() => output, { timeout: 100_000 })
        .toMatch(/Waiting for the database file in .+ \.\.\.\n$/)

      const restored = once(restoring, 'exit')
      restoring.send('go on')
      expect(await restored).toEqual([0, null])
      await expect.poll(() => output, { timeout: 100_000 }).toContain('is ready on')
      // Neither a migration nor a set-up was needed: the only account is the restored one.
      expect(output).not.toMatch(/applied|setup/)
      server.kill('SIGTERM')
      expect(await ended).toEqual([0, null])
      const { shared_values: _, jobs, ...now } = await contentsAt(place)
      const { shared_values: __, jobs: archivedJobs, ...archived } = contents
      expect(now).toEqual(archived)
      // A server that ran has queued its schedules.
      expect(jobs?.filter(job => !job.includes('"schedule"'))).toEqual(archivedJobs)
    },
    240_000,
  )

  test('a restore killed in an empty folder leaves nothing that keeps the next one or a start from working', async () => {
    for (const next of ['restore', 'start']) {
      const place = newPlace()
      const restoring = restoreChild(place)
      onTestFinished(() => void restoring.kill('SIGKILL'))
      await once(restoring, 'message')
      restoring.kill('SIGKILL')
      await once(restoring, 'exit')
      if (next === 'restore') expect((await restore(place, archive)).restorePoint).toBeUndefined()
      expect((await contentsAt(place)).users).toEqual(next === 'restore' ? contents.users : [])
    }
  }, 240_000)

  test('a restore that fails in an empty folder leaves it empty', async () => {
    const place = newPlace()
    const parts = await partsOf(place)
    const storage = { ...parts.storage, write: () => Promise.reject(new Error('no room')) }
    await expect(restoreBackup(archive, { ...parts, storage })).rejects.toThrow('no room')
    expect(readdirSync(place.dataDir)).toEqual(['files'])
  })
})

test('after a restore users continue to work', async () => {
  const place = newPlace()
  await restore(place, archive)
  const ctx = await open(place)
  const people = await ctx.db.selectFrom('users').selectAll().orderBy('id').execute()
  const [ada, ...staff] = people.map(person => ({ ...person, ...withoutSignIn }))
  const projects = (await ctx.db.selectFrom('projects').select('id').execute()).map(row => row.id)
  if (!ada) throw new Error('no such user')
  await writeDay(ctx, { ada, staff, projects }, '2025-05-05')
  await ctx.db.destroy()
})

test.each(migrations.map(({ name }) => name))('an archive of a database of %s is migrated', async version => {
  const old = newPlace()
  mkdirSync(join(old.dataDir, 'files'), { recursive: true })
  writeFileSync(join(old.dataDir, 'files', '11111111-1111-4111-8111-111111111111'), 'plan')
  const db = connect({ dataDir: old.dataDir, databaseUrl: undefined })
  await migrateWithRows(db, version)
  const file = join(scratchFolder(), 'old.tar.gz')
  await backUp(old, file)
  await migrate(db)
  const upgraded = await contentsOf(db)
  await db.destroy()

  const place = newPlace()
  await restore(place, file)
  const restored = connect({ dataDir: place.dataDir, databaseUrl: undefined })
  onTestFinished(() => restored.destroy())
  // The times of the migrations differ; everything else is as if the old database had been upgraded in place.
  const named = (rows: string[] = []) => rows.map(row => JSON.parse(row)[1])
  const contents = await contentsOf(restored)
  expect(named(contents.schema_migrations)).toEqual(named(upgraded.schema_migrations))
  expect({ ...contents, schema_migrations: [] }).toEqual({ ...upgraded, schema_migrations: [] })
})
