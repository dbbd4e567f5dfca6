/// <reference path="./oidc-provider.d.ts" />
import { generateKeyPairSync } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import Provider from 'oidc-provider'

export type ProviderPerson = { sub: string; email: string; name: string; groups?: string[] }

const client = { id: 'daily-report', secret: 'a-secret-of-the-client-and-the-provider' }

/**
 * A certified provider on this machine. Its login page asks for the e-mail of one of these people and for no password. They
 * can be changed while it runs.
 */
export async function startRealProvider(people: ProviderPerson[]) {
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const find = (key: 'sub' | 'email', value: string) => people.find(person => person[key] === value)

  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const provider = new Provider(url, {
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: ['http://localhost/api/auth/oidc/callback'],
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kid: 'one', use: 'sig', alg: 'RS256' }] },
    cookies: { keys: ['a key of the cookies of the provider'] },
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'groups'],
    },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: () => '/interaction' },
    findAccount: (_context: unknown, sub: string) => ({
      accountId: sub,
      claims: () => ({ ...find('sub', sub), email_verified: true }),
    }),
    // Consent is part of signing in.
    loadExistingGrant: async (context: {
      oidc: {
        client: { clientId: string }
        session: { accountId: string }
        provider: { Grant: new (of: object) => { addOIDCScope(scope: string): void; save(): Promise<void> } }
      }
    }) => {
      const { client: asking, session, provider: own } = context.oidc
      const grant = new own.Grant({ clientId: asking.clientId, accountId: session.accountId })
      grant.addOIDCScope('openid profile email')
      await grant.save()
      return grant
    },
  })
  // The port of the app is chosen after the provider has started.
  provider.Client.prototype.redirectUriAllowed = uri =>
    /^http:\/\/localhost(:\d+)?\/api\/auth\/oidc\/callback$/.test(uri)

  const answer = provider.callback()
  server.on('request', (request, response) => {
    if (new URL(request.url ?? '/', url).pathname === '/interaction') void interact(request, response)
    else answer(request, response)
  })

  async function interact(request: IncomingMessage, response: ServerResponse) {
    if (request.method === 'POST') {
      const email = new URLSearchParams(await text(request)).get('email') ?? ''
      const person = find('email', email)
      const result = person
        ? { login: { accountId: person.sub } }
        : { error: 'access_denied', error_description: 'There is no such person.' }
      return provider.interactionFinished(request, response, result)
    }
    await provider.interactionDetails(request, response)
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(loginPage)
  }

  return {
    url,
    people,
    settings: {
      OIDC_ISSUER: url,
      OIDC_CLIENT_ID: client.id,
      OIDC_CLIENT_SECRET: client.secret,
      OIDC_NAME: 'Company Login',
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

// The empty icon keeps browsers from asking for /favicon.ico, which the provider doesn't have. Only the headless shell never asks.
const loginPage = `<!doctype html><html lang="en"><title>Company Login</title><link rel="icon" href="data:,">
<h1>Company Login</h1>
<form method="post" action="/interaction">
<label>Company email <input name="email" type="email"></label>
<button>Continue</button>
</form></html>`
