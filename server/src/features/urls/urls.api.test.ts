import { describe, expect, test } from 'vitest'
import { messages } from '#shared/messages.ts'
import { refusedInputs } from '../../../test/refused-inputs.ts'
import { expectRefusal, startTestApp } from '../../../test/start-test-app.ts'

const { as, cast, db, make } = await startTestApp()
const project = await make.project()
const list = `/api/projects/${project.id}/urls`
const live = { url_type: 'live', url: 'https://example.com' }

async function add(more: object = {}): Promise<{ id: number }> {
  return (await as(cast.dina).post(list, { ...live, ...more })).body
}
const shown = async (id: number) =>
  (await as(cast.omar).get(list)).body.find((each: { id: number }) => each.id === id)

async function fill(urls: string, count: number): Promise<void> {
  const row = { project_id: Number(urls.split('/')[3]), user_id: cast.dina.id, ...urlRow }
  await db
    .insertInto('project_urls')
    .values(Array.from({ length: count }, () => row))
    .execute()
}
const urlRow = {
  url_type: 'live',
  url: 'https://example.com',
  created_at: '2026-03-10T09:00:00.000Z',
} as const

describe('refuses', () => {
  test('requests without a token', async () => {
    const { id } = await add()
    for (const reply of [
      await as(null).get(list),
      await as(null).post(list, live),
      await as(null).put(`/api/urls/${id}`, live),
      await as(null).delete(`/api/urls/${id}`),
    ]) {
      expectRefusal(reply, 401, 'No token, authorization denied')
    }
  })

  test.each(['dina', 'desi', 'mark'] as const)('%s deleting and restoring', async key => {
    const { id } = await add()
    expectRefusal(await as(cast[key]).delete(`/api/urls/${id}`), 403, messages.general.notAllowed)
    expectRefusal(await as(cast[key]).put(`/api/urls/${id}/unblur`), 403, messages.general.notAllowed)
    expect(await shown(id)).toMatchObject({ is_blurred: false })
  })

  test('a manager restoring', async () => {
    const { id } = await add()
    await as(cast.max).delete(`/api/urls/${id}`)
    expectRefusal(await as(cast.max).put(`/api/urls/${id}/unblur`), 403, messages.general.notAllowed)
  })

  test.each(
    refusedInputs([
      [{ url: ' ' }, 'url', 'URL is required'],
      [{ url: 'x'.repeat(2049) }, 'url', 'URL must be at most 2,048 characters'],
      [{ url_type: '' }, 'url_type', 'URL type is not valid'],
      [{ url_type: 'LIVE' }, 'url_type', 'URL type is not valid'],
    ]),
  )('%s', async (_name, more, field, sentence) => {
    const { id } = await add()
    expectRefusal(await as(cast.dina).post(list, { ...live, ...more }), 400, sentence, { [field]: sentence })
    expectRefusal(await as(cast.dina).put(`/api/urls/${id}`, { ...live, ...more }), 400, sentence, {
      [field]: sentence,
    })
  })

  test('unknown URLs', async () => {
    expect((await as(cast.dina).get('/api/projects/999999/urls')).status).toBe(404)
    expect((await as(cast.dina).post('/api/projects/999999/urls', live)).status).toBe(404)
    expect((await as(cast.dina).put('/api/urls/999999', live)).status).toBe(404)
    expect((await as(cast.ada).delete('/api/urls/999999')).status).toBe(404)
    expect((await as(cast.ada).put('/api/urls/x/unblur')).status).toBe(404)
  })

  test('more than 500 URLs in a project, also in concurrent requests', async () => {
    const full = `/api/projects/${(await make.project()).id}/urls`
    await fill(full, 498)
    const more = () => as(cast.dina).post(full, live)
    const replies = await Promise.all(Array.from({ length: 5 }, more))
    expect(replies.map(reply => reply.status).sort()).toEqual([201, 201, 400, 400, 400])
    expectRefusal(await more(), 400, 'A project can have at most 500 URLs.')
    expect((await as(cast.omar).get(full)).body).toHaveLength(500)
  })

  test('editing a marked URL with 409', async () => {
    const { id } = await add()
    await as(cast.max).delete(`/api/urls/${id}`)
    expectRefusal(await as(cast.ada).put(`/api/urls/${id}`, live), 409, messages.urls.editMarked)
  })
})

test('a project that had more than 500 URLs before still lists and edits them', async () => {
  const old = `/api/projects/${(await make.project()).id}/urls`
  await fill(old, 501)
  const { status, body } = await as(cast.omar).get(old)
  expect([status, body.length]).toEqual([200, 501])
  expect((await as(cast.dina).put(`/api/urls/${body[500].id}`, live)).status).toBe(200)
})

test('every signed-in user can add and edit, and the URL is stored trimmed', async () => {
  const added = await as(cast.mark).post(list, {
    url_type: 'database',
    url: '  javascript:alert(1) ',
    is_blurred: true,
  })
  expect(added.status).toBe(201)
  expect(added.body).toEqual({
    id: expect.any(Number),
    url_type: 'database',
    url: 'javascript:alert(1)',
    is_blurred: false,
    created_at: '2026-03-10T09:00:00.000Z',
  })
  const edited = await as(cast.desi).put(`/api/urls/${added.body.id}`, {
    url_type: 'git',
    url: 'git.example.com',
  })
  expect(edited.status).toBe(200)
  expect(edited.body).toMatchObject({ id: added.body.id, url_type: 'git', url: 'git.example.com' })
  expect(await shown(added.body.id)).toEqual(edited.body)
})

test('a manager marks, an admin restores and deletes', async () => {
  const { id } = await add()
  for (let time = 0; time < 2; time++) {
    const marked = await as(cast.max).delete(`/api/urls/${id}`)
    expect(marked.status).toBe(200)
    expect(marked.body).toEqual({ msg: expect.any(String), blurred: true })
    expect(await shown(id)).toMatchObject({ is_blurred: true })
  }
  const restored = await as(cast.ada).put(`/api/urls/${id}/unblur`)
  expect(restored.body).toMatchObject({ id, is_blurred: false })
  await as(cast.max).delete(`/api/urls/${id}`)
  expect((await as(cast.ada).delete(`/api/urls/${id}`)).body).toEqual({
    msg: expect.any(String),
    blurred: false,
  })
  expect(await shown(id)).toBeUndefined()
  expect((await as(cast.ada).delete(`/api/urls/${id}`)).status).toBe(404)
})

test('an admin deletes an unmarked URL, and one of ten concurrent requests succeeds', async () => {
  const { id } = await add()
  const replies = await Promise.all(Array.from({ length: 10 }, () => as(cast.ada).delete(`/api/urls/${id}`)))
  expect(replies.map(reply => reply.status).sort()).toEqual([200, ...Array(9).fill(404)])
})

test('the URLs of a deleted project can’t be read', async () => {
  const other = await make.project()
  const { body } = await as(cast.dina).post(`/api/projects/${other.id}/urls`, live)
  await as(cast.ada).delete(`/api/projects/${other.id}`)
  expect((await as(cast.dina).get(`/api/projects/${other.id}/urls`)).status).toBe(404)
  expect((await as(cast.dina).put(`/api/urls/${body.id}`, live)).status).toBe(404)
  expect((await as(cast.ada).delete(`/api/urls/${body.id}`)).status).toBe(404)
})
