import { createHash, createHmac, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll } from 'vitest'

/** What a person's sign-in does that a good provider never would. Each has a test. */
export type Oddity = {
  /** Replaces claims of the ID token. */
  token?: Record<string, unknown>
  /** Replaces what the userinfo endpoint says. */
  userInfo?: Record<string, unknown>
  alg?: 'none' | 'HS256'
  key?: 'other'
}

type Pending = {
  query: URLSearchParams
  claims: Record<string, unknown>
  oddity: Oddity
}

export type Issuer = Awaited<ReturnType<typeof startIssuer>>

export const clientId = 'daily-report'
export const clientSecret = 'the-secret-of-the-client'

/**
 * A provider of our own on this machine, over real HTTP, that can do what a good one never does. The pages that a person
 * would see are left out: `consent` is what they would lead to.
 */
export async function startIssuer(nowSeconds: () => number) {
  const keys = { own: newKey(), other: newKey() }
  const codes = new Map<string, Pending>()
  const people = new Map<string, Pending>()
  let isDown = false
  let isSilent = false
  let authMethods: string[] | undefined
  const received: string[] = []
  const seen: { authorization: string | undefined; body: URLSearchParams }[] = []

  const server = createServer((request, response) => {
    void answer(request, response)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const { pathname } = new URL(request.url ?? '/', url)
    received.push(pathname)
    if (isSilent) return
    if (isDown) return response.writeHead(503).end()
    if (pathname === '/.well-known/openid-configuration') return json(response, 200, metadata())
    if (pathname === '/keys') return json(response, 200, { keys: [publicKey(keys.own)] })
    if (pathname === '/token') return json(response, ...exchange(request, await text(request)))
    const person = people.get(/^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '')
    if (pathname !== '/userinfo' || !person) return json(response, 401, { error: 'invalid_token' })
    return json(response, 200, { ...person.claims, ...person.oddity.userInfo })
  }

  const metadata = () => ({
    issuer: url,
    authorization_endpoint: `${url}/authorize`,
    token_endpoint: `${url}/token`,
    userinfo_endpoint: `${url}/userinfo`,
    jwks_uri: `${url}/keys`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
    ...(authMethods && { token_endpoint_auth_methods_supported: authMethods }),
  })

  /** Each code works once, only with its redirect URI, the secret of the client and the verifier of PKCE. */
  function exchange({ headers }: IncomingMessage, content: string): [status: number, body: object] {
    const body = new URLSearchParams(content)
    seen.push({ authorization: headers.authorization, body })
    const code = body.get('code') ?? ''
    const pending = codes.get(code)
    codes.delete(code)
    const challenge = createHash('sha256')
      .update(body.get('code_verifier') ?? '')
      .digest('base64url')
    const basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`
    const knowsSecret = headers.authorization === basic || body.get('client_secret') === clientSecret
    if (!knowsSecret) return [401, { error: 'invalid_client' }]
    if (
      !pending ||
      challenge !== pending.query.get('code_challenge') ||
      body.get('redirect_uri') !== pending.query.get('redirect_uri')
    )
      return [400, { error: 'invalid_grant', error_description: 'the code is not valid' }]
    const access_token = randomBytes(16).toString('hex')
    people.set(access_token, pending)
    return [200, { access_token, token_type: 'Bearer', expires_in: 300, id_token: idToken(pending) }]
  }

  function idToken({ query, claims, oddity }: Pending): string {
    const { alg = 'RS256', key = 'own' } = oddity
    const now = nowSeconds()
    const header = { alg, typ: 'JWT', kid: keys.own.kid }
    const payload = {
      iss: url,
      aud: clientId,
      iat: now,
      exp: now + 300,
      nonce: query.get('nonce'),
      ...claims,
      ...oddity.token,
    }
    const content = [header, payload]
      .map(part => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.')
    if (alg === 'none') return `${content}.`
    if (alg === 'HS256')
      return `${content}.${createHmac('sha256', clientSecret).update(content).digest('base64url')}`
    return `${content}.${sign('sha256', Buffer.from(content), keys[key].privateKey).toString('base64url')}`
  }

  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  afterAll(close)

  return {
    url,
    /** The paths that were called. */
    received,
    /** The calls of the token endpoint. */
    seen,
    /** The person has signed in and agreed: returns the query with which the provider leads back. */
    consent(location: string, claims: Record<string, unknown>, oddity: Oddity = {}): string {
      const query = new URL(location).searchParams
      const code = randomBytes(16).toString('hex')
      codes.set(code, { query, claims, oddity })
      return new URLSearchParams({ code, state: query.get('state') ?? '', iss: url }).toString()
    },
    /** Answers nothing but 503, or again. */
    goDown: (down = true) => {
      isDown = down
    },
    /** Takes calls and never answers. */
    goSilent: (silent = true) => {
      isSilent = silent
    },
    /** What it says of how the secret of the client can be sent. */
    takeSecretBy: (methods: string[] | undefined) => {
      authMethods = methods
    },
  }
}

const newKey = () => ({
  ...generateKeyPairSync('rsa', { modulusLength: 2048 }),
  kid: randomBytes(8).toString('hex'),
})

const publicKey = ({ publicKey: key, kid }: { publicKey: KeyObject; kid: string }) => ({
  ...key.export({ format: 'jwk' }),
  kid,
  use: 'sig',
  alg: 'RS256',
})

function json(response: ServerResponse, status: number, body: object) {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
