import { afterEach, describe, expect, test } from 'vitest'
import { messages } from '#shared/messages.ts'
import { expectRefusal, type Person, startTestApp } from '../start-test-app.ts'

const { as, call, cast, db, newToken, signIn } = await startTestApp()

const accounts = () =>
  db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'role', 'password_hash', 'deleted_at'])
    .orderBy('id')
    .execute()
const before = await accounts()

/** Sends the very bytes, so that keys can stand twice. */
async function send(who: Person, method: 'POST' | 'PUT', url: string, body: string) {
  return call({
    method,
    url,
    payload: body,
    headers: { 'content-type': 'application/json', 'x-auth-token': await newToken(who) },
  })
}

describe('a manager over an admin', () => {
  afterEach(async () => expect(await accounts()).toEqual(before))

  const asManager = async () => as({ token: await newToken(cast.max) })
  const withRole = ({ name, email }: Person, role: string) => ({ name, email, role })

  test.each([
    ['renames them', 'put', `/api/users/${cast.ada.id}`, { ...withRole(cast.ada, 'admin'), name: 'Renamed' }],
    ['demotes them', 'put', `/api/users/${cast.ada.id}`, withRole(cast.ada, 'developer')],
    ['resets their password', 'put', `/api/users/${cast.ada.id}/password`, { password: 'taken-over' }],
    ['makes an account an admin', 'put', `/api/users/${cast.dina.id}`, withRole(cast.dina, 'admin')],
    [
      'registers an admin',
      'post',
      '/api/auth/register',
      { name: 'New Admin', email: 'new@example.com', password: 'secret-1', role: 'admin' },
    ],
  ] as const)('%s: 403', async (_what, method, url, body) => {
    expectRefusal(await (await asManager())[method](url, body), 403, messages.auth.notAllowed)
  })

  test('promotes themselves: 403', async () => {
    const reply = await (await asManager()).put(`/api/users/${cast.max.id}`, withRole(cast.max, 'admin'))
    expect(reply.status).toBe(403)
  })

  test('deletes them: 403', async () => {
    const reply = await (await asManager()).delete(`/api/users/${cast.ada.id}`)
    expectRefusal(reply, 403, messages.auth.notAllowed)
  })

  test('takes over the e-mail of one: 409', async () => {
    const reply = await (await asManager()).put(`/api/users/${cast.dina.id}`, {
      ...withRole(cast.dina, 'developer'),
      email: ' ADA@example.com ',
    })
    expectRefusal(reply, 409, messages.register.userExists)
  })

  test('resets the password of a user who becomes an admin at that moment: refused once promoted', async () => {
    for (let round = 0; round < 5; round++) {
      const { body } = await as(cast.ada).post('/api/auth/register', {
        name: 'On the way up',
        email: `up-${round}@example.com`,
        password: 'secret-1',
        role: 'developer',
      })
      const { id, email } = body.user
      const manager = await asManager()
      const [promotion, reset] = await Promise.all([
        as(cast.ada).put(`/api/users/${id}`, { name: 'An admin now', email, role: 'admin' }),
        manager.put(`/api/users/${id}/password`, { password: 'taken-over' }),
      ])
      expect(promotion.status).toBe(200)
      // Before the promotion it was theirs to reset, after it is not; afterwards nothing works any more.
      expect([200, 403]).toContain(reset.status)
      expect((await manager.put(`/api/users/${id}/password`, { password: 'taken-over' })).status).toBe(403)
      await db.deleteFrom('sign_ins').where('user_id', '=', id).execute()
      await db.deleteFrom('users').where('id', '=', id).execute()
    }
  })
})

describe('a role spelled oddly makes no user an admin:', () => {
  const oddRoles = [
    '"admin"',
    '"\\u0061dmin"',
    '"Admin"',
    '"ADMIN"',
    '" admin"',
    '"admin "',
    '"admin\\u0000"',
    '"admin\\n"',
    '"\\u0430dmin"',
    '"ａｄｍｉｎ"',
    '"adm\\u0131n"',
    '"admin,developer"',
    '"developer admin"',
    '["admin"]',
    '[["admin"]]',
    '["developer","admin"]',
    '{"role":"admin"}',
    '{"0":"admin","length":1}',
    '{"toString":"admin"}',
    '{"$eq":"admin"}',
    '4',
    '0',
    'true',
    'null',
    '""',
    '"admin\' or 1=1 --"',
  ]
  const doubled = [
    '"role":"developer","role":"admin"',
    '"role":"admin","role":"developer"',
    '"role":"developer","Role":"admin"',
    '"role":"developer","role ":"admin"',
    '"role":"developer","roles":["admin"]',
    '"role":"developer","role[]":"admin"',
    '"role":"developer","user":{"role":"admin"}',
    '"role":"developer","data":{"role":"admin"}',
    '"role":"developer","__proto__":{"role":"admin"}',
    '"role":"developer","constructor":{"prototype":{"role":"admin"}}',
  ]
  const spellings = [...oddRoles.map(role => `"role":${role}`), ...doubled]

  afterEach(async () => {
    const now = await accounts()
    expect(now.filter(account => account.role === 'admin').map(account => account.id)).toEqual([cast.ada.id])
    expect(({} as { role?: string }).role).toBeUndefined()
    // A request may have created plain developers, which is allowed.
    await db
      .deleteFrom('users')
      .where('id', '>', Math.max(...before.map(account => account.id)))
      .execute()
    for (const { id, ...columns } of before)
      await db.updateTable('users').set(columns).where('id', '=', id).execute()
  })

  test.each(spellings)('%s', async spelling => {
    const account = '"name":"Odd One","email":"odd@example.com","password":"secret-1"'
    const tries: [Person, 'POST' | 'PUT', string, string][] = []
    for (const who of [cast.max, cast.dina]) {
      tries.push([who, 'POST', '/api/auth/register', `{${account},${spelling}}`])
      tries.push([who, 'POST', '/api/auth/register?role=admin', `{${spelling},${account}}`])
      for (const { id, name, email } of [cast.max, cast.dina, cast.omar]) {
        const fields = `"id":${id},"name":"${name}","email":"${email}"`
        tries.push([who, 'PUT', `/api/users/${id}`, `{${fields},${spelling}}`])
      }
    }
    for (const [who, method, url, body] of tries) {
      const reply = await send(who, method, url, body)
      expect(reply.text).not.toContain('"role":"admin"')
      if (who === cast.dina) expect(reply.status, body).toBe(403)
      else if (oddRoles.some(role => spelling === `"role":${role}`))
        expect([400, 403], `${body}: ${reply.status}`).toContain(reply.status)
      else expect([200, 201, 400, 403, 409], body).toContain(reply.status)
    }
  })
})

test('forms and other types carry no role either', async () => {
  for (const contentType of [
    'application/x-www-form-urlencoded',
    'text/plain',
    'multipart/form-data; boundary=x',
  ]) {
    const reply = await call({
      method: 'POST',
      url: '/api/auth/register',
      payload: 'name=Odd&email=odd%40example.com&password=secret-1&role=admin',
      headers: { 'content-type': contentType, 'x-auth-token': await newToken(cast.max) },
    })
    expect(reply.status).toBe(415)
  }
  expect(await accounts()).toEqual(before)
})

test('afterwards the admin signs in with the old password', async () => {
  expect(await signIn(cast.ada)).toEqual(expect.any(String))
})
