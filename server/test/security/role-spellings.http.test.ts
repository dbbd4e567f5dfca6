import { afterEach, describe, expect, test } from 'vitest'
import { type Person, startTestApp } from '../start-test-app.ts'
import { accountsIn } from './accounts.ts'

// The contract refuses these before the database is used, so one engine is enough.

const { call, cast, db, newToken, signIn } = await startTestApp()

const accounts = () => accountsIn(db)
const before = await accounts()

/** Sends raw bytes, because JSON.stringify can't repeat a key. */
async function send(who: Person, method: 'POST' | 'PUT', url: string, body: string) {
  return call({
    method,
    url,
    payload: body,
    headers: { 'content-type': 'application/json', 'x-auth-token': await newToken(who) },
  })
}

describe('an unusual spelling of a role makes no user an admin:', () => {
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
    // A request may have created developers, which is allowed.
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

test('forms and other content types set no role either', async () => {
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
