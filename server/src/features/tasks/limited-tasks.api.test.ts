import { describe, expect, test } from 'vitest'
import type { Task } from '#shared/contract/tasks.ts'
import { messages } from '#shared/messages.ts'
import { expectAsMissing, limitManagers } from '../../../test/limited-manager.ts'
import { reportBody } from '../../../test/make.ts'
import { expectRefusal, type Person, startTestApp } from '../../../test/start-test-app.ts'

const testApp = await startTestApp()
const { as, cast, db, make } = testApp
const { ada } = cast
const { lead, member, both, stranger, otherLead, led, joined, setScope } = await limitManagers(testApp)
const { id: project_id } = await make.project({ name: 'Website' })

const input = (assigned_to: number, more: object = {}) => ({
  title: 'Work',
  project_id,
  assigned_to,
  expected_hours: 1,
  ...more,
})
async function task(by: Person, assignee: Person, more: object = {}): Promise<Task> {
  const reply = await as(by).post('/api/tasks', input(assignee.id, more))
  expect(reply.status, reply.text).toBe(201)
  return reply.body.data
}
const log = (author: Person, { id }: Task, date: string) =>
  make.report(author, {
    date,
    project_id,
    task_details: [{ description: `By ${author.name}`, hours: '1', project_id, task_id: id }] as never,
  })

const ofMember = await task(ada, member, { title: 'Of the member' })
const ofStranger = await task(ada, stranger, { title: 'Of the stranger' })
const ofOtherLead = await task(otherLead, otherLead, { title: 'Of the other lead' })
// Created for a person who then left the team.
const gone = await make.user('developer', { name: 'Gus Gone' })
await as(ada).post(`/api/teams/${led.id}/members`, { user_ids: [gone.id] })
const created = await task(lead, gone, { title: 'Created for one who left' })
await as(ada).delete(`/api/teams/${led.id}/members/${gone.id}`)
const ownTask = await task(ada, lead, { title: 'Of the manager' })

const rowOf = ({ id }: Task) =>
  db.selectFrom('tasks').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

describe('refuses a limited manager', () => {
  test.each([ofStranger, ofOtherLead])('"$title" in every call, as if it did not exist', async hidden => {
    const before = await rowOf(hidden)
    for (const call of [
      (id: number) => as(lead).get(`/api/tasks/${id}`),
      (id: number) => as(lead).get(`/api/tasks/${id}/log`),
      (id: number) => as(lead).put(`/api/tasks/${id}`, input(member.id)),
      (id: number) => as(lead).post(`/api/tasks/${id}/status`, { status: 'in_progress' }),
      (id: number) => as(lead).delete(`/api/tasks/${id}`),
    ])
      await expectAsMissing(call, hidden.id)
    expect(await rowOf(hidden)).toEqual(before)
  })

  test('an assignee out of sight, as if they did not exist', async () => {
    const before = await rowOf(ofMember)
    for (const { id } of [stranger, otherLead, ada, gone]) {
      await expectAsMissing(who => as(lead).post('/api/tasks', input(who)), id, 400)
      await expectAsMissing(who => as(lead).put(`/api/tasks/${ofMember.id}`, input(who)), id, 400)
      expect((await as(lead).post('/api/tasks', input(id))).body.errors).toEqual({
        assigned_to: messages.tasks.assigneeMissing,
      })
    }
    expect(await rowOf(ofMember)).toEqual(before)
  })

  test('rows of their report that name a task out of sight', async () => {
    const body = (task_id: number) =>
      reportBody({
        project_id,
        date: '2026-03-02',
        task_details: [{ description: 'Work', hours: '1', project_id, task_id }],
      })
    await expectAsMissing(id => as(lead).post('/api/reports', body(id)), ofStranger.id, 400)
    expect((await as(lead).post('/api/reports', body(ofMember.id))).status).toBe(201)
    expect((await as(otherLead).post('/api/reports', body(ofStranger.id))).status).toBe(201)
  })
})

