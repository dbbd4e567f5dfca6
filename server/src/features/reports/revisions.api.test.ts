import { describe, expect, test } from 'vitest'
import type { Revision } from '#shared/contract/reports.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { reportBody } from '../../../test/make.ts'
import { expectRefusal, type Person, startTestApp } from '../../../test/start-test-app.ts'

const { as, cast, clock, db, make } = await startTestApp()
const website = await make.project({ name: 'Website' })
const app = await make.project({ name: 'App' })

const edit = (who: Person, id: number, more: object) =>
  as(who).put(`/api/reports/${id}`, reportBody({ project_id: website.id, ...more }))
const versionsOf = async (id: number, who: Person = cast.ada): Promise<Revision[]> =>
  (await as(who).get(`/api/reports/${id}/revisions`)).body.data

describe('GET /reports/:id/revisions refuses', () => {
  test('users who are neither the author nor a reviewer', async () => {
    const { id } = await make.report(cast.dina, { project_id: website.id, date: '2026-03-01' })
    expectRefusal(await as(null).get(`/api/reports/${id}/revisions`), 401, messages.signIn.noToken)
    for (const key of ['omar', 'desi', 'mark'] as const) {
      expectRefusal(await as(cast[key]).get(`/api/reports/${id}/revisions`), 403, messages.general.notAllowed)
    }
    for (const key of ['dina', 'max', 'ada'] as const) expect(await versionsOf(id, cast[key])).toHaveLength(1)
  })

  test('unknown reports', async () => {
    for (const id of ['999999', 'x', '0'])
      expect((await as(cast.ada).get(`/api/reports/${id}/revisions`)).status).toBe(404)
  })
})

test('returns every version unchanged, oldest first, the current one last', async () => {
  const { id } = await make.report(cast.dina, {
    project_id: website.id,
    task_details: [
      { description: 'Found the bug', hours: '1.30', project_id: website.id },
      { description: 'Met the team', hours: '0.45', project_id: app.id },
    ],
  })
  const first = (await as(cast.dina).get(`/api/reports/${id}?include_task_details=true`)).body.report
  clock.advance({ minutes: 5 })
  await edit(cast.dina, id, { tasks: 'Second "version"\n☕', blockers: '', tomorrow_plan: null })
  clock.advance({ minutes: 5 })
  await edit(cast.dina, id, { tasks: 'Third' })
  const expected = [
    {
      number: 1,
      saved_at: '2026-03-10T09:00:00.000Z',
      editor_name: 'Dina Developer',
      tasks: 'Fixed the login page',
      blockers: 'Waiting for the design',
      tomorrow_plan: 'Start on the reports',
      hours_worked: 2.15,
      task_details: first.task_details,
      is_shortened: false,
    },
    {
      number: 2,
      saved_at: '2026-03-10T09:05:00.000Z',
      editor_name: 'Dina Developer',
      tasks: 'Second "version"\n☕',
      blockers: null,
      tomorrow_plan: null,
      hours_worked: 1.3,
      task_details: [expect.objectContaining({ task_description: 'Found the bug', project_name: 'Website' })],
      is_shortened: false,
    },
    {
      number: 3,
      saved_at: '2026-03-10T09:10:00.000Z',
      editor_name: 'Dina Developer',
      tasks: 'Third',
      blockers: 'Waiting for the design',
      tomorrow_plan: 'Start on the reports',
      hours_worked: 1.3,
      task_details: [expect.objectContaining({ task_description: 'Found the bug', hours: 1.3 })],
      is_shortened: false,
    },
  ]
  expect(await versionsOf(id)).toEqual(expected)
  expect(await versionsOf(id, cast.dina)).toEqual(expected)

  // Versions show the new name of a renamed project, and the name of a deleted one.
  await as(cast.ada).put(`/api/projects/${app.id}`, { name: 'Mobile app' })
  await as(cast.ada).delete(`/api/projects/${app.id}`)
  expect((await versionsOf(id))[0]?.task_details[1]?.project_name).toBe('Mobile app')
})

test('a refused edit stores no version', async () => {
  const { id } = await make.report(cast.omar, { project_id: website.id })
  expect((await edit(cast.omar, id, { tasks: '' })).status).toBe(400)
  expect((await edit(cast.omar, id, { project_id: 999_999 })).status).toBe(400)
  expect((await edit(cast.desi, id, {})).status).toBe(403)
  expect(await versionsOf(id)).toHaveLength(1)
})

