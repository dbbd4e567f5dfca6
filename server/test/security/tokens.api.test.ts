import { createHmac, generateKeyPairSync, sign as signWith } from 'node:crypto'
import { expect, test } from 'vitest'
import { messages } from '#shared/messages.ts'
import { sampleJwtSecret } from '../../src/config.ts'
import { issueCode } from '../../src/identity/one-time-codes.ts'
import { readTokenSecret } from '../../src/identity/tokens.ts'
import { fileUpload } from '../multipart.ts'
import { expectRefusal, startTestApp } from '../start-test-app.ts'

const { call, cast, clock, ctx, db, make, newToken } = await startTestApp()
const secret = await readTokenSecret(db, ctx.config)
const genuine = await newToken(cast.ada)
const [header = '', payload = '', signature = ''] = genuine.split('.')
const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
const future = Math.floor(clock.now().getTime() / 1000) + 3600

const encode = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')
const hmac = (text: string, key: string, hash = 'sha256') =>
  createHmac(hash, key).update(text).digest('base64url')

/** Signs a token with any header, claims and key. */
function token(head: unknown, body: unknown, key = secret, hash = 'sha256'): string {
  const text = `${encode(head)}.${encode(body)}`
  return `${text}.${hmac(text, key, hash)}`
}
const hs256 = { alg: 'HS256', typ: 'JWT' }
const none = (alg: unknown) => `${encode({ alg, typ: 'JWT' })}.${payload}`

/** Changes only the unused bits of the last base64 letter. */
function respelled(text: string): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  return text.slice(0, -1) + letters[letters.indexOf(text.at(-1) ?? '') ^ 1]
}

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const rsaToken = (head: object) => {
  const text = `${encode(head)}.${payload}`
  return `${text}.${signWith('sha256', Buffer.from(text), rsa.privateKey).toString('base64url')}`
}
const jwk = rsa.publicKey.export({ format: 'jwk' })

const variants: Record<string, string> = {
  'alg none without a signature': `${none('none')}.`,
  'alg none with the old signature': `${none('none')}.${signature}`,
  'alg None': `${none('None')}.`,
  'alg NONE': `${none('NONE')}.`,
  'alg nOnE': `${none('nOnE')}.`,
  'alg empty': `${none('')}.`,
  'alg null': `${none(null)}.`,
  'alg an array': `${none(['HS256'])}.${signature}`,
  'alg hs256': token({ alg: 'hs256' }, claims),
  'no alg': token({ typ: 'JWT' }, claims),
  'HS384 with the right key': token({ alg: 'HS384' }, claims, secret, 'sha384'),
  'HS512 with the right key': token({ alg: 'HS512' }, claims, secret, 'sha512'),
  'HS256 said, SHA-512 done': token(hs256, claims, secret, 'sha512'),
  'RS256 with a key of its own': rsaToken({ alg: 'RS256' }),
  'RS256 with its key in the header': rsaToken({ alg: 'RS256', jwk }),
  'RS256 with a URL of keys': rsaToken({ alg: 'RS256', jku: 'https://evil.example.com/keys' }),
  'another key': token(hs256, claims, 'another-key-of-more-than-32-bytes-in-length'),
  'an empty key': token(hs256, claims, ''),
  'the key of the documentation': token(hs256, claims, sampleJwtSecret),
  'the key with a blank': token(hs256, claims, `${secret} `),
  'kid as a path': token({ ...hs256, kid: '../../../../dev/null' }, claims, ''),
  'kid as SQL': token({ ...hs256, kid: "x' union select 'key" }, claims, 'key'),
  'no signature': `${header}.${payload}.`,
  'no signature, no dot': `${header}.${payload}`,
  'half a signature': `${header}.${payload}.${signature.slice(0, 20)}`,
  'a signature of zeros': `${header}.${payload}.${encode('\0'.repeat(32))}`,
  'a signature with one bit changed': `${header}.${payload}.${signature[0] === 'A' ? 'B' : 'A'}${signature.slice(1)}`,
  'the signature of another token': `${header}.${payload}.${(await newToken(cast.dina)).split('.')[2]}`,
  "another user's claims": `${header}.${encode({ ...claims, sub: String(cast.dina.id) })}.${signature}`,
  'a longer life': `${header}.${encode({ ...claims, exp: claims.exp + 86_400 })}.${signature}`,
  'another spelling of the same signature': `${header}.${payload}.${respelled(signature)}`,
  'padding behind it': `${genuine}=`,
  'header and claims exchanged': `${payload}.${header}.${signature}`,
  'a fourth part': `${genuine}.${signature}`,
  'five parts, as encrypted ones have': `${header}..${payload}.${signature}.${signature}`,
  'claims that are no JSON': token(hs256, 'admin'),
  'claims that are a list': token(hs256, [claims]),
  'claims that are null': token(hs256, 'null'),
  'no sign-in named': token(hs256, { sub: claims.sub, exp: future }),
  'a sign-in that is a number': token(hs256, { ...claims, sid: 1 }),
  'a sign-in that is a list': token(hs256, { ...claims, sid: [claims.sid] }),
  'a sign-in that is an object': token(hs256, { ...claims, sid: { $ne: null } }),
  'a sign-in that does not exist': token(hs256, { ...claims, sid: 'AAAAAAAAAAAAAAAAAAAAAAAA' }),
  'a sign-in with a wildcard': token(hs256, { ...claims, sid: '%' }),
  'a sign-in with SQL': token(hs256, { ...claims, sid: "' or '1'='1" }),
  'no expiry': token(hs256, { sub: claims.sub, sid: claims.sid }),
  'expiry as text': token(hs256, { ...claims, exp: String(future) }),
  'expiry null': token(hs256, { ...claims, exp: null }),
  'expiry beyond numbers': token(hs256, `{"sub":"1","sid":"${claims.sid}","exp":1e999}`),
  'expired a second ago': token(hs256, { ...claims, exp: future - 3601 }),
  'expiring now': token(hs256, { ...claims, exp: future - 3600 }),
  'Bearer in front': `Bearer ${genuine}`,
  'a blank inside': `${genuine.slice(0, 20)} ${genuine.slice(20)}`,
  'twice the same': `${genuine}, ${genuine}`,
  'lower case': genuine.toLowerCase(),
  'quotes around': `"${genuine}"`,
  'a megabyte? no, but long': 'A'.repeat(8000),
  'just dots': '..',
  'an access token that was never made': 'drt_0000000000000000000000000000000000000000000000',
  undefined: 'undefined',
  null: 'null',
  true: 'true',
}

