import { expect } from 'vitest'
import type { Person, Reply, TestApp } from './start-test-app.ts'

/** An id that no thing has. */
export const missingId = 999_999

/**
 * Limits managers to their teams, with Max as the lead of one team, a member of another, and a stranger to a third.
 * `both` is in all three teams.
 */
export async function limitManagers({ as, cast, make }: TestApp) {
  const { ada, max } = cast
  const [member, both, stranger] = [
    await make.user('developer', { name: 'Mia Member' }),
    await make.user('designer', { name: 'Bo Both' }),
    await make.user('developer', { name: 'Stan Stranger' }),
  ]
  const otherLead = await make.user('manager', { name: 'Olga Other' })
  const team = async (
    name: string,
    leads: Person[],
    members: Person[],
  ): Promise<{ id: number; name: string }> => {
    const [lead_ids, member_ids] = [leads, members].map(people => people.map(({ id }) => id))
    const reply = await as(ada).post('/api/teams', { name, lead_ids, member_ids })
    expect(reply.status, reply.text).toBe(201)
    return { id: reply.body.id, name }
  }
  const led = await team('Led', [max], [member, both])
  const joined = await team('Joined', [otherLead], [max, member, both, stranger])
  const foreign = await team('Foreign', [otherLead], [both, stranger])
  const setScope = (manager_scope: 'teams' | 'everyone') => as(ada).put('/api/settings', { manager_scope })
  expect((await setScope('teams')).status).toBe(200)
  return { lead: max, member, both, stranger, otherLead, led, joined, foreign, setScope }
}

/** Fails unless a call about a thing out of sight is answered exactly like the same call about one that doesn't exist. */
export async function expectAsMissing(call: (id: number) => Promise<Reply>, id: number, status = 404) {
  const [hidden, missing] = [await call(id), await call(missingId)]
  expect({ status: hidden.status, body: hidden.body }).toEqual({ status, body: missing.body })
}
