import type { InjectOptions } from 'fastify'
import { fileUpload } from '../multipart.ts'
import type { Person, TestApp } from '../start-test-app.ts'
import { mergeCases } from './all-cases.ts'
import type { Relation, Row } from './cases.ts'
import { createThings } from './owned-things.ts'

export type Request = Omit<InjectOptions, 'headers'> & { headers: Record<string, string> }

const fixed = mergeCases(cases => cases.fixed)

/** Builds a valid request for a row of the matrix, and makes the thing that it names. */
export async function requestsTo(testApp: TestApp) {
  const { cast, db } = testApp
  const things = createThings(testApp)
  const project = { id: await things.make('project', cast.omar) }
  let unique = 0

  /** The id of a thing that the caller owns, that another user owns, or that is missing. */
  async function target(row: Row, caller: Person, relation: Relation, other?: Person): Promise<string> {
    if (row.thing === undefined) return ''
    const choice = fixed[row.thing]
    if (choice) return choice(caller)[relation]
    if (relation === 'missing') return '999999'
    return String(
      await things.make(row.thing, relation === 'own' ? caller : (other ?? (await things.newPerson()))),
    )
  }

  /** `other` owns what another user owns, and `personId` is the user whom the request names besides. */
  async function requestFor(
    { method, url }: { method: string; url: string },
    row: Row,
    caller: Person,
    relation: Relation,
    { other, personId = cast.omar.id }: { other?: Person; personId?: number } = {},
  ): Promise<Request> {
    const id = await target(row, caller, relation, other)
    // A second id in a path names a person.
    const path = url.replace(/:\w+/, id).replace(/:\w+/, String(personId))
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
      personId,
      reviewerId: cast.max.id,
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
