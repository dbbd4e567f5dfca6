import { describe, expect, test } from 'vitest'
import { messages } from '#shared/messages.ts'
import { isDescription, liveRoutes } from '../../../test/live-routes.ts'
import { refusedInputs } from '../../../test/refused-inputs.ts'
import { expectRefusal, type Person, startTestApp } from '../../../test/start-test-app.ts'

const { as, cast, clock, ctx, make } = await startTestApp()
const project = await make.project({ name: 'Website' })
const notAllowed = messages.general.notAllowed

const body = (more: object = {}) => ({
  title: 'Build the page',
  description: 'With care',
  project_id: project.id,
  assigned_to: cast.dina.id,
  expected_hours: 7.5,
  ...more,
})
async function task(more: object = {}): Promise<{ id: number; title: string }> {
  const reply = await as(cast.max).post('/api/tasks', body(more))
  expect(reply.status, reply.text).toBe(201)
  return reply.body.data
}
const setStatus = (who: Person, id: number, payload: object) =>
  as(who).post(`/api/tasks/${id}/status`, payload)
async function hireAndDelete(): Promise<{ person: Person; leave: () => Promise<unknown> }> {
  const person = await make.user('developer', { name: 'Leaving Soon' })
  return { person, leave: () => as(cast.ada).delete(`/api/users/${person.id}`) }
}

describe('permissions', () => {
  test.each(['dina', 'desi', 'mark'] as const)('%s can’t create, edit or delete tasks', async key => {
    const { id } = await task({ assigned_to: cast[key].id })
    expectRefusal(await as(cast[key]).post('/api/tasks', body()), 403, notAllowed)
    expectRefusal(await as(cast[key]).put(`/api/tasks/${id}`, body()), 403, notAllowed)
    expectRefusal(await as(cast[key]).delete(`/api/tasks/${id}`), 403, notAllowed)
  })

  test('staff read and update only tasks assigned to them', async () => {
    const { id } = await task()
    expect((await as(cast.dina).get(`/api/tasks/${id}`)).status).toBe(200)
    for (const other of [cast.omar, cast.desi, cast.mark]) {
      expectRefusal(await as(other).get(`/api/tasks/${id}`), 403, notAllowed)
      expectRefusal(await setStatus(other, id, { status: 'in_progress' }), 403, notAllowed)
    }
    for (const mover of [cast.dina, cast.max, cast.ada]) {
      expect((await setStatus(mover, id, { status: 'in_progress' })).status).toBe(200)
    }
  })

  test('an unknown or invalid id is 404 for every role', async () => {
    for (const id of ['999999', '0', 'x', '1.5']) {
      expect((await as(cast.dina).get(`/api/tasks/${id}`)).status).toBe(404)
      expect((await as(cast.ada).put(`/api/tasks/${id}`, body())).status).toBe(404)
      expect((await as(cast.ada).delete(`/api/tasks/${id}`)).status).toBe(404)
      expect((await setStatus(cast.dina, id as never, { status: 'pending' })).status).toBe(404)
    }
    expect((await as(cast.dina).get('/api/tasks/999999')).body.error).toBe('Task not found')
  })
})

