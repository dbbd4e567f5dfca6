import { sql } from 'kysely'
import { compileOnce, compileOnceForOne } from './compile-once.ts'
import type { Db, PeriodCountsTable, Trx } from './schema.ts'

// How many of a subject fall on each day and in each month. Lists that are ordered by day take their total from a few
// months, and find a page deep inside by its month, its day and a short way further: as quick at the end as at the
// beginning. Written in the transaction that writes what is counted; recount.ts computes them from scratch.

/** Days, both included; open where none is given. */
export type Span = { startDate?: string | undefined; endDate?: string | undefined }

type Change = { subject: string; day: string; by: number }

/** Up to here skipping rows costs less than looking up where to start. */
const shortOffset = 500

const monthOf = (day: string) => day.slice(0, 7)

export async function countByPeriod(trx: Trx, changes: readonly Change[]): Promise<void> {
  const rows = rowsOf(changes)
  if (rows.length === 0) return
  await addUp(trx, rows)
  const fewer = rows.filter(row => row.total < 0)
  if (fewer.length === 0) return
  await trx
    .deleteFrom('period_counts')
    .where(
      'subject',
      'in',
      fewer.map(row => row.subject),
    )
    .where('unit', 'in', ['day', 'month'])
    .where(
      'period',
      'in',
      fewer.map(row => row.period),
    )
    .where('total', '=', 0)
    .execute()
}

const addUp = compileOnce((trx, rows: readonly PeriodCountsTable[]) =>
  trx
    .insertInto('period_counts')
    .values(rows)
    .onConflict(conflict =>
      conflict
        .columns(['subject', 'unit', 'period'])
        .doUpdateSet({ total: sql`period_counts.total + excluded.total` }),
    ),
)

/** Each row once, and always in the same order: two transactions that meet take their locks in the same order. */
function rowsOf(changes: readonly Change[]): PeriodCountsTable[] {
  const both = changes.flatMap(({ subject, day, by }) => [
    { subject, unit: 'day' as const, period: day, total: by },
    { subject, unit: 'month' as const, period: monthOf(day), total: by },
  ])
  return [...Map.groupBy(both, ({ subject, period }) => `${subject} ${period}`)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, [first, ...more]]) =>
      first ? { ...first, total: more.reduce((sum, row) => sum + row.total, first.total) } : [],
    )
    .filter(row => row.total !== 0)
}

export async function countWithin(db: Db, subjects: readonly string[], span: Span): Promise<number> {
  if (span.startDate === undefined && span.endDate === undefined)
    return Number((await countAll(db, subjects))?.total ?? 0)
  const row = await db
    .selectFrom(periodsOf(db, subjects, span).as('periods'))
    .select(db.fn.sum('total').as('total'))
    .executeTakeFirst()
  return Number(row?.total ?? 0)
}

const countAll = compileOnceForOne((db, subjects: readonly string[]) =>
  db
    .selectFrom('period_counts')
    .select(db.fn.sum('total').as('total'))
    .where('subject', 'in', [...subjects])
    .where('unit', '=', 'month'),
)

export async function totalsOf(db: Db, subjects: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('period_counts')
    .select(['subject', db.fn.sum('total').as('total')])
    .where('subject', 'in', [...subjects])
    .where('unit', '=', 'month')
    .groupBy('subject')
    .execute()
  return new Map(rows.map(row => [row.subject, Number(row.total)]))
}

/** Where a page of a list begins, newest day first: the day, and how many of that day and before come earlier. */
export async function findStart(
  db: Db,
  subjects: readonly string[],
  span: Span,
  offset: number,
): Promise<{ day: string | undefined; offset: number } | undefined> {
  if (offset <= shortOffset) return { day: span.endDate, offset }
  const start = await find(periodsOf(db, subjects, span), offset)
  if (!start) return undefined
  const isDay = start.period !== monthOf(start.period)
  if (isDay) return { day: start.period, offset: start.offset }
  const month = { startDate: `${start.period}-01`, endDate: `${start.period}-31` }
  const inside = await find(daysOf(db, subjects, month), start.offset)
  return inside && { day: inside.period, offset: inside.offset }
}

async function find(periods: ReturnType<typeof daysOf>, offset: number) {
  let skipped = 0
  for (const { period, total } of await periods.orderBy('period', 'desc').execute()) {
    if (skipped + Number(total) > offset) return { period, offset: offset - skipped }
    skipped += Number(total)
  }
  return undefined
}

/** Newest first. */
export async function findDays(db: Db, subjects: readonly string[], span: Span) {
  const rows = await daysOf(db, subjects, span).orderBy('period', 'desc').execute()
  return rows.map(({ period, total }) => ({ day: period, total: Number(total) }))
}

/** The months that lie wholly inside, and the days of those at both ends. */
function periodsOf(db: Db, subjects: readonly string[], span: Span) {
  const { startDate = '0001-01-01', endDate = '9999-12-31' } = span
  const [first, last] = [monthOf(startDate), monthOf(endDate)]
  if (first === last || endDate < startDate) return daysOf(db, subjects, span)
  return daysOf(db, subjects, { startDate, endDate: `${first}-31` })
    .unionAll(
      select(db, subjects, 'month').where('period', '>', first).where('period', '<', last).groupBy('period'),
    )
    .unionAll(daysOf(db, subjects, { startDate: `${last}-01`, endDate }))
}

function daysOf(db: Db, subjects: readonly string[], { startDate, endDate }: Span) {
  return select(db, subjects, 'day')
    .$if(startDate !== undefined, query => query.where('period', '>=', startDate ?? ''))
    .$if(endDate !== undefined, query => query.where('period', '<=', endDate ?? ''))
    .groupBy('period')
}

const select = (db: Db, subjects: readonly string[], unit: PeriodCountsTable['unit']) =>
  db
    .selectFrom('period_counts')
    .select(['period', db.fn.sum('total').as('total')])
    .where('subject', 'in', [...subjects])
    .where('unit', '=', unit)
