import { describe, expect, test } from 'vitest'
import { messages } from '#shared/messages.ts'
import { expectRightCounts } from '../../../test/kept-counts.ts'
import { reportBody } from '../../../test/make.ts'
import { expectRefusal, type Person, startTestApp } from '../../../test/start-test-app.ts'
import { recount } from '../../db/recount.ts'

const { as, cast, db, make } = await startTestApp({ settings: { EDIT_WINDOW_DAYS: '366' } })
const website = await make.project({ name: 'Website' })
const app = await make.project({ name: 'App' })
const { taskNotYours, taskOfOtherProject } = messages.reports

async function task(more: object = {}): Promise<{ id: number; title: string }> {
  const reply = await as(cast.max).post('/api/tasks', {
    title: 'Build the page',
    project_id: website.id,
    assigned_to: cast.dina.id,
    expected_hours: 5,
    ...more,
  })
  expect(reply.status, reply.text).toBe(201)
  expect(reply.body.data.logged_minutes).toBe(0)
  return reply.body.data
}
const editTask = (id: number, more: object) =>
  as(cast.ada).put(`/api/tasks/${id}`, {
    title: 'Build the page',
    project_id: website.id,
    assigned_to: cast.dina.id,
    expected_hours: 5,
    ...more,
  })
const loggedOn = async (id: number) => (await as(cast.ada).get(`/api/tasks/${id}`)).body.data.logged_minutes

type RowMore = { description?: string; hours?: string; project_id?: number; task_id?: unknown }
const row = (more: RowMore = {}) => ({
  description: 'Found the bug',
  hours: '1.30',
  project_id: website.id,
  ...more,
})

let days = 0
const newDay = () => {
  const day = ++days
  return `2026-0${1 + Math.floor(day / 28)}-${String(1 + (day % 28)).padStart(2, '0')}`
}
const bodyOf = (date: string, rows: readonly object[]) =>
  reportBody({ project_id: website.id, date, task_details: rows })
const submit = (who: Person, rows: readonly object[], date = newDay()) =>
  as(who).post('/api/reports', bodyOf(date, rows))
async function submitted(who: Person, rows: readonly object[]) {
  const reply = await submit(who, rows)
  expect(reply.status, reply.text).toBe(201)
  return reply.body.report as { id: number; date: string; task_details: { task_id: number | null }[] }
}
const edit = (who: Person, { id, date }: { id: number; date: string }, rows: readonly object[]) =>
  as(who).put(`/api/reports/${id}`, bodyOf(date, rows))
const rowsOf = async (id: number) =>
  (await as(cast.ada).get(`/api/reports/${id}?include_task_details=true`)).body.report.task_details

describe('a row refuses', () => {
  test.each(['x', '1.5', 0, -1, 1.5, true, {}, '01'])('%j as its task', async task_id => {
    expectRefusal(await submit(cast.dina, [row(), row({ task_id })]), 400, 'Task is not valid', {
      'task_details.1.task_id': 'Task is not valid',
    })
  })

  test('a task of another user, an unknown one and a deleted one with the same message', async () => {
    const [others, deleted] = [await task({ assigned_to: cast.omar.id }), await task()]
    await as(cast.ada).delete(`/api/tasks/${deleted.id}`)
    for (const task_id of [others.id, deleted.id, 999_999, Number.MAX_SAFE_INTEGER]) {
      const reply = await submit(cast.dina, [row(), row({ task_id })])
      expectRefusal(reply, 400, taskNotYours, { 'task_details.1.task_id': taskNotYours })
      expect(reply.body.code).toBe('task_not_assigned')
    }
  })

  test('a task of another project', async () => {
    const { id: task_id } = await task({ project_id: app.id })
    const reply = await submit(cast.dina, [row({ task_id }), row({ task_id, project_id: app.id })])
    expectRefusal(reply, 400, taskOfOtherProject, { 'task_details.0.task_id': taskOfOtherProject })
    expect(reply.body.code).toBe('task_of_other_project')
  })

  test('several tasks, each with its own error and the code of the first', async () => {
    const [own, others] = [await task({ project_id: app.id }), await task({ assigned_to: cast.omar.id })]
    const reply = await submit(cast.dina, [row({ task_id: own.id }), row(), row({ task_id: others.id })])
    expectRefusal(reply, 400, taskOfOtherProject, {
      'task_details.0.task_id': taskOfOtherProject,
      'task_details.2.task_id': taskNotYours,
    })
    expect(reply.body.code).toBe('task_of_other_project')
  })

  test('a missing project before its task, and both before a second report of the day', async () => {
    const { date } = await submitted(cast.dina, [row()])
    expect((await submit(cast.dina, [row({ task_id: 999_999, project_id: 999_999 })], date)).body.code).toBe(
      'project_missing',
    )
    expect((await submit(cast.dina, [row({ task_id: 999_999 })], date)).body.code).toBe('task_not_assigned')
    expect((await submit(cast.dina, [row()], date)).status).toBe(409)
  })

  test('in an edit the same as in a new report, and changes nothing', async () => {
    const [own, others] = [await task(), await task({ assigned_to: cast.omar.id })]
    const report = await submitted(cast.dina, [row({ task_id: own.id })])
    const before = await as(cast.dina).get(`/api/reports/${report.id}?include_task_details=true`)
    for (const [more, sentence] of [
      [{ task_id: others.id }, taskNotYours],
      [{ task_id: own.id, project_id: app.id }, taskOfOtherProject],
    ] as const) {
      expectRefusal(await edit(cast.dina, report, [row(more)]), 400, sentence, {
        'task_details.0.task_id': sentence,
      })
    }
    // The edit itself is forbidden, so the rows aren't checked.
    expect((await edit(cast.omar, report, [row({ task_id: 999_999 })])).status).toBe(403)
    const after = await as(cast.dina).get(`/api/reports/${report.id}?include_task_details=true`)
    expect(after.body).toEqual(before.body)
    expect(await loggedOn(own.id)).toBe(90)
  })
})

