import { sql } from 'kysely'
import { type ReviewState, reviewStates } from '#shared/contract/reviews.ts'
import { compileOnce, compileOnceForOne } from './compile-once.ts'
import { asJsonArray, isOneOf, parseJsonArray } from './engine.ts'
import type { Db, Trx } from './schema.ts'

// The number of reports, tasks, blockers and absences on each day, for all projects together and for each. Lists that
// are ordered by day take their total from these rows. They find a deep page by its day and a short offset, so that the
// last page is as quick as the first. The counts are written in the transaction that changes what is counted;
// recount.ts computes them from scratch.

/**
 * Tasks are counted by the day on which they were created, time off by its first and by its last day, blockers by the
 * day on which they were opened or resolved.
 */
export const subjects = {
  reports: 0,
  tasks: 1,
  pending: 2,
  in_progress: 3,
  completed: 4,
  absence_starts: 5,
  absence_ends: 6,
  open_blockers: 7,
  resolved_blockers: 8,
} as const
export type Subject = keyof typeof subjects

/** Without a project, all projects are counted. Reports can be counted in one state of review or in any. */
export type Counted = {
  subject: Subject
  projectId?: number | undefined
  review?: ReviewState | undefined
}

/** Both days are included. A missing day leaves that end open. */
export type Span = { startDate?: string | undefined; endDate?: string | undefined }

export type Change = Omit<Counted, 'review'> & {
  day: string
  by: number
  unreviewed?: number
  needs_changes?: number
  minutes?: number
}
type Row = Required<Pick<Change, 'unreviewed' | 'needs_changes' | 'minutes'>> & {
  subject: number
  project_id: number
  day: number
  total: number
}

/** Up to this offset, skipping rows costs less than looking up where the page starts. */
const shortOffset = 500

const allProjects = 0

/** 2026-03-09 is 20260309: a short key that sorts as the text does. */
export const numberOf = (day: string) => Number(day.replaceAll('-', ''))

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

const addUp = compileOnce((trx, rows: readonly Row[]) =>
  trx
    .insertInto('day_counts')
    .values(rows)
    .onConflict(conflict =>
      conflict.columns(['subject', 'project_id', 'day']).doUpdateSet({
        total: sql`day_counts.total + excluded.total`,
        unreviewed: sql`day_counts.unreviewed + excluded.unreviewed`,
        needs_changes: sql`day_counts.needs_changes + excluded.needs_changes`,
        minutes: sql`day_counts.minutes + excluded.minutes`,
      }),
    ),
)

/** Merges changes of the same row and sorts the rows, so that concurrent transactions lock them in the same order. */
function rowsOf(changes: readonly Change[]): Row[] {
  const rows = changes.map(
    ({ subject, projectId, day, by, unreviewed = 0, needs_changes = 0, minutes = 0 }) => ({
      ...keyOf({ subject, projectId }),
      day: numberOf(day),
      total: by,
      unreviewed,
      needs_changes,
      minutes,
    }),
  )
  return [...Map.groupBy(rows, ({ subject, project_id, day }) => `${subject} ${project_id} ${day}`).values()]
    .flatMap(([first, ...more]) => (first ? more.reduce(sumOfTwo, first) : []))
    .filter(
      ({ total, unreviewed, needs_changes, minutes }) => total || unreviewed || needs_changes || minutes,
    )
    .sort((a, b) => a.subject - b.subject || a.project_id - b.project_id || a.day - b.day)
}

const sumOfTwo = (a: Row, b: Row): Row => ({
  ...a,
  total: a.total + b.total,
  unreviewed: a.unreviewed + b.unreviewed,
  needs_changes: a.needs_changes + b.needs_changes,
  minutes: a.minutes + b.minutes,
})

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

/** Only reports that need an action are counted by state; all others are reviewed. */
const totalOf = {
  any: sql<number>`total`,
  unreviewed: sql<number>`unreviewed`,
  needs_changes: sql<number>`needs_changes`,
  reviewed: sql<number>`total - unreviewed - needs_changes`,
}
type Which = keyof typeof totalOf

const whichOf = ({ review }: Counted): Which => review ?? 'any'

/** Builds one query per review state, because the summed column is part of the SQL text. */
function forEachState<Query>(build: (total: (typeof totalOf)[Which]) => Query): Record<Which, Query> {
  const [unreviewed, reviewed, needs_changes] = reviewStates.map(state => build(totalOf[state])) as [
    Query,
    Query,
    Query,
  ]
  return { any: build(totalOf.any), unreviewed, reviewed, needs_changes }
}

export async function countWithin(db: Db, counted: Counted, span: Span): Promise<number> {
  return Number((await sumOf[whichOf(counted)](db, daysWithin(counted, span)))?.total ?? 0)
}

const sumOf = forEachState(total =>
  compileOnceForOne((db, days: Days) => selectDays(db, days).select(db.fn.sum(total).as('total'))),
)

/** The minutes of the reports on these days, of all projects or of one. */
export async function sumMinutes(db: Db, projectId: number | undefined, span: Span): Promise<number> {
  return Number((await findMinutes(db, daysWithin({ subject: 'reports', projectId }, span)))?.minutes ?? 0)
}

const findMinutes = compileOnceForOne((db, days: Days) =>
  selectDays(db, days).select(db.fn.sum<number>('minutes').as('minutes')),
)

