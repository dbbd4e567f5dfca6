import { insertUser } from '../../../server/src/identity/accounts.queries.ts'
import { hashCheaply } from '../../../server/test/make.ts'
import { admin, type CalledApp } from './app-process.ts'
import { type Place, withDatabase } from './verify.ts'

export type Member = { id: number; email: string; password: string; token: string }
export type Team = { adminToken: string; members: Member[]; projects: number[] }

/**
 * Makes developers, all signed in, and three projects through the API. If the place is given, the accounts are inserted
 * into its database with cheap hashes, for tests that are not about sign-ins.
 */
export async function makeTeam(app: CalledApp, size: number, place?: Place): Promise<Team> {
  const adminToken = await app.signIn(admin)
  const people = Array.from({ length: size }, (_, index) => ({
    email: `dev${index}@example.com`,
    password: `dev${index}-password`,
    name: `Developer ${index}`,
    role: 'developer' as const,
  }))
  const ids = place
    ? await insertAll(place, people)
    : await Promise.all(people.map(person => register(app, adminToken, person)))
  const members = await Promise.all(
    people.map(async ({ email, password }, index): Promise<Member> => {
      const token = await app.signIn({ email, password })
      return { email, password, id: ids[index] ?? 0, token }
    }),
  )
  const projects: number[] = []
  for (const name of ['North', 'South', 'West']) {
    const { body } = await app.expectCall(201, {
      method: 'POST',
      path: '/api/projects',
      token: adminToken,
      body: { name },
    })
    projects.push(body.id)
  }
  return { adminToken, members, projects }
}

type Newcomer = { email: string; password: string; name: string; role: 'developer' }

async function register(app: CalledApp, token: string, body: Newcomer): Promise<number> {
  const reply = await app.expectCall(201, { method: 'POST', path: '/api/auth/register', token, body })
  return reply.body.user.id
}

function insertAll(place: Place, people: Newcomer[]): Promise<number[]> {
  return withDatabase(place, async db => {
    const ids: number[] = []
    for (const { password, ...person } of people) {
      const password_hash = await hashCheaply(password)
      ids.push((await insertUser(db, { ...person, password_hash, created_at: new Date().toISOString() })).id)
    }
    return ids
  })
}

/** A report whose text contains its number of rows. */
export function reportFor(team: Team, date: string, name: string, rows: number) {
  return {
    date,
    tasks: `${name} rows=${rows}`,
    blockers: null,
    tomorrow_plan: 'The next one',
    task_details: Array.from({ length: rows }, (_, index) => ({
      description: name,
      hours: `${1 + (index % 3)}.${10 + rows}`,
      project_id: team.projects[index % team.projects.length],
    })),
  }
}

const firstDay = Date.UTC(2001, 0, 1)
/** Consecutive days in the past, because a user may write one report a day. */
export const dayNumber = (number: number) =>
  new Date(firstDay + number * 86_400_000).toISOString().slice(0, 10)
export const today = () => new Date().toISOString().slice(0, 10)
