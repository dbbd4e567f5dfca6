import { expect } from 'vitest'
import type { Role } from '#shared/roles.ts'
import type { Person, Reply, TestApp } from '../start-test-app.ts'

/**
 * What the declarations of a feature's calls can't tell the tests that try every call (authorization, mass assignment,
 * revocation, fuzzing, API description, query plans). Stands beside the feature's tests, in `*.cases.ts`.
 */
export type Cases = {
  /** What an id in a path is the id of, by the part of the path that stands before it. */
  ids?: Record<string, Kind>
  /** Makes a thing of a kind for its owner. Each text holds a marker, so that a leak shows whose it was. */
  makers?: (tools: Tools) => Record<Kind, (owner: Person) => Promise<number>>
  /** Things that are not made, such as days: one for the caller, another one, and one that is missing. */
  fixed?: Record<Kind, (caller: Person) => Record<Relation, string>>
  /** Calls that a rule about a thing, or more than a permission, decides about. The rest of each row is derived. */
  rows?: Record<string, Who & Partial<Row>>
  /** Calls that need more than a valid example to succeed: the right password, a code. */
  prepared?: Record<string, (testApp: TestApp) => Promise<Prepared>>
  /** For the query plans: what one valid request for each call doesn't show. */
  walk?: (testApp: TestApp, visit: Visit) => Promise<unknown>
}

export type Kind = string

export const relations = ['own', 'others', 'missing'] as const
export type Relation = (typeof relations)[number]

/** `caller`: an admin, if it says nothing. */
export type Prepared = { url?: string; payload?: object; caller?: Person }

/** Makes a call whose statements are looked at, by the name of its route: `GET /api/tasks/:id`. */
export type Visit = (route: string, call: () => Promise<Reply>) => Promise<Reply>

export type Tools = Pick<TestApp, 'call' | 'clock' | 'db' | 'newToken'> & {
  /** With a fresh sign-in: a test may have ended the user's other sessions. */
  nowAs: (person: { id: number }) => Promise<ReturnType<TestApp['as']>>
  /** An admin whom no test changes. */
  keeper: () => Promise<Person>
  newPerson: (role?: Role) => Promise<Person>
  /** A day for which this person has not reported yet. */
  freeDay: (person: { id: number }) => string
  /** A number of its own, for what must be unique. */
  unique: () => number
  make: (kind: Kind, owner: Person) => Promise<number>
}

/** Statuses for the caller's own, another user's and a missing thing; a single one where the call names no thing. */
export type Codes = number | readonly [own: number, others: number, missing: number]

export type Who = { staff: Codes; manager: Codes; admin: Codes }

export type Row = Who & {
  /** What the id in the path, or in `query`, is the id of. */
  thing: Kind | undefined
  query: string
  /** A valid body; `file` is an upload. */
  body: ((facts: BodyFacts) => object) | 'file' | undefined
}

/** What a valid body is made from. */
export type BodyFacts = {
  /** A number of its own, for what must be unique. */
  unique: number
  callerRole: Role
  isOwn: boolean
  /** What the row is about; 0 if it is about no thing. */
  thingId: number
  projectId: number
  personId: number
  day: string
}

export const everyRole = (codes: Codes): Who => ({ staff: codes, manager: codes, admin: codes })
export const reviewers = (codes: Codes): Who => ({ staff: 403, manager: codes, admin: codes })
export const adminsOnly = (codes: Codes): Who => ({ staff: 403, manager: 403, admin: codes })
/** Reviewers may with all of them, staff with their own. */
export const ownersAnd = (code: number): Who => ({
  staff: [code, 403, 404],
  manager: [code, code, 404],
  admin: [code, code, 404],
})
export const found = [200, 200, 404] as const
/** What a user has of something, by `userId`: reviewers may ask for any user, staff for themselves. */
export const listOfPerson: Who & Partial<Row> = {
  staff: [200, 403, 403],
  manager: [200, 200, 200],
  admin: [200, 200, 200],
  thing: 'person',
  query: 'userId=:id',
}

/** An estimate that no other number in an answer looks like. */
export const estimate = 7777.7
/** Stands in everything that only its owner and reviewers may read. */
export const privateTo = (person: { id: number }) => `private-${person.id}-`
/** Stands in everything that only those who are signed in may read. */
export const teamOnly = 'team-only-'

export function idOf(reply: Reply): number {
  expect(reply.status, reply.text).toBe(201)
  return reply.body.id
}
