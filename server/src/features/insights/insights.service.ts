import type {
  InsightHours,
  InsightHoursQuery,
  InsightSeries,
  InsightUnit,
} from '#shared/contract/insights.ts'
import { daysWithin, type Span, spanBefore, spanOfUnit } from '#shared/dates.ts'
import { addMinutes } from '#shared/hours.ts'
import { roleLabels } from '#shared/roles.ts'
import type { Context } from '../../context.ts'
import { minutesOfProjects, numberOf, sumMinutes } from '../../db/day-counts.ts'
import { forEachDayOfShares } from '../../db/report-months.ts'
import type { Db } from '../../db/schema.ts'
import type { SignedIn } from '../../http/plugins/access.ts'
import {
  isLimitedToTeams,
  narrowTo,
  type VisiblePeople,
  visiblePeople,
} from '../../identity/visible-people.ts'
import { forEachChunk, type IsDisconnected, mapInChunks } from '../../lib/map-in-chunks.ts'
import {
  findProjects,
  findUsers,
  type MinutesByDay,
  minutesOfUsers,
  minutesOnProject,
  sumMinutesOfUsers,
  type UserRow,
} from './insights.queries.ts'

/** With these sizes, a chunk of the longest period takes a few milliseconds. */
const chunkSizes = { projects: 25, users: 25, days: 31 }

type Selection = Span & {
  people: VisiblePeople
  projectId: number | undefined
  isDisconnected: IsDisconnected
}

export async function readInsightHours(
  ctx: Context,
  viewer: SignedIn,
  { from, to, unit, by, projectId, userId, teamId }: InsightHoursQuery,
  isDisconnected: IsDisconnected,
): Promise<InsightHours> {
  const people = narrowTo(await visiblePeople(ctx.db, viewer, teamId), userId)
  const selection = { people, projectId, startDate: from, endDate: to, isDisconnected }
  const buckets = bucketsOf(unit, selection)
  const sums =
    by === 'project' ? await sumByProject(ctx, selection, buckets) : await sumByUser(ctx, selection, buckets)
  const series = await (by === 'project' ? nameProjects(ctx, sums) : nameUsers(ctx, people, sums, by))
  const totals = new Map(series.map(each => [each, addMinutes(each.minutes)]))
  const total = (each: InsightSeries) => totals.get(each) ?? 0
  const [previous_minutes, of_your_teams] = await Promise.all([
    sumBefore(ctx, selection),
    isLimitedToTeams(ctx.db, viewer),
  ])
  return {
    buckets: buckets.firstDays,
    series: series
      .filter(each => total(each) > 0)
      .sort((a, b) => total(b) - total(a) || a.name.localeCompare(b.name) || (a.id < b.id ? -1 : 1)),
    total_minutes: addMinutes([...totals.values()]),
    previous_minutes,
    of_your_teams,
  }
}

type Buckets = {
  firstDays: string[]
  /** By day, as text and as the number that stored counts have. */
  indexOf: ReadonlyMap<string | number, number>
}

function bucketsOf(unit: InsightUnit, { startDate, endDate }: Span): Buckets {
  const firstDays: string[] = []
  const indexOf = new Map<string | number, number>()
  for (const day of daysWithin(startDate, endDate)) {
    const first = spanOfUnit(unit, day).startDate
    if (firstDays.at(-1) !== first) firstDays.push(first)
    indexOf.set(day, firstDays.length - 1).set(numberOf(day), firstDays.length - 1)
  }
  return { firstDays, indexOf }
}

/** The minutes in each bucket, by the id of a project or a user. */
type Sums = Map<number, number[]>

/** Adds what one chunk has found. Adding up all chunks at the end would block other requests. */
function addInBuckets(sums: Sums, { firstDays, indexOf }: Buckets, found: readonly MinutesByDay[]): void {
  for (const { id, days, minutes } of found) {
    const own = sums.get(id) ?? new Array<number>(firstDays.length).fill(0)
    sums.set(id, own)
    for (const [index, day] of days.entries()) {
      const bucket = indexOf.get(day)
      if (bucket !== undefined) own[bucket] = (own[bucket] ?? 0) + (minutes[index] ?? 0)
    }
  }
}

/**
 * For everyone from the stored counts of each day, which have at most a row for each project and day; for some people from
 * their stored months.
 */
