import { createHash, randomBytes } from 'node:crypto'
import type { CalendarFeed, NewCalendarFeed } from '#shared/contract/calendar-feeds.ts'
import { addDays } from '#shared/dates.ts'
import { messages } from '#shared/messages.ts'
import { dayInZone } from '#shared/zones.ts'
import type { Context } from '../../context.ts'
import { lockRow } from '../../db/engine.ts'
import { groupCommit } from '../../db/group-commit.ts'
import type { Trx } from '../../db/schema.ts'
import { emit, type Listener } from '../../events/event.ts'
import type { SignedIn } from '../../http/plugins/access.ts'
import { refuse } from '../../http/refusals.ts'
import { actAs, assertStillAllowed } from '../../identity/acting-user.ts'
import { onlyPerson, visiblePeople } from '../../identity/visible-people.ts'
import { findTimeOff } from '../absences/absences.service.ts'
import { findHolidaysWithin, getOrganization } from '../settings/settings.service.ts'
import { lockTeam, mayEditTeam, requireTeamToEdit } from '../teams/teams.service.ts'
import {
  deleteFeedOf,
  deleteFeedsMadeBy,
  type FeedOwner,
  findFeedByHash,
  findFeedOf,
  insertFeed,
  readCalendarSource,
} from './calendar-feeds.queries.ts'
import { type CalendarEvent, writeCalendar } from './icalendar.ts'

// Calendar programs can't sign in, so a calendar has an address with a secret. Only a hash of the secret is stored.

/** The secret has 256 random bits, so a fast hash is enough. */
const hashSecret = (secret: string) => createHash('sha256').update(secret).digest('base64url')

/** Time off and holidays that overlap these days around today are in the calendar. */
const daysBefore = 90
const daysAfter = 366

const none: CalendarFeed = { created_at: null, made_by: null }

export async function readOwnFeed({ db }: Context, { id }: SignedIn): Promise<CalendarFeed> {
  const feed = await findFeedOf(db, { userId: id })
  return feed ? { created_at: feed.created_at, made_by: { id, name: feed.user_name } } : none
}

export async function readTeamFeed({ db }: Context, actor: SignedIn, teamId: number): Promise<CalendarFeed> {
  await requireTeamToEdit(db, actor, teamId)
  const feed = await findFeedOf(db, { teamId })
  if (!feed || !(await mayEditTeam(db, { id: feed.user_id, role: feed.role }, teamId))) return none
  return { created_at: feed.created_at, made_by: { id: feed.user_id, name: feed.user_name } }
}

/** Makes the user's address. The earlier one ends. */
export function makeOwnFeed(ctx: Context, actor: SignedIn, origin: string): Promise<NewCalendarFeed> {
  return groupCommit(ctx.db, async trx => {
    // Without the lock, two requests at once could both insert an address.
    await lockRow(trx, 'users', actor.id)
    const acting = await assertStillAllowed(trx, actor, 'signedIn')
    return replaceFeed(ctx, trx, { acting, owner: { userId: actor.id }, origin })
  })
}

/** Makes the address of a team. The earlier one ends for all who use it. */
export function makeTeamFeed(
  ctx: Context,
  actor: SignedIn,
  { teamId, origin }: { teamId: number; origin: string },
): Promise<NewCalendarFeed> {
  return actAs(ctx, actor, 'teams.edit', async (trx, acting) => {
    await lockTeam(trx, acting, teamId)
    return replaceFeed(ctx, trx, { acting, owner: { teamId }, origin })
  })
}

async function replaceFeed(
  ctx: Context,
  trx: Trx,
  { acting, owner, origin }: { acting: SignedIn; owner: FeedOwner; origin: string },
): Promise<NewCalendarFeed> {
  const { clock, config } = ctx
  const secret = randomBytes(32).toString('base64url')
  const created_at = clock.now().toISOString()
  await deleteFeedOf(trx, owner)
  await insertFeed(trx, {
    user_id: acting.id,
    team_id: 'teamId' in owner ? owner.teamId : null,
    hash: hashSecret(secret),
    created_at,
  })
  await emit(ctx, trx, acting, { kind: 'calendar.created', owner })
  return {
    address: new URL(`/api/calendar/${secret}.ics`, config.publicUrl ?? origin).href,
    created_at,
    made_by: { id: acting.id, name: acting.name },
  }
}

/** Without an address, this changes nothing. */
export function endOwnFeed(ctx: Context, actor: SignedIn): Promise<void> {
  return actAs(ctx, actor, 'signedIn', (trx, acting) => endFeed(ctx, trx, acting, { userId: actor.id }))
}

export function endTeamFeed(ctx: Context, actor: SignedIn, teamId: number): Promise<void> {
  return actAs(ctx, actor, 'teams.edit', async (trx, acting) => {
    await lockTeam(trx, acting, teamId)
    await endFeed(ctx, trx, acting, { teamId })
  })
}

async function endFeed(ctx: Context, trx: Trx, acting: SignedIn, owner: FeedOwner): Promise<void> {
  if (await deleteFeedOf(trx, owner)) await emit(ctx, trx, acting, { kind: 'calendar.deleted', owner })
}

/**
 * The calendar of an address, with what the user who made it may see now: an address ends with this account, and the
 * address of a team also when this user may no longer change the team.
 */
export async function readCalendar(ctx: Context, secret: string): Promise<string> {
  const { clock, db } = ctx
  const feed = await findFeedByHash(db, hashSecret(secret))
  if (!feed) throw refuse('calendar_address_not_found')
  const { team_id, team_name, user_name, role } = feed
  const maker = { id: feed.user_id, role }
  if (team_id !== null && !(await mayEditTeam(db, maker, team_id))) throw refuse('calendar_address_not_found')
  const [organization, people, source] = await Promise.all([
    getOrganization(ctx, db),
    team_id === null ? onlyPerson(maker) : visiblePeople(db, maker, [team_id]),
    readCalendarSource(db),
  ])
  const today = dayInZone(clock.now(), organization.time_zone)
  const days = { first: addDays(today, -daysBefore), last: addDays(today, daysAfter) }
  const [timeOff, holidays] = await Promise.all([
    findTimeOff(db, people, days),
    findHolidaysWithin(db, days.first, days.last),
  ])
  const events: CalendarEvent[] = [
    ...timeOff.map(({ id, user_name, start_date, end_date, changed_at }) => ({
      uid: `time-off-${id}@${source}`,
      changedAt: changed_at,
      firstDay: start_date,
      lastDay: end_date,
      title: messages.calendarFeeds.off(user_name),
      isBusy: team_id === null,
    })),
    ...holidays.map(({ date, name }) => ({
      uid: `holiday-${date}@${source}`,
      // It isn't stored when a holiday was added.
      changedAt: feed.created_at,
      firstDay: date,
      lastDay: date,
      title: name,
      isBusy: false,
    })),
  ]
  const { ownName, teamName } = messages.calendarFeeds
  return writeCalendar(team_name === null ? ownName(user_name) : teamName(team_name), events)
}

export const calendarFeedsListener: Listener = async (_ctx, trx, event) => {
  if (event.kind === 'team.deleted') await deleteFeedOf(trx, { teamId: event.teamId })
  if (event.kind === 'user.deleted') await deleteFeedsMadeBy(trx, event.userId)
}
