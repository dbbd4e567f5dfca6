import { hash } from '@node-rs/argon2'
import type { Insertable } from 'kysely'
import { expect } from 'vitest'
import type { Project } from '#shared/contract/projects.ts'
import type { Report } from '#shared/contract/reports.ts'
import type { Role } from '#shared/roles.ts'
import type { Db, UsersTable } from '../src/db/schema.ts'
import { nameColumns } from '../src/identity/accounts.queries.ts'
import { indexPerson } from './index-person.ts'
import type { Cast, Person, Reply } from './start-test-app.ts'

type As = (who: Person) => {
  post(url: string, payload?: object): Promise<Reply>
}

/** Far below the production cost, which passwords.test.ts checks: these tests need a hash, not its strength. */
export const cheapCost = { memoryCost: 8, timeCost: 1, parallelism: 1 }

/** A hash contains its cost, so these passwords are verified quickly. */
export const hashCheaply = (password: string) => hash(password, cheapCost)

/** Makes what a test needs but doesn't test, mostly through the API. */
export function makerOf(as: As, cast: Cast, db: Db) {
  let counter = 0

  /**
   * A new account since the beginning of the year, so a test that changes it or counts its rows affects no other test.
   * It is inserted as a row because registering it by a request would cost a hash.
   */
  async function user(role: Role = 'developer', more: Partial<Insertable<UsersTable>> = {}): Promise<Person> {
    const password = 'secret-1'
    const name = `Person ${++counter}`
    const row = await db
      .insertInto('users')
      .values({
        ...nameColumns(more.name ?? name),
        email: `person-${counter}@example.com`,
        role,
        password_hash: await hashCheaply(password),
        created_at: '2026-01-05T09:00:00.000Z',
        ...more,
      })
      .returning(['id', 'name', 'email'])
      .executeTakeFirstOrThrow()
    await indexPerson(db, row.id)
    return { ...row, role, password }
  }

  async function project(
    more: { name?: string; description?: string; developers?: number[] } = {},
  ): Promise<Project> {
    const reply = await as(cast.ada).post('/api/projects', { name: `Project ${++counter}`, ...more })
    expect(reply.status, reply.text).toBe(201)
    return reply.body
  }

  async function report(
    author: Person,
    more: Partial<ReturnType<typeof reportBody>> & { project_id: number },
  ): Promise<Report> {
    const reply = await as(author).post('/api/reports', reportBody(more))
    expect(reply.status, reply.text).toBe(201)
    return reply.body.report
  }

  return { user, project, report }
}

/** A valid report for the day of the test clock, with the given fields changed. */
export function reportBody<More extends object>(more: More & { project_id: number }) {
  return {
    date: '2026-03-10',
    tasks: 'Fixed the login page',
    blockers: 'Waiting for the design',
    tomorrow_plan: 'Start on the reports',
    hours_worked: 99,
    task_details: [{ description: 'Found the bug', hours: '1.30', project_id: more.project_id }],
    ...more,
  }
}