/** The minutes of each of these days that has reports, of all projects or of one. */
export async function minutesByDay(
  db: Db,
  projectId: number | undefined,
  span: Span,
): Promise<Map<string, number>> {
  const rows = await findMinutesByDay(db, daysWithin({ subject: 'reports', projectId }, span))
  return new Map(rows.map(({ day, minutes }) => [textOf(day), minutes]))
}

const findMinutesByDay = compileOnce((db, days: Days) => selectDays(db, days).select(['day', 'minutes']))

/** For each of these projects, its days as numbers, and the minutes of each day at the same index. */
export async function minutesOfProjects(db: Db, projectIds: readonly number[], span: Span) {
  const { subject, first = 0, last = numberOf('9999-12-31') } = daysWithin({ subject: 'reports' }, span)
  const rows = await db
    .selectFrom('day_counts')
    .select(['project_id as id', asJsonArray(db, 'day').as('days'), asJsonArray(db, 'minutes').as('minutes')])
    .where('subject', '=', subject)
    .where(isOneOf(db, 'project_id', projectIds))
    .where('day', '>=', first)
    .where('day', '<=', last)
    .groupBy('project_id')
    .execute()
  return rows.map(({ id, days, minutes }) => ({
    id,
    days: parseJsonArray(days),
    minutes: parseJsonArray(minutes),
  }))
}

type Start = { day: string | undefined; offset: number }

/** Where a page of a list begins, newest day first: the day, and how many of that day and before come earlier. */
export function findStart(
  db: Db,
  counted: Counted,
  span: Span,
  offset: number,
): Promise<Start | undefined> | Start {
  return isFar(offset) ? findFarStart(db, counted, span, offset) : { day: span.endDate, offset }
}

export const isFar = (offset: number) => offset > shortOffset

/** Like `findStart` for a deep page, with the total of the list. Undefined if the list ends before the page. */
export async function findFarStart(
  db: Db,
  counted: Counted,
  span: Span,
  offset: number,
): Promise<(Start & { total: number }) | undefined> {
  const days = daysWithin(counted, span)
  const totals = await totalsOf(db, days, whichOf(counted))
  let skipped = 0
  const index = totals.findIndex(total => {
    if (skipped + total > offset) return true
    skipped += total
    return false
  })
  const found = index < 0 ? undefined : await findNthDay(db, days, index)
  const total = totals.reduce((sum, of) => sum + of, 0)
  return found && { day: textOf(found.day), offset: offset - skipped, total }
}

/** The totals, newest first. Read as one JSON value, because SQLite's binding takes four times as long for rows. */
async function totalsOf(db: Db, days: Days, which: Which): Promise<number[]> {
  return parseJsonArray((await totalsAsJson[which](db, days))?.totals)
}

const totalsAsJson = forEachState(total =>
  compileOnceForOne((db, days: Days) =>
    db
      .selectFrom(
        selectDays(db, days)
          .select(['day', total.as('total')])
          .orderBy('day', 'desc')
          .as('days'),
      )
      .select(asJsonArray(db, 'total').as('totals')),
  ),
)

const findNthDay = compileOnceForOne((db, days: Days, index: number) =>
  selectDays(db, days).select('day').orderBy('day', 'desc').limit(1).offset(index),
)

/** How many days are read first. Most pages are among them. */
const firstDays = 64

/** The days of a page's entries, newest first, and how many entries of the first of them come before the page. */
export async function findPageDays(
  db: Db,
  counted: Counted,
  span: Span,
  limit: number,
  offset: number,
): Promise<{ days: string[]; offset: number }> {
  const within = daysWithin(counted, span)
  const days: string[] = []
  let [skipped, reached] = [0, 0]
  // Every day has at least one entry.
  for (let count = Math.min(firstDays, offset + limit); reached < offset + limit; count *= 4) {
    const found = await daysAsJson[whichOf(counted)](db, within, count)
    const [numbers, totals] = [parseJsonArray(found?.days), parseJsonArray(found?.totals)]
    for (const [index, total] of totals.entries()) {
      if (reached >= offset + limit) break
      if (reached + total <= offset) skipped += total
      else days.push(textOf(numbers[index] ?? 0))
      reached += total
    }
    const last = numbers.at(-1)
    if (last === undefined || numbers.length < count) break
    within.last = last - 1
  }
  return { days, offset: offset - skipped }
}

const daysAsJson = forEachState(total =>
  compileOnceForOne((db, days: Days, limit: number) =>
    db
      .selectFrom(
        selectDays(db, days)
          .select(['day', total.as('total')])
          .where(total, '>', 0)
          .orderBy('day', 'desc')
          .limit(limit)
          .as('days'),
      )
      .select([asJsonArray(db, 'day').as('days'), asJsonArray(db, 'total').as('totals')]),
  ),
)

/** Days with at least one entry, newest first; `all` also counts entries in other states of review. */
export async function findDays(db: Db, counted: Counted, span: Span) {
  const total = totalOf[whichOf(counted)]
  const rows = await selectDays(db, daysWithin(counted, span))
    .select(['day', total.as('total'), 'total as all'])
    .where(total, '>', 0)
    .orderBy('day', 'desc')
    .execute()
  return rows.map(({ day, total, all }) => ({ day: textOf(day), total, all }))
}
