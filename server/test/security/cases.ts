import { expect } from 'vitest'
import type { Role } from '#shared/roles.ts'
import type { Person, Reply, TestApp } from '../start-test-app.ts'

/**
 * What the tests of every call (authorization, mass assignment, revocation, fuzzing, API description, query plans) can't
 * derive from the declarations of a feature's calls. It is in the feature's folder, in `*.cases.ts`.
 */
export type Cases = {
  /** The kind of thing that an id in a path names, by the path segment before it. */
  ids?: Record<string, Kind>
  /** Makes a thing of each kind for its owner. Each text contains a marker so that a leak shows the owner. */
  makers?: (tools: Tools) => Record<Kind, (owner: Person) => Promise<number>>
  /** Ids of things that are not made, such as days: one for the caller, another one, and a missing one. */
  fixed?: Record<Kind, (caller: Person) => Record<Relation, string>>
  /** Rows of calls whose access depends on more than a permission. The rest of each row is derived. */
  rows?: Record<string, Who & Partial<Row>>
  /** Calls that need more than a valid example to succeed, such as the right password or a code. */
  prepared?: Record<string, (testApp: TestApp) => Promise<Prepared>>
  /**
   * Calls that read all reports of their period: the days for which the query plans make them, so that these reports are not
   * more than a page may read.
   */
  shortPeriods?: Record<string, number>
  /** More calls for the query plans, with statements that one valid request doesn't run. */
  walk?: (testApp: TestApp, visit: Visit) => Promise<unknown>
}

export type Kind = string

export const relations = ['own', 'others', 'missing'] as const
export type Relation = (typeof relations)[number]

/** The default `caller` is an admin. */
export type Prepared = { url?: string; payload?: object; headers?: Record<string, string>; caller?: Person }

/** Makes a call and records its statements under the name of its route: `GET /api/tasks/:id`. */
export type Visit = (route: string, call: () => Promise<Reply>) => Promise<Reply>

export type Tools = Pick<TestApp, 'call' | 'cast' | 'clock' | 'db' | 'newToken'> & {
  /** Calls with a new sign-in, because a test may have ended the user's other sessions. */
  nowAs: (person: { id: number }) => Promise<ReturnType<TestApp['as']>>
  /** An admin that no test changes. */
  keeper: () => Promise<Person>
  newPerson: (role?: Role) => Promise<Person>
  /** A day for which this person has not reported yet. */
  freeDay: (person: { id: number }) => string
  /** A new number, for values that must be unique. */
  unique: () => number
  make: (kind: Kind, owner: Person) => Promise<number>
}

/** Statuses for the caller's own, another user's and a missing thing, or one status where the call names no thing. */
export type Codes = number | readonly [own: number, others: number, missing: number]

export type Who = { staff: Codes; manager: Codes; admin: Codes }

export type Row = Who & {
  /** The kind of thing that the id in the path or in `query` names. */
  thing: Kind | undefined
  query: string
  /** A valid body; `file` is an upload. */
  body: ((facts: BodyFacts) => object) | 'file' | undefined
}

/** The values from which a valid body is made. */
export type BodyFacts = {
  /** A new number, for values that must be unique. */
  unique: number
  callerRole: Role
  isOwn: boolean
  /** The id of the thing, or 0 if the call names none. */
  thingId: number
  projectId: number
  personId: number
  reviewerId: number
  day: string
}

export const everyRole = (codes: Codes): Who => ({ staff: codes, manager: codes, admin: codes })
export const reviewers = (codes: Codes): Who => ({ staff: 403, manager: codes, admin: codes })
export const adminsOnly = (codes: Codes): Who => ({ staff: 403, manager: 403, admin: codes })
/** Reviewers may call it on all things, staff on their own. */
export const ownersAnd = (code: number): Who => ({
  staff: [code, 403, 404],
  manager: [code, code, 404],
  admin: [code, code, 404],
})
export const found = [200, 200, 404] as const
/** A list filtered by `userId`: reviewers may read any user's, staff their own. */
export const listOfPerson: Who & Partial<Row> = {
  staff: [200, 403, 403],
  manager: [200, 200, 200],
  admin: [200, 200, 200],
  thing: 'person',
  query: 'userId=:id',
}

/** An estimate that differs from every other number in a response. */
export const estimate = 7777.7
/** A marker in everything that only its owner and reviewers may read. */
export const privateTo = (person: { id: number }) => `private-${person.id}-`
/** A marker in everything that only signed-in users may read. */
export const teamOnly = 'team-only-'

export function idOf(reply: Reply): number {
  expect(reply.status, reply.text).toBe(201)
  return reply.body.id
}