test('null, an absent value and an empty text mean no task', async () => {
  const report = await submitted(cast.dina, [row(), row({ task_id: null }), row({ task_id: '' })])
  for (const rows of [report.task_details, await rowsOf(report.id)]) {
    expect(rows).toHaveLength(3)
    for (const each of rows) expect(each).toMatchObject({ task_id: null, task_title: null })
  }
})

test('every reply with rows has their task with its current title', async () => {
  const { id } = await task({ title: 'Old title' })
  // An id in a body can be a text of digits.
  const report = await submitted(cast.dina, [row(), row({ task_id: String(id), hours: '0.45' })])
  expect(report.task_details).toMatchObject([
    { task_id: null, task_title: null },
    { task_id: id, task_title: 'Old title' },
  ])
  const edited = await edit(cast.dina, report, [row({ task_id: id })])
  expect(edited.body.report.task_details).toMatchObject([{ task_id: id, task_title: 'Old title' }])
  await editTask(id, { title: 'New title' })
  const named = { task_id: id, task_title: 'New title' }
  const none = { task_id: null, task_title: null }

  expect(await rowsOf(report.id)).toMatchObject([named])
  const list = `include_task_details=true&limit=1&date=${report.date}`
  const mine = (await as(cast.dina).get(`/api/reports/me?${list}`)).body.reports[0]
  const all = (await as(cast.ada).get(`/api/reports?${list}`)).body.reports[0]
  for (const listed of [mine, all]) expect(listed.task_details).toMatchObject([named])
  const { data: versions } = (await as(cast.dina).get(`/api/reports/${report.id}/revisions`)).body
  expect(versions.map((version: { task_details: object[] }) => version.task_details)).toMatchObject([
    [none, named],
    [named],
  ])
  const { data: people } = (await as(cast.max).get(`/api/team/day?date=${report.date}`)).body
  const ofDina = people.find((entry: { user: { id: number } }) => entry.user.id === cast.dina.id)
  expect(ofDina.report.task_details).toMatchObject([named])
  const exported = (await as(cast.dina).get('/api/account/export')).body.reports
  expect(exported.find((each: { id: number }) => each.id === report.id).task_details).toMatchObject([named])
  const reviewed = await as(cast.max).post(`/api/reports/${report.id}/review`, { state: 'reviewed' })
  expect(reviewed.body.report.task_details).toMatchObject([named])
})

test('versions from before rows could name a task have no task', async () => {
  const report = await submitted(cast.dina, [row()])
  await edit(cast.dina, report, [row()])
  const rows = '[{"id":9,"description":"Work","minutes":45,"project_id":1}]'
  await db.updateTable('report_revisions').set({ rows }).where('report_id', '=', report.id).execute()
  const { data } = (await as(cast.dina).get(`/api/reports/${report.id}/revisions`)).body
  expect(data[0].task_details).toMatchObject([{ id: 9, task_id: null, task_title: null }])
})

