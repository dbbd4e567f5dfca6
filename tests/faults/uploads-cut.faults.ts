import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startApp, temporaryFolder } from './support/app-process.ts'
import { count, figure } from './support/form.ts'
import { makeTeam } from './support/team.ts'
import { findOrphans, hashOf, hashOfStored, upload } from './support/uploads.ts'
import { withDatabase } from './support/verify.ts'

const atOnce = 6
const largestBytes = 1_500_000

test('uploads cut at random by clients and kills leave no file without a row and no row without a file', async () => {
  const place = { dataDir: temporaryFolder() }
  const kills = count({ short: 5, long: 100 })
  const confirmed = new Map<string, string>()
  let app = await startApp(place)
  const team = await makeTeam(app, 1)
  let sent = 0
  let cut = 0
  for (let killed = 0; killed < kills; killed++) {
    const answered = { count: 0 }
    const uploads = Array.from({ length: atOnce }, async () => {
      while (app.child.exitCode === null && app.child.signalCode === null && !app.child.killed) {
        const name = `upload-${sent++}.bin`
        const content = randomBytes(1 + Math.floor(Math.random() * largestBytes))
        const isCut = Math.random() < 0.4
        if (isCut) cut++
        const reply = await upload(
          { url: app.url, token: team.adminToken, project: team.projects[0] ?? 0, name, content },
          isCut ? Math.floor(Math.random() * content.length) : undefined,
        )
        answered.count++
        if (reply) expect(reply.status, reply.text).toBe(201)
        if (reply?.status === 201) confirmed.set(name, hashOf(content))
      }
    })
    const wanted = 4 + Math.floor(Math.random() * 12)
    let isOver = false
    const ended = Promise.all(uploads).finally(() => {
      isOver = true
    })
    ended.catch(() => {})
    const isReached = () => isOver || answered.count >= wanted
    await expect.poll(isReached, { timeout: 300_000, interval: 2 }).toBe(true)
    await sleep(Math.random() * 30)
    expect(app.child.exitCode, 'ended by itself').toBe(null)
    await app.kill()
    await ended
    app = await startApp(place)
  }

  // A new file could belong to another process that is about to write its row, so the sweep at the start only removes
  // files without a row that are older than ten seconds.
  await expect
    .poll(() => findOrphans(place), { timeout: 120_000, interval: 500 })
    .toEqual({ files: [], rows: [], growing: [] })
  const rows = await withDatabase(place, db =>
    db.selectFrom('project_files').select(['file_name', 'storage_name']).execute(),
  )
  const stored = new Map(rows.map(row => [row.file_name, row.storage_name]))
  for (const [name, hash] of confirmed) {
    expect(await hashOfStored(place, stored.get(name) ?? 'missing')).toBe(hash)
  }
  expect(confirmed.size).toBeGreaterThan(0)
  figure('uploads cut', {
    kills,
    uploads: sent,
    'cut by the sender': cut,
    confirmed: confirmed.size,
    'files without a row': 0,
    'rows without a file': 0,
  })
  await app.kill('SIGTERM')
})
