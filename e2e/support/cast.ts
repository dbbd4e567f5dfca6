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

/** Signs in over the API and returns the token. */
export async function tokenOf(request: APIRequestContext, url: string, account: Account): Promise<string> {
  const { email, password } = account
  const reply = await request.post(`${url}/api/auth/login`, { data: { email, password } })
  if (!reply.ok()) throw new Error(`${email} could not sign in: ${reply.status()} ${await reply.text()}`)
  return (await reply.json()).token
}

/** Everyone but the administrator, who came with the settings. */
export async function registerCast(request: APIRequestContext, url: string) {
  const token = await tokenOf(request, url, cast.ada)
  for (const { name, email, password, role } of Object.values(cast)) {
    if (role === 'admin') continue
    const reply = await request.post(`${url}/api/auth/register`, {
      headers: { 'x-auth-token': token },
      data: { name, email, password, role },
    })
    if (reply.status() !== 201) throw new Error(`${email} was not registered: ${await reply.text()}`)
  }
}
