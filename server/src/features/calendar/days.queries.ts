import type { Role } from '#shared/roles.ts'
import { compileOnceForOne } from '../../db/compile-once.ts'
import { isOneOf } from '../../db/engine.ts'
import type { Db } from '../../db/schema.ts'
import { isInvited } from '../../identity/accounts.queries.ts'
import { onlyVisible, type VisiblePeople } from '../../identity/visible-people.ts'

// These queries read what decides the state of a day. Their number is the same for one user and for many.

/** A range of days, both included. */
export type Days = { first: string; last: string }

const personColumns = [
  'users.id',
  'users.name',
  'users.role',
  'users.created_at',
  'users.accepted_at',
  'users.deleted_at',
  'users.time_zone',
  'users.working_days',
  isInvited,
] as const

const selectPeople = (db: Db) => db.selectFrom('users').select(personColumns)

export const findPerson = compileOnceForOne((db, id: number) => selectPeople(db).where('users.id', '=', id))
export type PersonRow = NonNullable<Awaited<ReturnType<typeof findPerson>>>

/** Without deleted users. */
export const findLivePeople = (db: Db, people: VisiblePeople) =>
  onlyVisible(db, selectPeople(db).where('users.deleted_at', 'is', null), people, 'users.id').execute()

export type TeamFilter = Days & {
  /** Users with these roles are expected to report, and are listed even without a report. */
  expected: readonly Role[]
  role?: Role | undefined
  projectId?: number | undefined
  people: VisiblePeople
}

/** Users who are expected to report, without deleted ones, and all users who reported on these days. */
function selectTeam(db: Db, { first, last, expected, role, projectId, people }: TeamFilter) {
  let query = db.selectFrom('users').where(({ and, eb, or, selectFrom }) => {
    // One index lookup for each user; `exists` would make PostgreSQL read all reports of these days.
    const aReport = selectFrom('reports')
      .select('reports.id')
      .whereRef('reports.user_id', '=', 'users.id')
      .where('reports.date', '>=', first)
      .where('reports.date', '<=', last)
      .limit(1)
    const hasReported = eb(aReport, 'is not', null)
    if (expected.length === 0) return hasReported
    return or([and([eb('users.deleted_at', 'is', null), eb('users.role', 'in', [...expected])]), hasReported])
  })
  if (people.ids) query = query.where(isOneOf(db, 'users.id', people.ids))
  if (role !== undefined) query = query.where('users.role', '=', role)
  if (projectId !== undefined)
    query = query.where('users.id', 'in', ({ selectFrom }) =>
      selectFrom('project_members')
        .select('project_members.user_id')
        .where('project_members.project_id', '=', projectId),
    )
  return query
}

export async function countTeam(db: Db, filter: TeamFilter): Promise<number> {
  const { count } = await selectTeam(db, filter)
    .select(db.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Sorted by name. */
export function findTeam(db: Db, filter: TeamFilter, limit: number, offset: number) {
  return selectTeam(db, filter)
    .select(personColumns)
    .orderBy('users.name_key')
    .orderBy('users.id')
    .limit(limit)
    .offset(offset)
    .execute()
}

export function findReportsOf(db: Db, userIds: readonly number[], { first, last }: Days) {
  return db
    .selectFrom('reports')
    .select(['id', 'user_id', 'date', 'minutes', 'created_at', 'time_zone'])
    .where(isOneOf(db, 'user_id', userIds))
    .where('date', '>=', first)
    .where('date', '<=', last)
    .execute()
}