describe('a limited manager', () => {
  const titles = (tasks: Task[]) => tasks.map(({ title }) => title).sort()
  const visible = ['Created for one who left', 'Of the manager', 'Of the member']
  const list = async (query = '', who = lead) => (await as(who).get(`/api/tasks?limit=100&${query}`)).body

  test('lists the tasks of people in sight and those that they created, and the counts agree', async () => {
    const { data, pagination } = await list()
    expect(titles(data)).toEqual(visible)
    expect(pagination.total).toBe(visible.length)
    const ofProject = (await as(lead).get(`/api/tasks/project/${project_id}`)).body
    expect(titles(ofProject.data)).toEqual(visible)
    expect(ofProject.pagination.total).toBe(visible.length)
    const stats = (await as(lead).get('/api/tasks/stats/summary')).body.data
    expect(stats).toEqual({ total: 3, pending: 3, in_progress: 0, completed: 0 })
    expect((await list('status=pending')).pagination.total).toBe(stats.pending)
    expect((await list('status=completed')).pagination.total).toBe(0)
  })

  test('finds only these by title, project and assignee', async () => {
    const search = async (text: string) => titles((await list(`search=${encodeURIComponent(text)}`)).data)
    expect(await search('of the')).toEqual(['Of the manager', 'Of the member'])
    expect(await search('Website')).toEqual(visible)
    expect(await search('Stranger')).toEqual([])
    // Whom a task was given to is not told by a search for the name either.
    expect(await search('Gus Gone')).toEqual([])
    const found = async (q: string) =>
      (await as(lead).get(`/api/search?q=${encodeURIComponent(q)}&type=task`)).body.data
    expect(await found('created for one')).toMatchObject([{ id: created.id, person: null }])
    expect(await found('of the member')).toMatchObject([{ person: { id: member.id, name: member.name } }])
    expect(await found('Gus')).toEqual([])
  })

  test('of a team sees the tasks of its members in sight', async () => {
    expect(titles((await list(`teamId=${led.id}`)).data)).toEqual(['Of the member'])
    expect(titles((await list(`teamId=${joined.id}`)).data)).toEqual(['Of the manager', 'Of the member'])
  })

  test('reads all pages, newest first', async () => {
    const many = await Promise.all(Array.from({ length: 5 }, () => task(ada, both)))
    const whole = (await list()).data.map(({ id }: Task) => id)
    const pages: number[] = []
    for (const page of [1, 2, 3])
      pages.push(
        ...(await as(lead).get(`/api/tasks?limit=3&page=${page}`)).body.data.map(({ id }: Task) => id),
      )
    expect(pages).toEqual(whole)
    expect(whole).toHaveLength(8)
    for (const { id } of many) await as(lead).delete(`/api/tasks/${id}`)
    expect((await list()).pagination.total).toBe(3)
  })

  test('sees only the time that people in sight logged', async () => {
    const shared = await task(lead, member)
    await log(member, shared, '2026-03-03')
    await log(otherLead, shared, '2026-03-04')
    await log(gone, created, '2026-03-05')
    const read = async ({ id }: Task, who: Person) => ({
      task: (await as(who).get(`/api/tasks/${id}`)).body.data,
      log: (await as(who).get(`/api/tasks/${id}/log`)).body,
    })
    const own = await read(shared, lead)
    expect(own.task.logged_minutes).toBe(60)
    expect(own.log.data).toMatchObject([{ user_name: 'Mia Member', hours: 1 }])
    expect(own.log.pagination.total).toBe(1)
    const left = await read(created, lead)
    expect(left.task).toMatchObject({ title: created.title, assigned_to: null, assignee_name: null })
    expect(left.task.logged_minutes).toBe(0)
    expect(left.log).toMatchObject({ data: [], pagination: { total: 0 } })
    const listed = (await list()).data as Task[]
    expect(listed.find(({ id }) => id === shared.id)?.logged_minutes).toBe(60)
    expect(listed.find(({ id }) => id === created.id)?.logged_minutes).toBe(0)
    // Others read the whole sum.
    expect((await read(shared, ada)).task.logged_minutes).toBe(120)
    expect((await read(shared, ada)).log.pagination.total).toBe(2)
    expect((await as(gone).get(`/api/tasks/${created.id}`)).body.data.logged_minutes).toBe(60)
  })

  test('changes a task that they created for one who left, without naming another out of sight', async () => {
    const body = input(gone.id, { title: 'Created for one who left' })
    const saved = await as(lead).put(`/api/tasks/${created.id}`, body)
    expect(saved.status, saved.text).toBe(200)
    expect(saved.body.data.logged_minutes).toBe(0)
    expectRefusal(
      await as(lead).put(`/api/tasks/${created.id}`, input(stranger.id)),
      400,
      messages.tasks.assigneeMissing,
      { assigned_to: messages.tasks.assigneeMissing },
    )
    // Null keeps the one whom they can't name, and only that one.
    const kept = await as(lead).put(`/api/tasks/${created.id}`, { ...body, assigned_to: null, title: 'Kept' })
    expect(kept.body.data).toMatchObject({ title: 'Kept', assigned_to: null, assignee_name: null })
    expect((await rowOf(created)).assigned_to).toBe(gone.id)
    expect((await as(ada).get(`/api/tasks/${created.id}`)).body.data.assignee_name).toBe('Gus Gone')
    await as(lead).put(`/api/tasks/${created.id}`, body)
    for (const [who, of] of [
      [lead, ofMember],
      [ada, created],
    ] as const)
      expectRefusal(
        await as(who).put(`/api/tasks/${of.id}`, { ...body, assigned_to: null }),
        400,
        messages.tasks.assigneeRequired,
        { assigned_to: messages.tasks.assigneeRequired },
      )
    const status = await as(lead).post(`/api/tasks/${created.id}/status`, { status: 'in_progress' })
    expect(status.body.data.status).toBe('in_progress')
  })

  test('who lost the team sees the task no more', async () => {
    const late = await make.user()
    await as(ada).post(`/api/teams/${led.id}/members`, { user_ids: [late.id] })
    const made = await task(ada, late)
    expect((await as(lead).get(`/api/tasks/${made.id}`)).status).toBe(200)
    await as(ada).delete(`/api/teams/${led.id}/members/${late.id}`)
    await expectAsMissing(id => as(lead).get(`/api/tasks/${id}`), made.id)
    await setScope('everyone')
    expect((await as(lead).get(`/api/tasks/${made.id}`)).status).toBe(200)
    expect((await list()).pagination.total).toBe((await list('', ada)).pagination.total)
    await setScope('teams')
  })

  test('staff are told that a task is not theirs, as before', async () => {
    expectRefusal(await as(member).get(`/api/tasks/${ofStranger.id}`), 403, messages.general.notAllowed)
    expect((await as(lead).get(`/api/tasks/${ownTask.id}`)).status).toBe(200)
  })
})