test('reviewers may name any task, and completed tasks may be named', async () => {
  const { id: task_id } = await task()
  await as(cast.dina).post(`/api/tasks/${task_id}/status`, { status: 'completed', actual_hours: 1 })
  await submitted(cast.max, [row({ task_id })])
  await submitted(cast.ada, [row({ task_id, hours: '0.15' })])
  await submitted(cast.dina, [row({ task_id, hours: '2' })])
  expect(await loggedOn(task_id)).toBe(90 + 15 + 120)
})

describe('an edit keeps the task that a row had', () => {
  test('if it was reassigned, completed or moved to another project', async () => {
    const { id: task_id } = await task()
    const report = await submitted(cast.dina, [row({ task_id })])
    const changed = await editTask(task_id, {
      project_id: app.id,
      assigned_to: cast.omar.id,
      status: 'completed',
      actual_hours: 2,
    })
    expect(changed.body.data.logged_minutes).toBe(90)
    const kept = await edit(cast.dina, report, [row({ task_id, hours: '2', description: 'Typo' }), row()])
    expect(kept.body.report.task_details).toMatchObject([
      { task_id, project_id: website.id },
      { task_id: null },
    ])
    expect(await loggedOn(task_id)).toBe(120)
    // The kept task can't move to another project, not even the task's own.
    const moved = await edit(cast.dina, report, [row({ task_id, project_id: app.id })])
    expectRefusal(moved, 400, taskNotYours, { 'task_details.0.task_id': taskNotYours })
    // After it was removed from the report, the usual rules apply to it.
    await edit(cast.dina, report, [row()])
    expect(await loggedOn(task_id)).toBe(0)
    expect((await edit(cast.dina, report, [row({ task_id })])).status).toBe(400)
  })

  test('and also accepts the task in its new project', async () => {
    const { id: task_id } = await task()
    const report = await submitted(cast.dina, [row({ task_id })])
    await editTask(task_id, { project_id: app.id })
    const both = await edit(cast.dina, report, [row({ task_id }), row({ task_id, project_id: app.id })])
    expect(both.status, both.text).toBe(200)
    expect(await loggedOn(task_id)).toBe(180)
  })
})

describe('logged_minutes', () => {
  test('are the sum of all rows that name the task, also after edits', async () => {
    const [one, two] = [await task(), await task()]
    const report = await submitted(cast.dina, [
      row({ task_id: one.id }),
      row({ task_id: one.id, hours: '0.30' }),
      row({ task_id: two.id, hours: '1' }),
      row({ hours: '4' }),
    ])
    expect([await loggedOn(one.id), await loggedOn(two.id)]).toEqual([120, 60])
    await edit(cast.dina, report, [row({ task_id: two.id }), row()])
    expect([await loggedOn(one.id), await loggedOn(two.id)]).toEqual([0, 90])
    const listed = (await as(cast.dina).get('/api/tasks?limit=100')).body.data
    expect(listed.find((each: { id: number }) => each.id === two.id).logged_minutes).toBe(90)
    const moved = await as(cast.dina).post(`/api/tasks/${two.id}/status`, { status: 'in_progress' })
    expect(moved.body.data.logged_minutes).toBe(90)
  })

  test('are ignored in requests', async () => {
    const { id } = await task({ logged_minutes: 77 })
    const edited = await editTask(id, { logged_minutes: 77 })
    expect(edited.body.data.logged_minutes).toBe(0)
  })

  test('don’t change if a report is refused', async () => {
    const { id: task_id } = await task()
    const { date } = await submitted(cast.dina, [row()])
    expect((await submit(cast.dina, [row({ task_id })], date)).status).toBe(409)
    expect((await submit(cast.dina, [row({ task_id }), row({ project_id: 999_999 })])).status).toBe(400)
    expect(await loggedOn(task_id)).toBe(0)
  })

  test('stay when an account is deleted and erased', async () => {
    const person = await make.user()
    const { id: task_id } = await task({ assigned_to: person.id })
    const report = await submitted(person, [row({ task_id })])
    await as(cast.ada).delete(`/api/users/${person.id}`)
    expect((await as(cast.ada).post(`/api/users/deleted/${person.id}/erase`)).status).toBe(200)
    expect(await loggedOn(task_id)).toBe(90)
    expect(await rowsOf(report.id)).toMatchObject([{ task_id, task_title: 'Build the page' }])
    await expectRightCounts(db)
  })
})

