import type { AbsenceKind, AbsencesQuery } from '#shared/contract/absences.ts'
import { addDays } from '#shared/dates.ts'
import { limits } from '#shared/limits.ts'
import { countByDay, countWithin, findStart } from '../../db/day-counts.ts'
import { isOneOf } from '../../db/engine.ts'
import type { Db, Trx } from '../../db/schema.ts'
import { onlyVisible, type VisiblePeople } from '../../identity/visible-people.ts'

/** The longest time off bounds every search by its end: time off that includes a day ends at most this many days later. */
const maxDaysAfterStart = limits.absenceDaysMax - 1

const columns = [
  'absences.id',
  'absences.user_id',
  'users.name as user_name',
  'absences.start_date',
  'absences.end_date',
  'absences.kind',
  'absences.note',
] as const

const selectAbsences = (db: Db) =>
  db.selectFrom('absences').innerJoin('users', 'users.id', 'absences.user_id').select(columns)

export function findAbsence(db: Db, id: number) {
  return selectAbsences(db).where('absences.id', '=', id).executeTakeFirst()
}
export type AbsenceRow = NonNullable<Awaited<ReturnType<typeof findAbsence>>>

/** The time off of these users that overlaps these days, both included. The bounds keep the index range within a year. */
export function findAbsencesOf(
  db: Db,
  userIds: readonly number[],
  { first, last }: { first: string; last: string },
) {
  return db
    .selectFrom('absences')
    .select(['id', 'user_id', 'start_date', 'end_date', 'kind'])
    .where(isOneOf(db, 'user_id', userIds))
    .where('end_date', '>=', first)
    .where('end_date', '<=', addDays(last, maxDaysAfterStart))
    .where('start_date', '<=', last)
    .execute()
}

/** When these people are off on these days, both included, and never why. By day. */
export function findTimeOff(db: Db, people: VisiblePeople, { first, last }: { first: string; last: string }) {
  const query = db
    .selectFrom('absences')
    .innerJoin('users', 'users.id', 'absences.user_id')
    .select(['absences.id', 'users.name as user_name', 'absences.start_date', 'absences.end_date'])
    .select(({ fn }) => fn.coalesce('absences.changed_at', 'absences.created_at').as('changed_at'))
    .where('absences.end_date', '>=', first)
    .where('absences.end_date', '<=', addDays(last, maxDaysAfterStart))
    .where('absences.start_date', '<=', last)
  return onlyVisible(db, query, people, 'absences.user_id')
    .orderBy('absences.start_date')
    .orderBy('absences.id')
    .execute()
}

type Filter = Pick<AbsencesQuery, 'from' | 'to'>
type Paging = { limit: number; offset: number }

/** A page of these users' time off, the latest first. Their rows are few enough to count them in the query. */
export async function findPageOfUsers(
  db: Db,
  userIds: readonly number[],
  { from, to }: Filter,
  { limit, offset }: Paging,
): Promise<{ total: number; rows: AbsenceRow[] }> {
  let query = db.selectFrom('absences').where(isOneOf(db, 'absences.user_id', userIds))
  if (from !== undefined) query = query.where('absences.end_date', '>=', from)
  if (to !== undefined) query = query.where('absences.start_date', '<=', to)
  const [{ count }, rows] = await Promise.all([
    query.select(db.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
    query
      .innerJoin('users', 'users.id', 'absences.user_id')
      .select(columns)
      .orderBy('absences.end_date', 'desc')
      .orderBy('absences.id', 'desc')
      .limit(limit)
      .offset(offset)
      .execute(),
  ])
  return { total: Number(count), rows }
}

/**
 * A page of all users' time off, the latest first. The total is computed from the stored day counts: what began until `to`,
 * without what ended before `from`.
 */
export async function findPageOfAllUsers(
  db: Db,
  { from, to }: Filter,
  { limit, offset }: Paging,
): Promise<{ total: number; rows: AbsenceRow[] }> {
  const [begun, ended, begunWithin] = await Promise.all([
    countWithin(db, { subject: 'absence_starts' }, { endDate: to }),
    from === undefined ? 0 : countWithin(db, { subject: 'absence_ends' }, { endDate: addDays(from, -1) }),
    countWithin(db, { subject: 'absence_starts' }, { startDate: from, endDate: to }),
  ])
  const total = begun - ended
  if (offset >= total) return { total, rows: [] }
  const start = await findStart(db, { subject: 'absence_starts' }, { startDate: from, endDate: to }, offset)
  // Time off that began on these days comes first, then time off that began earlier and still overlaps them.
  const { day, offset: skipped } = start ?? {
    day: from && addDays(from, -1),
    offset: offset - begunWithin,
  }
  let query = selectAbsences(db)
  if (from !== undefined)
    query = query
      .where('absences.start_date', '>=', addDays(from, -maxDaysAfterStart))
      .where('absences.end_date', '>=', from)
  if (day !== undefined) query = query.where('absences.start_date', '<=', day)
  const rows = await query
    .orderBy('absences.start_date', 'desc')
    .orderBy('absences.id', 'desc')
    .limit(limit)
    .offset(skipped)
    .execute()
  return { total, rows }
}

type Period = { user_id: number; start_date: string; end_date: string }

/** Whether the user has other time off on one of these days. `exceptId` is the time off that is being edited. */
export async function hasOverlap(
  db: Db,
  { user_id, start_date, end_date }: Period,
  exceptId = 0,
): Promise<boolean> {
  const found = await db
    .selectFrom('absences')
    .select('id')
    .where('user_id', '=', user_id)
    .where('end_date', '>=', start_date)
    .where('end_date', '<=', addDays(end_date, maxDaysAfterStart))
    .where('start_date', '<=', end_date)
    .where('id', '!=', exceptId)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

type NewAbsence = Period & { kind: AbsenceKind; note: string | null; created_at: string }

export async function insertAbsence(trx: Trx, row: NewAbsence): Promise<number> {
  const { id } = await trx.insertInto('absences').values(row).returning('id').executeTakeFirstOrThrow()
  await countChange(trx, undefined, row)
  return id
}

export async function updateAbsence(
  trx: Trx,
  before: AbsenceRow,
  row: { start_date: string; end_date: string; kind: AbsenceKind; note: string | null; changed_at: string },
): Promise<void> {
  await trx.updateTable('absences').set(row).where('id', '=', before.id).execute()
  await countChange(trx, before, row)
}

export async function deleteAbsence(trx: Trx, before: AbsenceRow): Promise<void> {
  await trx.deleteFrom('absences').where('id', '=', before.id).execute()
  await countChange(trx, before, undefined)
}

/** Erases why a user was off. The days stay, because the states of past days depend on them. */
export function eraseReasons(trx: Trx, userId: number) {
  return trx
    .updateTable('absences')
    .set({ kind: 'other', note: null })
    .where('user_id', '=', userId)
    .execute()
}

type Days = Pick<Period, 'start_date' | 'end_date'>

function countChange(trx: Trx, before: Days | undefined, after: Days | undefined): Promise<void> {
  const changes = [
    { days: before, by: -1 },
    { days: after, by: 1 },
  ]
  return countByDay(
    trx,
    changes.flatMap(({ days, by }) =>
      days
        ? [
            { subject: 'absence_starts' as const, day: days.start_date, by },
            { subject: 'absence_ends' as const, day: days.end_date, by },
          ]
        : [],
    ),
  )
}
