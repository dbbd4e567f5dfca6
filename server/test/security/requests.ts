import type { InjectOptions } from 'fastify'
import { type Role, roles } from '#shared/roles.ts'
import { fileUpload } from '../multipart.ts'
import type { Person, TestApp } from '../start-test-app.ts'
import type { Row } from './authorization-matrix.ts'
import { ownerOfThings } from './owned-things.ts'

export const relations = ['own', 'others', 'missing'] as const
export type Relation = (typeof relations)[number]

export type Request = Omit<InjectOptions, 'headers'> & { headers: Record<string, string> }

/** Builds a valid request for a row of the matrix, and the thing that it is about. */
export async function requestsTo(testApp: TestApp) {
  const { cast, db } = testApp
  const things = ownerOfThings(testApp)
  const project = { id: await things.makers.project(cast.omar) }
  let unique = 0

  /** The id of a thing that the caller owns, that another user owns, or that is missing. */
  async function target(row: Row, caller: Person, relation: Relation): Promise<string> {
    if (row.thing === undefined) return ''
    if (row.thing === 'role') {
      const others: Role = roles.find(role => role !== caller.role) ?? 'admin'
      return { own: caller.role, others, missing: 'owner' }[relation]
    }
    // A Friday, with its week; a Thursday; and none.
    if (row.thing === 'day') return { own: '2026-03-06', others: '2026-03-05', missing: 'x' }[relation]
    if (relation === 'missing') return '999999'
    return String(await things.makers[row.thing](relation === 'own' ? caller : await things.newPerson()))
  }

  async function requestFor(
    { method, url }: { method: string; url: string },
    row: Row,
    caller: Person,
    relation: Relation,
  ): Promise<Request> {
    const id = await target(row, caller, relation)
    const path = url.replace(/:\w+/, id)
    const base = {
      method: method as 'GET',
      url: row.query ? `${path}?${row.query.replace(':id', id)}` : path,
      headers: {},
    }
    if (row.body === undefined) return base
    if (row.body === 'file') return { ...base, ...fileUpload('new.txt', 'new') }
    const isOwn = relation === 'own'
    const facts = {
      unique: ++unique,
      callerRole: caller.role,
      isOwn,
      thingId: Number(id),
      projectId: project.id,
      personId: cast.omar.id,
      day: row.thing === 'report' && isOwn ? await dayOf(id) : things.freeDay(caller),
    }
    return { ...base, payload: row.body(facts) }
  }

  async function dayOf(reportId: string): Promise<string> {
    const { date } = await db
      .selectFrom('reports')
      .select('date')
      .where('id', '=', Number(reportId))
      .executeTakeFirstOrThrow()
    return date
  }

  return { ...things, requestFor }
}
