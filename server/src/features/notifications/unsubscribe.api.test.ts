import { beforeEach, describe, expect, test } from 'vitest'
import { unsubscribeKindOf, unsubscribeKinds } from '#shared/contract/notifications.ts'
import { expectRefusal, startTestApp } from '../../../test/start-test-app.ts'
import { unsubscribeCode } from './unsubscribe.service.ts'

const { app, as, call, cast, ctx, db } = await startTestApp()

const post = (code: string, payload?: string, type = 'application/x-www-form-urlencoded') =>
  call({
    method: 'POST',
    url: `/api/unsubscribe?code=${encodeURIComponent(code)}`,
    ...(payload !== undefined && { payload, headers: { 'content-type': type } }),
  })
const account = async (who = cast.dina) => (await as(who).get('/api/account')).body
const codeOf = (who = cast.dina, kind: Parameters<typeof unsubscribeCode>[2] = 'comment') =>
  unsubscribeCode(ctx, who.id, kind)
const refused = 'This unsubscribe link is no longer valid'

beforeEach(async () => {
  await db.deleteFrom('muted_mails').execute()
  await db.updateTable('users').set({ email_notifications: 'instant' }).execute()
})

describe('a link that is not one of ours', () => {
  test.each([
    ['empty', ''],
    ['text', 'x'],
    ['without a signature', `${cast.dina.id}.comment.`],
    ['of another kind', codeOf().replace('comment', 'reply')],
    ['of another user', codeOf().replace(/^\d+/, String(cast.omar.id))],
    ['of an unknown kind', codeOf().replace('comment', 'everything')],
    ['with more behind it', `${codeOf()}.x`],
    ['spelled otherwise', `0${codeOf()}`],
    ['cut', codeOf().slice(0, -1)],
    ['of an unknown user', unsubscribeCode(ctx, 999_999, 'comment')],
  ])('%s: refused, and nothing is muted', async (_name, code) => {
    expectRefusal(await post(code), 404, refused)
    expect(await db.selectFrom('muted_mails').selectAll().execute()).toEqual([])
  })

  test('no code: refused', async () => {
    const reply = await call({ method: 'POST', url: '/api/unsubscribe' })
    expect([reply.status, Object.keys(reply.body.errors ?? {})]).toEqual([400, ['code']])
  })

  test('of a deleted account: refused', async () => {
    const { body } = await as(cast.ada).post('/api/auth/register', {
      name: 'Gone',
      email: 'gone@example.com',
      role: 'developer',
      password: 'secret-1',
    })
    const code = unsubscribeCode(ctx, body.user.id, 'comment')
    await as(cast.ada).delete(`/api/users/${body.user.id}`)
    expectRefusal(await post(code), 404, refused)
  })
})

describe('one click, without signing in', () => {
  test.each([
    ['what mail programs send', 'List-Unsubscribe=One-Click', 'application/x-www-form-urlencoded'],
    [
      'the other form they may send',
      '--b\r\ncontent-disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n',
      'multipart/form-data; boundary=b',
    ],
    ['the page', '{}', 'application/json'],
    ['broken JSON', '{', 'application/json'],
    ['text', 'hello', 'text/plain'],
    ['no body', undefined, ''],
  ])('%s mutes that kind for that user only', async (_name, payload, type) => {
    const reply = await post(codeOf(), payload, type)
    expect([reply.status, reply.body]).toEqual([
      200,
      {
        msg: "You won't get emails about comments on your reports any more. You can turn them on again in Your account.",
      },
    ])
    expect(await account()).toMatchObject({ muted: ['comment'], email_notifications: 'instant' })
    expect(await account(cast.omar)).toMatchObject({ muted: [] })
  })

  test('a second click, and many at once, change nothing more', async () => {
    const replies = await Promise.all(Array.from({ length: 5 }, () => post(codeOf())))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    await post(codeOf(cast.dina, 'review'))
    expect((await account()).muted).toEqual(['comment', 'review'])
  })

  test('the daily mail is turned off as a whole', async () => {
    await as(cast.dina).put('/api/account', { email_notifications: 'daily' })
    const reply = await post(codeOf(cast.dina, 'daily'))
    expect([reply.status, reply.body.msg]).toEqual([
      200,
      expect.stringContaining("You won't get notifications by email"),
    ])
    expect(await account()).toMatchObject({ muted: [], email_notifications: 'off' })
  })

  test('what was muted can be turned on again', async () => {
    await post(codeOf())
    const reply = await as(cast.dina).put('/api/account', { muted: ['reply', 'mention', 'reply'] })
    expect([reply.status, reply.body.muted]).toEqual([200, ['mention', 'reply']])
    expect((await as(cast.dina).put('/api/account', { muted: [] })).body.muted).toEqual([])
  })

  test('every kind has a code that says its kind', () => {
    for (const kind of unsubscribeKinds) expect(unsubscribeKindOf(codeOf(cast.dina, kind))).toBe(kind)
  })
})

test('opening the link leads to the page that asks, and changes nothing', async () => {
  const code = codeOf()
  const reply = await app.inject({ method: 'GET', url: `/api/unsubscribe?code=${code}` })
  expect([reply.statusCode, reply.headers.location]).toEqual([303, `/unsubscribe?code=${code}`])
  const strange = await app.inject({ method: 'GET', url: '/api/unsubscribe?code=%2F%2Fevil.example%0d%0aX' })
  expect([strange.statusCode, strange.headers.location]).toEqual([
    303,
    '/unsubscribe?code=%2F%2Fevil.example%0D%0AX',
  ])
  expect((await account()).muted).toEqual([])
})
