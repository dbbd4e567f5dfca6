import type { APIRequestContext } from '@playwright/test'
import type { Role } from '#shared/roles.ts'

export type Account = { name: string; email: string; password: string }
export type Person = Account & { role: Role }

const person = (name: string, role: Role): Person => ({
  name,
  role,
  email: `${name.split(' ')[0]?.toLowerCase()}@example.com`,
  password: `${name.split(' ')[0]} likes long passwords`,
})

/** The people of all journeys: one for each role, and a second developer. */
export const cast = {
  ada: person('Ada Admin', 'admin'),
  max: person('Max Manager', 'manager'),
  dina: person('Dina Developer', 'developer'),
  omar: person('Omar Developer', 'developer'),
  desi: person('Desi Designer', 'designer'),
  mark: person('Mark Marketing', 'marketing'),
}
export type Cast = typeof cast

/** Signs in over the API and returns a new token, for a test that ends the session. */
export async function signIn(
  request: APIRequestContext,
  url: string,
  { email, password }: Pick<Account, 'email' | 'password'>,
): Promise<string> {
  const reply = await request.post(`${url}/api/auth/login`, { data: { email, password } })
  if (!reply.ok()) throw new Error(`${email} could not sign in: ${reply.status()} ${await reply.text()}`)
  return (await reply.json()).token
}

const tokens = new Map<string, Promise<string>>()

/** Called for a server that has just started, because an earlier one with other tokens may have had its port. */
export function forgetTokens(url: string) {
  for (const key of tokens.keys()) if (key.startsWith(JSON.stringify([url]).slice(0, -1))) tokens.delete(key)
}

/** The token of one sign-in per account and worker, because hashing the password takes most of a sign-in. */
export function tokenOf(request: APIRequestContext, url: string, account: Account): Promise<string> {
  const key = JSON.stringify([url, account.email, account.password])
  const token = tokens.get(key) ?? signIn(request, url, account)
  tokens.set(key, token)
  return token
}

/** Registers all but the administrator, whom the settings create. */
export async function registerCast(request: APIRequestContext, url: string) {
  const others = Object.values(cast).filter(({ role }) => role !== 'admin')
  await Promise.all(others.map(other => register(request, url, other)))
}

/** Registers an account as Ada. */
export async function register(
  request: APIRequestContext,
  url: string,
  { name, email, password, role }: Person,
): Promise<{ id: number }> {
  const reply = await request.post(`${url}/api/auth/register`, {
    headers: { 'x-auth-token': await tokenOf(request, url, cast.ada) },
    data: { name, email, password, role },
  })
  if (reply.status() !== 201) throw new Error(`${email} was not registered: ${await reply.text()}`)
  return (await reply.json()).user
}

/** Tests find rows by e-mail, so the random part comes first: at the end of the name it could match another user. */
export const newEmail = () => `${crypto.randomUUID()}.new@example.com`

/** A new account, for a test with more people than the cast. */
export async function makePerson(request: APIRequestContext, url: string, role: Role, name = 'Nele New') {
  const made = { ...person(name, role), email: newEmail() }
  return { ...made, ...(await register(request, url, made)) }
}
