import type { Context } from '../../context.ts'
import type { Db } from '../../db/schema.ts'
import {
  effectiveTimeZone,
  organizationOf,
  readSchedule,
  storeSchedule,
} from '../settings/settings.service.ts'

type Scheduled = { time_zone: string | null; working_days: string | null }

/** A user's schedule as it is to be stored, with other working days from today on in their zone, if they are given. */
export async function changedSchedule(
  ctx: Context,
  db: Db,
  user: Scheduled,
  days: readonly number[] | null | undefined,
): Promise<string | null> {
  if (days === undefined) return user.working_days
  const zone = effectiveTimeZone(user, await organizationOf(ctx, db))
  return storeSchedule(readSchedule(user.working_days) ?? [], { days, now: ctx.clock.now(), zone })
}