test('each of several concurrent edits is a version', async () => {
  const { id } = await make.report(cast.desi, { project_id: website.id })
  const texts = Array.from({ length: 12 }, (_, index) => `Edit ${index}`)
  const replies = await Promise.all(texts.map(tasks => edit(cast.desi, id, { tasks })))
  expect(new Set(replies.map(reply => reply.status))).toEqual(new Set([200]))
  const versions = await versionsOf(id)
  expect(versions.map(({ number }) => number)).toEqual(Array.from({ length: 13 }, (_, index) => index + 1))
  expect(new Set(versions.slice(1).map(({ tasks }) => tasks))).toEqual(new Set(texts))
  const { report } = (await as(cast.desi).get(`/api/reports/${id}`)).body
  expect({ revision: report.revision, tasks: report.tasks }).toEqual({
    revision: 13,
    tasks: versions.at(-1)?.tasks,
  })
})

test('a report that was edited before versions were stored has only the current one', async () => {
  const { id } = await make.report(cast.mark, { project_id: website.id })
  const edited_at = '2026-03-10T11:00:00.000Z'
  await db.updateTable('reports').set({ edited_at }).where('id', '=', id).execute()
  expect(await versionsOf(id)).toMatchObject([{ number: 1, saved_at: edited_at }])
})

test('if the versions are too long, the texts of the oldest are cut', async () => {
  const { id } = await make.report(cast.mark, { project_id: website.id, date: '2026-03-09' })
  const text = '報'.repeat(10_000)
  const description = '報'.repeat(2000)
  const rows = JSON.stringify(
    Array.from({ length: 30 }, (_, index) => ({
      id: index,
      description,
      minutes: 1,
      project_id: website.id,
    })),
  )
  const count = 40
  const versions = Array.from({ length: count }, (_, index) => ({
    report_id: id,
    number: index + 1,
    saved_at: '2026-03-09T09:00:00.000Z',
    tasks: text,
    minutes: 30,
    blockers: text,
    tomorrow_plan: null,
    rows,
  }))
  await db.insertInto('report_revisions').values(versions).execute()
  await db
    .updateTable('reports')
    .set({ revision: count + 1 })
    .where('id', '=', id)
    .execute()
  const reply = await as(cast.ada).get(`/api/reports/${id}/revisions`)
  expect(Buffer.byteLength(reply.text)).toBeLessThan(limits.listTextBytes * 1.1)
  const found: Revision[] = reply.body.data
  expect(found.map(({ number }) => number)).toEqual(
    Array.from({ length: count + 1 }, (_, index) => index + 1),
  )
  const cut = found.filter(version => version.is_shortened)
  expect(cut.length).toBeGreaterThan(5)
  expect(cut).toEqual(found.slice(0, cut.length))
  expect(cut[0]).toMatchObject({ number: 1, tasks: '…', hours_worked: 0.3 })
  const whole = found.slice(cut.length)
  expect(whole.length).toBeGreaterThan(10)
  for (const { tasks, task_details } of whole.slice(0, -1)) {
    expect(tasks).toBe(text)
    expect(task_details).toHaveLength(30)
  }
})

test('a report can be edited until it has 500 versions', async () => {
  const author = await make.user()
  const { id, date } = await make.report(author, { project_id: website.id, date: '2026-03-09' })
  const revision = limits.versionsMax - 1
  await db.updateTable('reports').set({ revision }).where('id', '=', id).execute()
  const edit = () => as(author).put(`/api/reports/${id}`, reportBody({ project_id: website.id, date }))
  expect((await edit()).body.report.revision).toBe(500)
  expectRefusal(await edit(), 429, "This report has 500 versions and can't be edited any more.")
})

test('returns at most the newest 1,000 versions', async () => {
  const { id } = await make.report(cast.mark, { project_id: website.id, date: '2026-03-08' })
  const row = { description: 'x', minutes: 1, project_id: website.id }
  const rows = JSON.stringify(Array.from({ length: limits.rowsMax }, (_, index) => ({ id: index, ...row })))
  const count = 1100
  const columns = {
    report_id: id,
    saved_at: '',
    tasks: 'x',
    minutes: 100,
    blockers: null,
    tomorrow_plan: null,
  }
  for (let number = 1; number <= count; number += 100) {
    const versions = Array.from({ length: 100 }, (_, index) => ({ ...columns, number: number + index, rows }))
    await db.insertInto('report_revisions').values(versions).execute()
  }
  const revision = count + 1
  await db.updateTable('reports').set({ revision }).where('id', '=', id).execute()
  const reply = await as(cast.ada).get(`/api/reports/${id}/revisions`)
  expect(Buffer.byteLength(reply.text)).toBeLessThan(limits.listTextBytes * 1.1)
  const found: Revision[] = reply.body.data
  expect(found.map(({ number }) => number)).toEqual(
    Array.from({ length: 1000 }, (_, index) => revision - 999 + index),
  )
  expect(found.at(-2)).toMatchObject({ is_shortened: false, task_details: { length: limits.rowsMax } })
  expect(found[0]).toMatchObject({ is_shortened: true, task_details: [] })
})
