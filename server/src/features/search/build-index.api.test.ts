import { expect, onTestFinished, test } from 'vitest'
import { limits } from '#shared/limits.ts'
import { limitManagers } from '../../../test/limited-manager.ts'
import { expectRightIndex, indexedWords } from '../../../test/search-index.ts'
import { startTestApp } from '../../../test/start-test-app.ts'
import { runJobs } from '../../jobs/run-jobs.ts'
import { buildSearchIndexJob } from './build-index.job.ts'
import { buildIndex, isIndexBuilt, rebuildIndex } from './build-index.service.ts'
import { findWholeProgress } from './progress.queries.ts'

const testApp = await startTestApp()
const { as, cast, ctx, db, make } = testApp
const countOf = async (q: string) => (await as(cast.ada).get(`/api/search?q=${q}`)).body.counts

const project = await make.project({ name: 'Lighthouse' })
const report = await make.report(cast.dina, { project_id: project.id, tasks: 'Painted the lighthouse' })
await as(cast.max).post(`/api/reports/${report.id}/comments`, { comment: 'A fine lighthouse' })

test('a database without an index gets it from the job, which says how far it is', async () => {
  const right = await indexedWords(db)
  for (const table of ['search_reports', 'search_comments', 'search_names'] as const) {
    expect(right.filter(line => line.startsWith(`${table} `)).length, table).toBeGreaterThan(0)
  }
  await db.deleteFrom('search_progress').execute()
  await db.insertInto('search_progress').values({ type: 'report', version: 0, done: 1, total: 1 }).execute()
  expect(await isIndexBuilt(db)).toBe(false)
  const running = runJobs(ctx, [buildSearchIndexJob], { pollMs: 5 })
  onTestFinished(() => running.stop())
  await expect.poll(() => isIndexBuilt(db)).toBe(true)
  expect(await findWholeProgress(db)).toBeNull()
  expect(await indexedWords(db)).toEqual(right)
})

test('a search says how far an unfinished build is, and a build goes on where the last one ended', async () => {
  await db.updateTable('search_progress').set({ done: 0, total: 1 }).where('type', '=', 'report').execute()
  const { indexing } = (await as(cast.ada).get('/api/search?q=lighthouse')).body
  expect(indexing.total - indexing.done).toBe(1)
  const stopped = new AbortController()
  stopped.abort()
  await buildIndex(db, { signal: stopped.signal })
  expect(await isIndexBuilt(db)).toBe(false)
  await buildIndex(db)
  expect((await as(cast.ada).get('/api/search?q=lighthouse')).body.indexing).toBeNull()
})

test('writes during a rebuild are found, and two rebuilds at once end with the right index', async () => {
  const writes = Array.from({ length: 12 }, (_, index) =>
    as(cast.max).post('/api/tasks', {
      title: `Beacon ${index}`,
      project_id: project.id,
      assigned_to: cast.omar.id,
      expected_hours: 1,
    }),
  )
  const edit = as(cast.max).put(`/api/projects/${project.id}`, { name: 'Lightship', description: 'Beacon' })
  const replies = await Promise.all([...writes, edit, rebuildIndex(db), buildIndex(db)])
  for (const reply of replies) if (reply) expect(reply.status, reply.text).toBeLessThan(300)
  expect(await countOf('beacon')).toMatchObject({ task: 12, project: 1 })
  await expectRightIndex(db)
})

test('a write that is rolled back leaves no words', async () => {
  const before = await indexedWords(db)
  const title = 'x'.repeat(limits.titleMax + 1)
  await as(cast.max).post('/api/tasks', { title, project_id: project.id, assigned_to: cast.omar.id })
  await as(cast.dina).post('/api/reports', {
    date: '2026-03-10',
    tasks: 'Second report of a day',
    task_details: [{ description: 'x', hours: '1.00', project_id: project.id }],
  })
  expect(await indexedWords(db)).toEqual(before)
})

test('a longest report of a script without spaces is stored', async () => {
  // Each pair is another word.
  const text = Array.from({ length: limits.longTextMax }, (_, index) =>
    String.fromCodePoint(0x4e00 + ((index * 7919) % 20_000)),
  ).join('')
  const { id: project_id } = await make.project()
  await make.report(cast.mark, {
    project_id,
    tasks: text,
    task_details: Array.from({ length: 40 }, (_, row) => ({
      description: text.slice(row * 200, row * 200 + limits.rowDescriptionMax),
      hours: '0.15',
      project_id,
    })),
  })
  const found = await as(cast.mark).get(`/api/search?q=${encodeURIComponent(text.slice(100, 103))}`)
  expect(found.body.counts.report).toBe(1)
})

test('a limited manager finds and counts nothing of strangers', async () => {
  const { lead, member, stranger, setScope } = await limitManagers(testApp)
  onTestFinished(async () => void (await setScope('everyone')))
  const { id: project_id } = await make.project({ name: 'Harbour' })
  for (const person of [member, stranger]) {
    const written = await make.report(person, { project_id, tasks: 'Harbour walls' })
    await as(person).post(`/api/reports/${written.id}/comments`, { comment: 'Harbour comment' })
    await as(cast.ada).post('/api/tasks', {
      title: 'Harbour task',
      project_id,
      assigned_to: person.id,
      expected_hours: 1,
    })
  }
  const ofLead = await as(lead).get('/api/search?q=harbour')
  expect(ofLead.body.counts).toEqual({ report: 1, comment: 1, task: 1, project: 1, person: 0 })
  expect(ofLead.text).not.toContain(stranger.name)
  expect(await countOf('harbour')).toMatchObject({ report: 2, comment: 2, task: 2 })
  expect((await as(lead).get('/api/search?q=stan%20stranger')).body.counts.person).toBe(0)
  expect((await as(lead).get('/api/search?q=mia')).body.counts.person).toBe(1)
  expect((await as(lead).get('/api/search/quick?of=names&q=stan')).body.data).toEqual([])
  // What the manager creates for others is theirs as well, while it is in sight.
  expect((await as(lead).get('/api/search/quick?of=texts&q=harbour')).body.data).toHaveLength(2)
})