describe('refuses', () => {
  test('an empty body', async () => {
    expectRefusal(await as(cast.ada).post('/api/tasks', {}), 400, 'Title is required', {
      title: 'Title is required',
      project_id: 'Project is required',
      assigned_to: 'Assignee is required',
      expected_hours: 'Expected hours are required',
    })
  })

  test.each(
    refusedInputs([
      [{ title: ' ' }, 'title', 'Title is required'],
      [{ title: 'x'.repeat(201) }, 'title', 'Title must be at most 200 characters'],
      [{ description: 'x'.repeat(10_001) }, 'description', 'Description must be at most 10,000 characters'],
      [{ project_id: '' }, 'project_id', 'Project is required'],
      [{ project_id: 999_999 }, 'project_id', 'The selected project does not exist'],
      [{ assigned_to: 0 }, 'assigned_to', 'Assignee is required'],
      [{ assigned_to: 999_999 }, 'assigned_to', 'The selected assignee does not exist'],
      [{ expected_hours: '' }, 'expected_hours', 'Expected hours are required'],
      [{ expected_hours: 0 }, 'expected_hours', messages.tasks.hoursInvalid],
      [{ expected_hours: -1 }, 'expected_hours', messages.tasks.hoursInvalid],
      [{ expected_hours: 0.05 }, 'expected_hours', messages.tasks.hoursInvalid],
      [{ expected_hours: 1.25 }, 'expected_hours', messages.tasks.hoursInvalid],
      [{ expected_hours: 'much' }, 'expected_hours', messages.tasks.hoursInvalid],
    ]),
  )('%s', async (_name, more, field, sentence) => {
    expectRefusal(await as(cast.ada).post('/api/tasks', body(more)), 400, sentence, { [field]: sentence })
  })

  test.each(
    refusedInputs([
      [{}, 'status', messages.tasks.statusUnknown],
      [{ status: 'done' }, 'status', messages.tasks.statusUnknown],
      [{ status: 'completed' }, 'actual_hours', 'Please enter the actual hours spent on this task.'],
      [
        { status: 'completed', actual_hours: '' },
        'actual_hours',
        'Please enter the actual hours spent on this task.',
      ],
      [
        { status: 'completed', actual_hours: null },
        'actual_hours',
        'Please enter the actual hours spent on this task.',
      ],
      [{ status: 'completed', actual_hours: 0 }, 'actual_hours', messages.tasks.hoursInvalid],
      [
        { status: 'pending', completion_note: 'x'.repeat(10_001) },
        'completion_note',
        'Completion note must be at most 10,000 characters',
      ],
    ]),
  )('as a status: %s', async (_name, payload, field, sentence) => {
    const { id } = await task()
    expectRefusal(await setStatus(cast.dina, id, payload), 400, sentence, { [field]: sentence })
  })

  test.each(['status=done', 'page=0', 'limit=101', 'limit=0', 'search=a%00'])('?%s is 400', async query => {
    expect((await as(cast.ada).get(`/api/tasks?${query}`)).status).toBe(400)
  })
})

test('a task from creation to completion', async () => {
  const created = await as(cast.max).post(
    '/api/tasks',
    body({
      title: ' Ship it ',
      expected_hours: '12.30',
      status: 'completed',
      completed_at: 'x',
      actual_hours: 9,
      assigned_by: 1,
      id: 77,
    }),
  )
  expect(created.status).toBe(201)
  const { id } = created.body.data
  expect(created.body).toEqual({
    data: {
      id: expect.any(Number),
      title: 'Ship it',
      description: 'With care',
      project_id: project.id,
      project_name: 'Website',
      assigned_to: cast.dina.id,
      assignee_name: 'Dina Developer',
      assigner_name: 'Max Manager',
      expected_hours: 12.3,
      actual_hours: null,
      completion_note: null,
      status: 'pending',
      created_at: '2026-03-10T09:00:00.000Z',
      completed_at: null,
      logged_minutes: 0,
    },
  })
  clock.advance({ minutes: 90 })
  const done = await setStatus(cast.dina, id, {
    status: 'completed',
    actual_hours: 10.1,
    completion_note: ' Done\nwell ',
  })
  expect(done.status).toBe(200)
  expect(done.body.data).toMatchObject({
    status: 'completed',
    actual_hours: 10.1,
    completion_note: 'Done\nwell',
    completed_at: '2026-03-10T10:30:00.000Z',
  })
  expectRefusal(await setStatus(cast.dina, id, { status: 'pending' }), 409, messages.tasks.alreadyCompleted)
  expectRefusal(
    await setStatus(cast.ada, id, { status: 'completed', actual_hours: 1 }),
    409,
    messages.tasks.alreadyCompleted,
  )

  const reopened = await as(cast.ada).put(`/api/tasks/${id}`, body({ status: 'in_progress' }))
  expect(reopened.body.data).toMatchObject({
    status: 'in_progress',
    completed_at: null,
    actual_hours: 10.1,
    completion_note: 'Done\nwell',
  })
  expect(
    (await setStatus(cast.dina, id, { status: 'completed', actual_hours: 11 })).body.data.actual_hours,
  ).toBe(11)
})

