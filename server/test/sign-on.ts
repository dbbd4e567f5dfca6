import { expect } from 'vitest'
import type { Role } from '#shared/roles.ts'
import { browserOf } from './browser-cookies.ts'
import { clientId, clientSecret, type Issuer, type Oddity } from './issuer.ts'
import type { Person, TestApp } from './start-test-app.ts'

export type Browser = ReturnType<typeof browserOf>

/** The settings of an app that signs in with this provider, and of the roles that the tests are about. */
export const signOnSettings = ({ url }: Issuer) => ({
  OIDC_ISSUER: url,
  OIDC_CLIENT_ID: clientId,
  OIDC_CLIENT_SECRET: clientSecret,
  OIDC_NAME: 'Keycloak',
  OIDC_ROLES: 'admin=it-admins,manager=leads',
})

/** Signs in with a provider as a browser with its cookies. */
export function signOnTools(testApp: TestApp, issuer: Issuer) {
  const { as, cast, db } = testApp
  let people = 0

  async function start(browser = browserOf(testApp), to?: string) {
    const reply = await browser.get(
      `/api/auth/oidc${to === undefined ? '' : `?to=${encodeURIComponent(to)}`}`,
    )
    expect(reply.status, reply.text).toBe(302)
    return { browser, location: String(reply.headers.location) }
  }

  const comeBack = (browser: Browser, query: string) => browser.get(`/api/auth/oidc/callback?${query}`)

  /** The way to the page that exchanges the code. */
  async function arrive(
    claims: Record<string, unknown>,
    { to, oddity }: { to?: string; oddity?: Oddity } = {},
  ) {
    const { browser, location } = await start(undefined, to)
    const back = await comeBack(browser, issuer.consent(location, claims, oddity))
    expect(back.status, back.text).toBe(302)
    return { browser, page: back.headers.location }
  }

  /** The whole way to the answer of the page's call. */
  async function signOn(claims: Record<string, unknown>, more: Parameters<typeof arrive>[1] = {}) {
    const arrived = await arrive(claims, more)
    const reply = await arrived.browser.post('/api/auth/oidc/session', {})
    return { ...arrived, reply }
  }

  /** What the provider says of a person it knows, who is not known here. */
  const stranger = (claims: Record<string, unknown> = {}) => {
    const nth = ++people
    return {
      sub: `subject-${nth}`,
      email: `stranger-${nth}@example.com`,
      email_verified: true,
      name: `Stranger ${nth}`,
      ...claims,
    }
  }
  /** What it says of a user with an account. */
  const claimsOf = ({ email }: { email: string }, claims: Record<string, unknown> = {}) =>
    stranger({ email, ...claims })

  const identitiesOf = (userId: number) =>
    db.selectFrom('identities').selectAll().where('user_id', '=', userId).orderBy('id').execute()

  const roleOf = async (userId: number) =>
    (await db.selectFrom('users').select('role').where('id', '=', userId).executeTakeFirstOrThrow()).role

  async function makeUser(role: Role = 'developer'): Promise<Person> {
    const nth = ++people
    const email = `person-${nth}@example.com`
    const person = { name: `Person ${nth}`, email, role, password: 'quiet-violet-otter' }
    const { body } = await as(cast.ada).post('/api/auth/register', person)
    return { ...person, id: body.user.id }
  }

  async function inviteUser(role: Role = 'developer') {
    const nth = ++people
    const person = { name: `Person ${nth}`, email: `person-${nth}@example.com`, role }
    const { body } = await as(cast.ada).post('/api/auth/register', { ...person, invite: true })
    return {
      ...person,
      id: body.user.id as number,
      code: new URL(body.invitation.link).searchParams.get('code') ?? '',
    }
  }

  return { start, comeBack, arrive, signOn, stranger, claimsOf, identitiesOf, roleOf, makeUser, inviteUser }
}
