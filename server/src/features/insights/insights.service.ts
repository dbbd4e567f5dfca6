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
import { forEachShare, type Share } from '../../db/report-months.ts'
import type { SignedIn } from '../../http/plugins/access.ts'
import {
  isLimitedToTeams,
  narrowTo,
  type VisiblePeople,
  visiblePeople,
} from '../../identity/visible-people.ts'
import { forEachChunk, type IsDisconnected } from '../../lib/map-in-chunks.ts'
import { findProjects, findUsers, type UserRow } from './insights.queries.ts'

/** With these sizes, a chunk of the longest period takes a few milliseconds. */
const chunkSizes = { projects: 25, users: 25 }

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
    by === 'project'
      ? await sumByProject(ctx, selection, buckets)
      : await sumShares(ctx, selection, buckets, 'userId')
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
  /** By day, as the number that stored counts have. */
  indexOf: ReadonlyMap<number, number>
}

function bucketsOf(unit: InsightUnit, { startDate, endDate }: Span): Buckets {
  const firstDays: string[] = []
  const indexOf = new Map<number, number>()
  for (const day of daysWithin(startDate, endDate)) {
    const first = spanOfUnit(unit, day).startDate
    if (firstDays.at(-1) !== first) firstDays.push(first)
    indexOf.set(numberOf(day), firstDays.length - 1)
  }
  return { firstDays, indexOf }
}

/** The minutes in each bucket, by the id of a project or a user. */
type Sums = Map<number, number[]>

function addTo(sums: Sums, { firstDays, indexOf }: Buckets, id: number, day: number, minutes: number): void {
  let own = sums.get(id)
  if (own === undefined) {
    own = new Array<number>(firstDays.length).fill(0)
    sums.set(id, own)
  }
  const index = indexOf.get(day) as number
  own[index] = (own[index] as number) + minutes
}

/** For everyone from the stored counts of each day, which have at most a row for each project and day. */
async function sumByProject(ctx: Context, selection: Selection, buckets: Buckets): Promise<Sums> {
  const { people, projectId, isDisconnected } = selection
  if (people.ids !== undefined) return sumShares(ctx, selection, buckets, 'projectId')
  const sums: Sums = new Map()
  const projectIds = projectId === undefined ? (await findProjects(ctx.db)).map(({ id }) => id) : [projectId]
  await forEachChunk(
    projectIds,
    async ids => {
      for (const { id, days, minutes } of await minutesOfProjects(ctx.db, ids, selection))
        for (const [index, day] of days.entries()) addTo(sums, buckets, id, day, minutes[index] as number)
    },
    { chunkSize: chunkSizes.projects, isDisconnected },
  )
  return sums
}

async function sumShares(
  ctx: Context,
  selection: Selection,
  buckets: Buckets,
  by: 'projectId' | 'userId',
): Promise<Sums> {
  const sums: Sums = new Map()
  await forEachShareOf(ctx, selection, share => addTo(sums, buckets, share[by], share.day, share.minutes))
  return sums
}

/** The minutes of the period before, with which this one is compared. */
async function sumBefore(ctx: Context, selection: Selection): Promise<number> {
  const before = spanBefore(selection)
  if (selection.people.ids === undefined) return sumMinutes(ctx.db, selection.projectId, before)
  let sum = 0
  await forEachShareOf(ctx, { ...selection, ...before }, ({ minutes }) => {
    sum += minutes
  })
  return sum
}

/** From the stored months of each user. */
async function forEachShareOf(
  { db }: Context,
  { people, projectId, startDate, endDate, isDisconnected }: Selection,
  each: (share: Share) => void,
): Promise<void> {
  const span = { first: numberOf(startDate), last: numberOf(endDate) }
  const userIds = people.ids ?? (await findUsers(db, people)).map(({ id }) => id)
  await forEachChunk(
    userIds,
    ids =>
      forEachShare(db, ids, span, share => {
        if (projectId === undefined || share.projectId === projectId) each(share)
      }),
    { chunkSize: chunkSizes.users, isDisconnected },
  )
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