describe('editing', () => {
  test('keeps an absent status, and completing requires actual hours', async () => {
    const { id } = await task()
    await setStatus(cast.dina, id, { status: 'in_progress' })
    const edited = await as(cast.max).put(
      `/api/tasks/${id}`,
      body({ title: 'New title', assigned_to: cast.omar.id, expected_hours: 0.1 }),
    )
    expect(edited.body.data).toMatchObject({
      title: 'New title',
      status: 'in_progress',
      assignee_name: 'Omar Developer',
      expected_hours: 0.1,
    })
    expectRefusal(
      await as(cast.max).put(`/api/tasks/${id}`, body({ status: 'completed' })),
      400,
      messages.tasks.actualHoursRequired,
      { actual_hours: messages.tasks.actualHoursRequired },
    )
    const done = await as(cast.max).put(`/api/tasks/${id}`, body({ status: 'completed', actual_hours: 3 }))
    expect(done.body.data).toMatchObject({
      status: 'completed',
      actual_hours: 3,
      completed_at: expect.any(String),
    })
    const again = await as(cast.max).put(`/api/tasks/${id}`, body({ title: 'Typo', status: 'completed' }))
    expect(again.body.data.completed_at).toBe(done.body.data.completed_at)
  })

  test('may keep a deleted project or assignee, but not choose one', async () => {
    const deleted = await make.project()
    const { person, leave } = await hireAndDelete()
    const { id } = await task({ project_id: deleted.id, assigned_to: person.id })
    await as(cast.ada).delete(`/api/projects/${deleted.id}`)
    await leave()
    const kept = await as(cast.ada).put(
      `/api/tasks/${id}`,
      body({ project_id: deleted.id, assigned_to: person.id, title: 'Kept' }),
    )
    expect(kept.body.data).toMatchObject({
      title: 'Kept',
      project_name: deleted.name,
      assignee_name: 'Leaving Soon',
    })
    const other = await task()
    expect((await as(cast.ada).put(`/api/tasks/${other.id}`, body({ project_id: deleted.id }))).status).toBe(
      400,
    )
    expect((await as(cast.ada).put(`/api/tasks/${other.id}`, body({ assigned_to: person.id }))).status).toBe(
      400,
    )
  })
})

test('deleting returns a message, and 404 the second time', async () => {
  const { id, title } = await task()
  expect((await as(cast.max).delete(`/api/tasks/${id}`)).body).toEqual({
    msg: `Task "${title}" has been deleted.`,
  })
  expectRefusal(await as(cast.max).delete(`/api/tasks/${id}`), 404, 'Task not found')
})

test('no reply to staff contains expected_hours', async () => {
  const { id } = await task({ expected_hours: 1234.5 })
  const reads = (await liveRoutes(ctx))
    .filter(({ method, url }) => method === 'GET' && url.startsWith('/api/') && !isDescription(url))
    .map(({ url }) => url)
  expect(reads.length).toBeGreaterThan(15)
  const paths = reads.map(url =>
    url
      .replace('/tasks/:id', `/tasks/${id}`)
      .replace('/tasks/project/:id', `/tasks/project/${project.id}`)
      .replace(':role', 'developer')
      .replace(/:\w+/, String(cast.dina.id)),
  )
  const answers = [
    ...(await Promise.all(paths.map(path => as(cast.dina).get(path)))),
    await as(cast.dina).get('/api/tasks?search=1234.5'),
    await as(cast.dina).get('/api/tasks?order=expected_hours&sort=expected_hours'),
    await setStatus(cast.dina, id, { status: 'in_progress' }),
    await setStatus(cast.dina, id, { status: 'completed' }),
    await setStatus(cast.dina, id, { status: 'completed', actual_hours: 1 }),
    await setStatus(cast.dina, id, { status: 'completed', actual_hours: 1 }),
    await as(cast.dina).post('/api/tasks', body()),
    await as(cast.dina).put(`/api/tasks/${id}`, body()),
  ]
  for (const { text } of answers) {
    expect(text).not.toContain('expected')
    expect(text).not.toContain('1234.5')
  }
  expect((await as(cast.ada).get(`/api/tasks/${id}`)).body.data.expected_hours).toBe(1234.5)
})
