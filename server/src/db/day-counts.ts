import { sql } from 'kysely'
import { compileOnce, compileOnceForOne } from './compile-once.ts'
import { asJsonArray } from './engine.ts'
import type { DayCountsTable, Db, Trx } from './schema.ts'

// How many reports and tasks there are on each day, of all projects and of each, and how much time off. Lists that are
// ordered by day take their total from these rows, and find a page deep inside by its day and a short way further: as
// quick at the end as at the beginning. Written in the transaction that writes what is counted; recount.ts computes them
// from scratch.

/** What is counted. Tasks count by the day they were created on, time off by its first day and by its last. */
export const subjects = {
  reports: 0,
  tasks: 1,
  pending: 2,
  in_progress: 3,
  completed: 4,
  absence_starts: 5,
  absence_ends: 6,
} as const
export type Subject = keyof typeof subjects

/** Of one project, or of all. */
export type Counted = { subject: Subject; projectId?: number | undefined }

/** Days, both included; open where none is given. */
export type Span = { startDate?: string | undefined; endDate?: string | undefined }

type Change = Counted & { day: string; by: number }

/** Up to here skipping rows costs less than looking up where to start. */
const shortOffset = 500

const allProjects = 0

/** 2026-03-09 is 20260309: a short key that sorts as the text does. */
const numberOf = (day: string) => Number(day.replaceAll('-', ''))

function textOf(day: number): string {
  const digits = String(day).padStart(8, '0')
  return `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`
}

export async function countByDay(trx: Trx, changes: readonly Change[]): Promise<void> {
  const rows = rowsOf(changes)
  if (rows.length === 0) return
  await addUp(trx, rows)
  for (const { subject, project_id, day } of rows.filter(row => row.total < 0)) {
    await trx
      .deleteFrom('day_counts')
      .where('subject', '=', subject)
      .where('project_id', '=', project_id)
      .where('day', '=', day)
      .where('total', '=', 0)
      .execute()
  }
}

const addUp = compileOnce((trx, rows: readonly DayCountsTable[]) =>
  trx
    .insertInto('day_counts')
    .values(rows)
    .onConflict(conflict =>
      conflict
        .columns(['subject', 'project_id', 'day'])
        .doUpdateSet({ total: sql`day_counts.total + excluded.total` }),
    ),
)

/** Each row once, and always in the same order: two transactions that meet take their locks in the same order. */
function rowsOf(changes: readonly Change[]): DayCountsTable[] {
  const rows = changes.map(({ subject, projectId, day, by }) => ({
    ...keyOf({ subject, projectId }),
    day: numberOf(day),
    total: by,
  }))
  return [...Map.groupBy(rows, ({ subject, project_id, day }) => `${subject} ${project_id} ${day}`).values()]
    .flatMap(([first, ...more]) =>
      first ? { ...first, total: more.reduce((sum, row) => sum + row.total, first.total) } : [],
    )
    .filter(row => row.total !== 0)
    .sort((a, b) => a.subject - b.subject || a.project_id - b.project_id || a.day - b.day)
}

const keyOf = ({ subject, projectId = allProjects }: Counted) => ({
  subject: subjects[subject],
  project_id: projectId,
})

type Days = { subject: number; project_id: number; first?: number | undefined; last?: number | undefined }

const daysWithin = (counted: Counted, { startDate, endDate }: Span): Days => ({
  ...keyOf(counted),
  first: startDate === undefined ? undefined : numberOf(startDate),
  last: endDate === undefined ? undefined : numberOf(endDate),
})

function selectDays(db: Db, { subject, project_id, first, last }: Days) {
  let query = db.selectFrom('day_counts').where('subject', '=', subject).where('project_id', '=', project_id)
  if (first !== undefined) query = query.where('day', '>=', first)
  if (last !== undefined) query = query.where('day', '<=', last)
  return query
}

export async function countWithin(db: Db, counted: Counted, span: Span): Promise<number> {
  return Number((await sumOf(db, daysWithin(counted, span)))?.total ?? 0)
}

const sumOf = compileOnceForOne((db, days: Days) =>
  selectDays(db, days).select(db.fn.sum('total').as('total')),
)

/** Where a page of a list begins, newest day first: the day, and how many of that day and before come earlier. */
export async function findStart(
  db: Db,
  counted: Counted,
  span: Span,
  offset: number,
): Promise<{ day: string | undefined; offset: number } | undefined> {
  if (offset <= shortOffset) return { day: span.endDate, offset }
  const days = daysWithin(counted, span)
  const totals = await totalsOf(db, days)
  let skipped = 0
  const index = totals.findIndex(total => {
    if (skipped + total > offset) return true
    skipped += total
    return false
  })
  const found = index < 0 ? undefined : await findNthDay(db, days, index)
  return found && { day: textOf(found.day), offset: offset - skipped }
}

/** Newest first. As one value: a row for each of a thousand days takes SQLite's binding four times as long. */
async function totalsOf(db: Db, days: Days): Promise<number[]> {
  const found = await totalsAsJson(db, days)
  return typeof found?.totals === 'string' ? JSON.parse(found.totals) : (found?.totals ?? [])
}

const totalsAsJson = compileOnceForOne((db, days: Days) =>
  db
    .selectFrom(selectDays(db, days).select(['day', 'total']).orderBy('day', 'desc').as('days'))
    .select(asJsonArray(db, 'total').as('totals')),
)

const findNthDay = compileOnceForOne((db, days: Days, index: number) =>
  selectDays(db, days).select('day').orderBy('day', 'desc').limit(1).offset(index),
)

/** Newest first. */
export async function findDays(db: Db, counted: Counted, span: Span) {
  const rows = await selectDays(db, daysWithin(counted, span))
    .select(['day', 'total'])
    .orderBy('day', 'desc')
    .execute()
  return rows.map(({ day, total }) => ({ day: textOf(day), total }))
}
