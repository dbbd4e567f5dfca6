import { expect } from 'vitest'
import { addDays } from '#shared/dates.ts'
import type { Role } from '#shared/roles.ts'
import { reportBody } from '../make.ts'
import { fileUpload } from '../multipart.ts'
import type { Person, Reply, TestApp } from '../start-test-app.ts'

export type Kind =
  | 'role'
  | 'day'
  | 'person'
  | 'formerPerson'
  | 'project'
  | 'file'
  | 'url'
  | 'report'
  | 'task'
  | 'signIn'
  | 'holiday'
  | 'absence'
  | 'blocker'
  | 'resolvedBlocker'
  | 'delivery'

/** By the part of a path that stands before an id; a new kind of thing also has a maker below. */
const kinds: Record<string, Kind> = {
  users: 'person',
  user: 'person',
  deleted: 'formerPerson',
  role: 'role',
  projects: 'project',
  project: 'project',
  files: 'file',
  urls: 'url',
  reports: 'report',
  tasks: 'task',
  'sign-ins': 'signIn',
  holidays: 'holiday',
  absences: 'absence',
  blockers: 'blocker',
  deliveries: 'delivery',
  summaries: 'day',
}

/** What the id in a path is the id of, if there is one. */
export function kindIn(path: string): Kind | undefined {
  const [, before] = /([\w-]+)\/:\w+/.exec(path) ?? []
  if (before === undefined) return undefined
  const kind = kinds[before]
  if (!kind) throw new Error(`${path}: say in owned-things.ts what ${before} are, and how one is made`)
  return kind
}

/** An estimate that no other number in an answer looks like. */
export const estimate = 7777.7
/** Stands in everything that only its owner and reviewers may read. */
export const privateTo = (person: { id: number }) => `private-${person.id}-`
/** Stands in everything that only those who are signed in may read. */
export const teamOnly = 'team-only-'

/** Creates things of every kind with an owner; each field holds a marker, so that a leak shows whose it was. */
export function ownerOfThings({ as, call, clock, ctx, db, newToken }: TestApp) {
  let counter = 0
  // A fresh sign-in for each call: a test may have ended the user's other sessions.
  const nowAs = async (person: { id: number }) => as({ token: await newToken(person) })
  const unknownPassword = once(() => ctx.passwords.hash(crypto.randomUUID()))
  // No test changes this user.
  const keeper = once(() => newPerson('admin'))
  const daysUsed = new Map<number, number>()

  /** A day for which this person has not reported yet. */
  function freeDay({ id }: { id: number }): string {
    const used = (daysUsed.get(id) ?? 0) + 1
    daysUsed.set(id, used)
    return addDays(clock.now().toISOString().slice(0, 10), -used)
  }

  /** A new user. All share one hash of an unknown password, because hashing is slow. */
  async function newPerson(role: Role = 'developer'): Promise<Person> {
    const name = `Member ${++counter}`
    const email = `member-${counter}@example.com`
    const { id } = await db
      .insertInto('users')
      .values({
        name,
        email,
        role,
        password_hash: await unknownPassword(),
        created_at: clock.now().toISOString(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { id, name, email, role, password: '' }
  }

  const project = async (owner: Person) =>
    idOf(
      await (await nowAs(await keeper())).post('/api/projects', {
        name: `${teamOnly}project ${++counter}`,
        description: `${teamOnly}description`,
        developers: [owner.id],
      }),
    )

  const makers: Record<Exclude<Kind, 'role' | 'day'>, (owner: Person) => Promise<number>> = {
    person: async owner => owner.id,
    formerPerson: async () => {
      const { id } = await newPerson()
      await db
        .updateTable('users')
        .set({ deleted_at: clock.now().toISOString() })
        .where('id', '=', id)
        .execute()
      return id
    },
    signIn: async owner => {
      await newToken(owner)
      const { public_id } = await db
        .selectFrom('sign_ins')
        .select('public_id')
        .where('user_id', '=', owner.id)
        .orderBy('public_id', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow()
      return public_id
    },
    holiday: async () =>
      idOf(
        await (await nowAs(await keeper())).post('/api/holidays', {
          date: addDays('2040-01-01', ++counter),
          name: `${teamOnly}holiday`,
        }),
      ),
    absence: async owner => {
      const day = addDays('2040-01-01', ++counter)
      return idOf(
        await (await nowAs(owner)).post('/api/absences', {
          start_date: day,
          end_date: day,
          kind: 'vacation',
          note: `${privateTo(owner)}note`,
        }),
      )
    },
    project,
    file: async owner => {
      const { payload, headers } = fileUpload(`${teamOnly}file.txt`, `${teamOnly}content`)
      const token = await newToken(owner)
      const url = `/api/projects/${await project(owner)}/files`
      return idOf(
        await call({ method: 'POST', url, payload, headers: { ...headers, 'x-auth-token': token } }),
      )
    },
    url: async owner =>
      idOf(
        await (await nowAs(owner)).post(`/api/projects/${await project(owner)}/urls`, {
          url_type: 'live',
          url: `https://${teamOnly}url.example.com`,
        }),
      ),
    report: async owner => {
      const word = privateTo(owner)
      const project_id = await project(owner)
      const reply = await (await nowAs(owner)).post(
        '/api/reports',
        reportBody({
          date: freeDay(owner),
          tasks: `${word}summary`,
          blockers: `${word}blockers ${++counter}`,
          tomorrow_plan: `${word}plan`,
          project_id,
          task_details: [{ description: `${word}row`, hours: '1.30', project_id }],
        }),
      )
      expect(reply.status, reply.text).toBe(201)
      const { id } = reply.body.report
      const comment = await (await nowAs(await keeper())).post(`/api/reports/${id}/comments`, {
        comment: `${word}comment`,
      })
      expect(comment.status, comment.text).toBe(201)
      return id
    },
    blocker: async owner => {
      const report_id = await makers.report(owner)
      const { id } = await db
        .selectFrom('blockers')
        .select('id')
        .where('report_id', '=', report_id)
        .executeTakeFirstOrThrow()
      return id
    },
    resolvedBlocker: async owner => {
      const id = await makers.blocker(owner)
      const reply = await (await nowAs(owner)).post(`/api/blockers/${id}/resolve`, {
        note: `${privateTo(owner)}note`,
      })
      expect(reply.status, reply.text).toBe(200)
      return id
    },
    delivery: async owner => {
      const now = clock.now().toISOString()
      const payload = JSON.stringify({ user: owner.id })
      const { id } = await db
        .insertInto('jobs')
        .values({
          kind: 'invitation.mail',
          payload,
          due_at: now,
          created_at: now,
          attempts: 8,
          failed_at: now,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return id
    },
    task: async owner => {
      const word = privateTo(owner)
      const reply = await (await nowAs(await keeper())).post('/api/tasks', {
        title: `${word}title`,
        description: `${word}description`,
        project_id: await project(owner),
        assigned_to: owner.id,
        expected_hours: estimate,
      })
      expect(reply.status, reply.text).toBe(201)
      return reply.body.data.id
    },
  }

  return { makers, newPerson, freeDay }
}

function idOf(reply: Reply): number {
  expect(reply.status, reply.text).toBe(201)
  return reply.body.id
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= make()
    return made
  }
}
