import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openStorage } from '../../server/src/storage/open-storage.ts'
import {
  backUp,
  configOf,
  contentsOf,
  expectOneInstant,
  type Place,
  restore,
  settingsOf,
} from '../../server/test/backup-drill.ts'
import { startApp, temporaryFolder } from '../faults/support/app-process.ts'
import { makeTeam } from '../faults/support/team.ts'
import { withDatabase } from '../faults/support/verify.ts'
import { createWriters, emptyLedger } from '../faults/support/writers.ts'
import { startCluster } from './support/cluster.ts'
import { isWhole, startUploaders } from './support/uploaders.ts'

/** The content of every file that a row names. */
async function filesAt(place: Place): Promise<Map<string, string>> {
  const storage = await openStorage(configOf(place))
  const rows = await withDatabase(place, db =>
    db.selectFrom('project_files').select(['storage_name', 'file_size']).execute(),
  )
  const files = new Map<string, string>()
  for (const { storage_name, file_size } of rows) {
    const content = await storage.read(storage_name)
    if (!content) throw new Error(`${storage_name} is missing`)
    const sum = createHash('sha256')
    let bytes = 0
    for await (const chunk of content) {
      sum.update(chunk)
      bytes += chunk.length
    }
    expect(bytes).toBe(file_size)
    files.set(storage_name, sum.digest('hex'))
  }
  return files
}

test('a backup of three busy instances is consistent and can be restored to another database and bucket', async () => {
  const cluster = await startCluster(3)
  const team = await makeTeam(cluster.app, 6, cluster.place)
  const ledger = emptyLedger()
  const writers = createWriters(team, ledger).run(cluster.app)
  const uploaders = startUploaders(cluster.proxy.url, team, 2)
  const written = async (writes: number, uploads: number) => {
    const wanted = [ledger.confirmed + writes, uploaders.stored.length + uploads] as const
    const isThere = () => ledger.confirmed >= wanted[0] && uploaders.stored.length >= wanted[1]
    await expect.poll(isThere, { timeout: 600_000, interval: 20 }).toBe(true)
  }

  await written(30, 6)
  const confirmedBefore = { reports: [...ledger.reports.keys()], files: [...uploaders.stored] }
  const home: Place = {
    dataDir: temporaryFolder(),
    databaseUrl: cluster.place.databaseUrl,
    s3: cluster.bucket,
  }
  const archive = join(temporaryFolder(), 'team.tar.gz')
  expect(await backUp(home, archive)).toMatchObject({ lost: [], removed_meanwhile: [] })
  await written(10, 1)
  await writers.stop()
  await uploaders.stop()

  const away: Place = {
    dataDir: temporaryFolder(),
    databaseUrl: await cluster.newDatabase(),
    s3: await cluster.newBucket(),
  }
  await restore(away, archive)
  const [was, is] = [
    await withDatabase(home, db => contentsOf(db)),
    await withDatabase(away, db => contentsOf(db)),
  ]
  for (const table of ['users', 'projects', 'comments', 'project_files'])
    expect(
      is[table]?.filter(row => !was[table]?.includes(row)),
      table,
    ).toEqual([])
  expect(is.reports?.length).toBeLessThan(was.reports?.length ?? 0)
  await withDatabase(away, db => expectOneInstant(db))

  // The copy has every write confirmed before the backup began, and every file equals the one in the first bucket.
  const reports = await withDatabase(away, db => db.selectFrom('reports').select('id').execute())
  const ids = new Set(reports.map(({ id }) => id))
  expect(confirmedBefore.reports.filter(id => !ids.has(id))).toEqual([])
  const [homeFiles, awayFiles] = [await filesAt(home), await filesAt(away)]
  expect(awayFiles.size).toBeGreaterThanOrEqual(confirmedBefore.files.length)
  for (const [name, sum] of awayFiles) expect(homeFiles.get(name)).toBe(sum)

  // A server on the copy accepts the old passwords and refuses the old sign-ins.
  const app = await startApp({ dataDir: away.dataDir, env: settingsOf(away) })
  try {
    const [member] = team.members
    if (!member) throw new Error('no team')
    expect((await app.call({ path: '/api/auth/me', token: member.token })).status).toBe(401)
    const token = await app.signIn(member)
    for (const file of confirmedBefore.files) expect(await isWhole(app.url, file, token)).toBe('whole')
  } finally {
    await app.kill()
  }
})