test('there are at least forty of them', () => {
  expect(Object.keys(variants).length).toBeGreaterThanOrEqual(40)
})

test('neither the code of a link nor its stored hash is accepted as a token', async () => {
  const { code } = await issueCode(ctx, db, cast.dina.id, 'reset')
  const { id, code_hash } = await db.selectFrom('one_time_codes').selectAll().executeTakeFirstOrThrow()
  const signed = [code, id, code_hash].map(sid => token(hs256, { ...claims, sid }))
  for (const text of [code, id, code_hash, ...signed]) {
    const reply = await call({ method: 'GET', url: '/api/auth/me', headers: { 'x-auth-token': text } })
    expectRefusal(reply, 401, messages.signIn.tokenInvalid)
  }
  const derived = [id, `reset ${id}`, `one-time code ${id}`, `one-time code invitation ${id}`]
  for (const wrong of [
    id,
    code_hash,
    respelled(code),
    `${code}=`,
    ...derived.map(text => hmac(text, secret)),
  ]) {
    const payload = { code: wrong, password: 'quiet-violet-otter' }
    const reply = await call({ method: 'POST', url: '/api/auth/reset', payload })
    expectRefusal(reply, 404, messages.signIn.resetInvalid)
  }
  const used = { code, password: 'quiet-violet-otter' }
  expect((await call({ method: 'POST', url: '/api/auth/reset', payload: used })).status).toBe(200)
})

test('the stored hash of a sign-in is refused as an id in a token, even signed with the right key', async () => {
  const rows = await db.selectFrom('sign_ins').select('id').execute()
  expect(rows.length).toBeGreaterThan(0)
  for (const { id } of rows) {
    const forged = token(hs256, { ...claims, sid: id })
    const reply = await call({ method: 'GET', url: '/api/auth/me', headers: { 'x-auth-token': forged } })
    expectRefusal(reply, 401, messages.signIn.tokenInvalid)
  }
  expect(rows.map(row => row.id)).not.toContain(claims.sid)
})

test('the genuine token is accepted by the call that refuses all others', async () => {
  const reply = await call({ method: 'GET', url: '/api/users', headers: { 'x-auth-token': genuine } })
  expect(reply.status).toBe(200)
})

test.each(Object.entries(variants))('%s: 401', async (_name, forged) => {
  for (const [method, url] of [
    ['GET', '/api/auth/me'],
    ['GET', '/api/reports/export/csv'],
    ['DELETE', `/api/users/${cast.dina.id}`],
  ] as const) {
    expectRefusal(
      await call({ method, url, headers: { 'x-auth-token': forged } }),
      401,
      messages.signIn.tokenInvalid,
    )
  }
})

const project = await make.project()
const upload = fileUpload('plan.txt', 'Our plan')
const { body: file } = await call({
  method: 'POST',
  url: `/api/projects/${project.id}/files`,
  payload: upload.payload,
  headers: { ...upload.headers, 'x-auth-token': genuine },
})

test.each(Object.entries(variants))('%s in a form: 401', async (_name, forged) => {
  for (const action of ['download', 'preview']) {
    const reply = await call({
      method: 'POST',
      url: `/api/files/${file.id}/${action}`,
      payload: new URLSearchParams({ token: forged }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expectRefusal(reply, 401, messages.signIn.tokenInvalid)
  }
})

test.each([
  ['another scheme of the Authorization header', { authorization: `Basic ${genuine}` }, ''],
  ['a cookie', { cookie: `token=${genuine}` }, ''],
  ['the query', {}, `?token=${genuine}&x-auth-token=${genuine}`],
] as const)('%s is no place for a token', async (_name, headers, query) => {
  const reply = await call({ method: 'GET', url: `/api/auth/me${query}`, headers })
  expectRefusal(reply, 401, messages.signIn.noToken)
})

test('a token in a form is accepted only where a file is opened', async () => {
  const reply = await call({
    method: 'POST',
    url: '/api/auth/logout',
    payload: new URLSearchParams({ token: genuine }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  expectRefusal(reply, 401, messages.signIn.noToken)
})
