import type { AbsenceKind, AbsencesQuery } from '#shared/contract/absences.ts'
import { addDays } from '#shared/dates.ts'
import { limits } from '#shared/limits.ts'
import { countByDay, countWithin, findStart } from '../../db/day-counts.ts'
import { isOneOf } from '../../db/engine.ts'
import type { Db, Trx } from '../../db/schema.ts'

/** Time off is at most so long: what touches some days ends so many days after them at most. */
const longest = limits.absenceDaysMax - 1

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

/** Of these users on these days, both included; reads a year beyond them at most, and none of other users. */
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
    .where('end_date', '<=', addDays(last, longest))
    .where('start_date', '<=', last)
    .execute()
}

type Filter = Pick<AbsencesQuery, 'from' | 'to'>
type Paging = { limit: number; offset: number }

/** Those of one user, the latest first: few enough to be counted. */
export async function findPageOf(
  db: Db,
  userId: number,
  { from, to }: Filter,
  { limit, offset }: Paging,
): Promise<{ total: number; rows: AbsenceRow[] }> {
  let query = db.selectFrom('absences').where('absences.user_id', '=', userId)
  if (from !== undefined) query = query.where('absences.end_date', '>=', from)
  if (to !== undefined) query = query.where('absences.start_date', '<=', to)
  const [{ count }, rows] = await Promise.all([
    query.select(db.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
    query
      .innerJoin('users', 'users.id', 'absences.user_id')
      .select(columns)
      .orderBy('absences.end_date', 'desc')
      .limit(limit)
      .offset(offset)
      .execute(),
  ])
  return { total: Number(count), rows }
}

/** Those of all users, the latest first. The total comes from kept counts: all that began, without those that ended before. */
export async function findPageOfAll(
  db: Db,
  { from, to }: Filter,
  { limit, offset }: Paging,
): Promise<{ total: number; rows: AbsenceRow[] }> {
  const [begun, over, begunWithin] = await Promise.all([
    countWithin(db, { subject: 'absence_starts' }, { endDate: to }),
    from === undefined ? 0 : countWithin(db, { subject: 'absence_ends' }, { endDate: addDays(from, -1) }),
    countWithin(db, { subject: 'absence_starts' }, { startDate: from, endDate: to }),
  ])
  const total = begun - over
  if (offset >= total) return { total, rows: [] }
  const start = await findStart(db, { subject: 'absence_starts' }, { startDate: from, endDate: to }, offset)
  // Beyond those that began on these days come those that began before and were not over.
  const { day, offset: skipped } = start ?? {
    day: from && addDays(from, -1),
    offset: offset - begunWithin,
  }
  let query = selectAbsences(db)
  if (from !== undefined)
    query = query
      .where('absences.start_date', '>=', addDays(from, -longest))
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

/** Whether the user has time off on one of these days, other than this. */
export async function overlaps(
  db: Db,
  { user_id, start_date, end_date }: Period,
  exceptId = 0,
): Promise<boolean> {
  const found = await db
    .selectFrom('absences')
    .select('id')
    .where('user_id', '=', user_id)
    .where('end_date', '>=', start_date)
    .where('end_date', '<=', addDays(end_date, longest))
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
  row: { start_date: string; end_date: string; kind: AbsenceKind; note: string | null },
): Promise<void> {
  await trx.updateTable('absences').set(row).where('id', '=', before.id).execute()
  await countChange(trx, before, row)
}

export async function deleteAbsence(trx: Trx, before: AbsenceRow): Promise<void> {
  await trx.deleteFrom('absences').where('id', '=', before.id).execute()
  await countChange(trx, before, undefined)
}

/** Why a user was off is theirs; that they were off stays. */
export function forgetReasonsOf(trx: Trx, userId: number) {
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