async function sumByProject({ db }: Context, selection: Selection, buckets: Buckets): Promise<Sums> {
  const { people, projectId, isDisconnected } = selection
  const sums: Sums = new Map()
  const add = (found: readonly MinutesByDay[]) => addInBuckets(sums, buckets, found)
  if (people.ids !== undefined)
    await forEachChunk(people.ids, ids => addShares(db, sums, ids, selection, buckets), {
      chunkSize: chunkSizes.users,
      isDisconnected,
    })
  else {
    const projectIds = projectId === undefined ? (await findProjects(db)).map(({ id }) => id) : [projectId]
    await forEachChunk(projectIds, async ids => add(await minutesOfProjects(db, ids, selection)), {
      chunkSize: chunkSizes.projects,
      isDisconnected,
    })
  }
  return sums
}

async function addShares(
  db: Db,
  sums: Sums,
  userIds: readonly number[],
  { projectId, startDate, endDate }: Selection,
  { firstDays, indexOf }: Buckets,
): Promise<void> {
  const span = { first: numberOf(startDate), last: numberOf(endDate) }
  await forEachDayOfShares(db, userIds, span, (day, pairs) => {
    const bucket = indexOf.get(day) as number
    for (let at = 0; at < pairs.length; at += 2) {
      const id = pairs[at] as number
      if (projectId !== undefined && id !== projectId) continue
      let own = sums.get(id)
      if (own === undefined) {
        own = new Array<number>(firstDays.length).fill(0)
        sums.set(id, own)
      }
      own[bucket] = (own[bucket] as number) + (pairs[at + 1] as number)
    }
  })
}

async function sumByUser({ db }: Context, selection: Selection, buckets: Buckets): Promise<Sums> {
  const { people, projectId, startDate, endDate, isDisconnected } = selection
  const sums: Sums = new Map()
  const add = (found: readonly MinutesByDay[]) => addInBuckets(sums, buckets, found)
  if (projectId === undefined) {
    const userIds = people.ids ?? (await findUsers(db, people)).map(({ id }) => id)
    await forEachChunk(userIds, async ids => add(await minutesOfUsers(db, ids, selection)), {
      chunkSize: chunkSizes.users,
      isDisconnected,
    })
  } else
    await forEachChunk(
      daysWithin(startDate, endDate),
      async days => {
        const span = { startDate: days[0] as string, endDate: days.at(-1) as string }
        add(await minutesOnProject(db, people, projectId, span))
      },
      { chunkSize: chunkSizes.days, isDisconnected },
    )
  return sums
}

/** The minutes of the period before, with which this one is compared. */
async function sumBefore({ db }: Context, selection: Selection): Promise<number> {
  const { people, projectId, isDisconnected } = selection
  const before = spanBefore(selection)
  if (people.ids === undefined) return sumMinutes(db, projectId, before)
  const sum = projectId === undefined ? sumMinutesOfUsers : sumOnProject(projectId)
  const sums = await mapInChunks(people.ids, async ids => [await sum(db, ids, before)], {
    chunkSize: chunkSizes.users,
    isDisconnected,
  })
  return addMinutes(sums)
}

const sumOnProject =
  (projectId: number) =>
  async (db: Db, userIds: readonly number[], { startDate, endDate }: Span): Promise<number> => {
    let sum = 0
    const span = { first: numberOf(startDate), last: numberOf(endDate) }
    await forEachDayOfShares(db, userIds, span, (_day, pairs) => {
      for (let at = 0; at < pairs.length; at += 2) if (pairs[at] === projectId) sum += pairs[at + 1] as number
    })
    return sum
  }

async function nameProjects({ db }: Context, sums: Sums): Promise<InsightSeries[]> {
  const names = new Map((await findProjects(db)).map(({ id, name }) => [id, name]))
  return merge(sums, id => ({ id, name: names.get(id) ?? '' }))
}

async function nameUsers(
  { db }: Context,
  people: VisiblePeople,
  sums: Sums,
  by: 'person' | 'role',
): Promise<InsightSeries[]> {
  const users = new Map((await findUsers(db, people)).map(user => [user.id, user]))
  return merge(sums, id => {
    const { name, role } = users.get(id) as UserRow
    return by === 'person' ? { id, name } : { id: role, name: roleLabels[role] }
  })
}

/** Adds up the sums that belong to the same series. */
function merge(sums: Sums, seriesOf: (id: number) => Omit<InsightSeries, 'minutes'>): InsightSeries[] {
  const merged = new Map<InsightSeries['id'], InsightSeries>()
  for (const [id, minutes] of sums) {
    const series = seriesOf(id)
    const known = merged.get(series.id)
    if (!known) merged.set(series.id, { ...series, minutes })
    else
      for (const [index, more] of minutes.entries()) known.minutes[index] = (known.minutes[index] ?? 0) + more
  }
  return [...merged.values()]
}