test('deleting a task keeps its rows with their text and time, without a task', async () => {
  const [doomed, other] = [await task({ title: 'Doomed' }), await task({ title: 'Other' })]
  const rows = [row({ task_id: doomed.id }), row({ task_id: other.id, hours: '0.15' })]
  const report = await submitted(cast.dina, rows)
  await edit(cast.dina, report, [row({ task_id: doomed.id, description: 'Again' }), ...rows.slice(1)])
  expect((await as(cast.ada).delete(`/api/tasks/${doomed.id}`)).status).toBe(200)
  const none = { task_id: null, task_title: null }
  expect(await rowsOf(report.id)).toMatchObject([
    { task_description: 'Again', hours: 1.3, ...none },
    { hours: 0.15, task_id: other.id, task_title: 'Other' },
  ])
  const { data } = (await as(cast.dina).get(`/api/reports/${report.id}/revisions`)).body
  expect(data[0].task_details).toMatchObject([none, { task_id: other.id, task_title: 'Other' }])
  // A form that was opened before still sends the deleted task.
  expectRefusal(await edit(cast.dina, report, rows), 400, taskNotYours, {
    'task_details.0.task_id': taskNotYours,
  })
  expect((await edit(cast.dina, report, [row(), ...rows.slice(1)])).status).toBe(200)
  await expectRightCounts(db)
})

test('concurrent writes to the same tasks in any order don’t deadlock, and a recount finds the same', async () => {
  const tasks = await Promise.all(Array.from({ length: 4 }, () => task()))
  const [first, second, third, doomed] = tasks.map(({ id }) => id) as [number, number, number, number]
  const named = (...ids: (number | null)[]) => ids.map(task_id => row({ task_id, hours: '0.15' }))
  const orders = [
    [first, second, third, doomed],
    [doomed, third, second, first],
    [second, null, first, second],
    [third, first],
  ]
  const reports = await Promise.all(orders.map(ids => submitted(cast.dina, named(...ids))))
  for (let round = 0; round < 3; round++) {
    const replies = await Promise.all([
      // Two edits of the same report, and edits of other reports with the same tasks.
      ...reports.flatMap((report, index) => [
        edit(cast.dina, report, named(...(orders[(index + round + 1) % 4] as number[]))),
        edit(cast.dina, report, named(...(orders[(index + round + 2) % 4] as number[]))),
      ]),
      submit(cast.max, named(third, second, first)),
      editTask(first, { title: `Round ${round}` }),
      ...(round === 1 ? [as(cast.ada).delete(`/api/tasks/${doomed}`)] : []),
    ])
    for (const reply of replies) {
      if (reply.status === 400) expect(reply.body.code).toBe('task_not_assigned')
      else expect([200, 201], reply.text).toContain(reply.status)
    }
    await expectRightCounts(db)
  }
  expect(await loggedOn(second)).toBeGreaterThan(0)
})

test('a report has the ids of the tasks that the reader may open', async () => {
  const [kept, moved, deleted] = [await task(), await task(), await task()]
  const named = [kept, moved, kept, deleted].map(({ id: task_id }) => row({ task_id }))
  const { id } = await submitted(cast.dina, [...named, row()])
  await editTask(moved.id, { assigned_to: cast.omar.id })
  await as(cast.ada).delete(`/api/tasks/${deleted.id}`)
  const openTo = async (who: Person, query = '?include_task_details=true') =>
    (await as(who).get(`/api/reports/${id}${query}`)).body.open_tasks
  expect(await openTo(cast.dina)).toEqual([kept.id])
  for (const reviewer of [cast.ada, cast.max]) expect(await openTo(reviewer)).toEqual([kept.id, moved.id])
  expect(await openTo(cast.dina, '')).toEqual([])
})

test('a recount corrects wrong sums and returns how many tasks it changed', async () => {
  const { id: task_id } = await task()
  const { id: idle } = await task()
  await submitted(cast.dina, [row({ task_id })])
  expect(await recount(db)).toEqual({ wrongTasks: 0 })
  await db.updateTable('tasks').set({ logged_minutes: 7 }).where('id', 'in', [task_id, idle]).execute()
  await expect(expectRightCounts(db)).rejects.toThrow()
  expect([await loggedOn(task_id), await loggedOn(idle)]).toEqual([90, 0])
  await db.updateTable('tasks').set({ logged_minutes: 7 }).where('id', 'in', [task_id, idle]).execute()
  expect(await recount(db)).toEqual({ wrongTasks: 2 })
})
