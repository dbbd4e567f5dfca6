import type { Context } from '../../context.ts'
import type { Db } from '../../db/schema.ts'
import { organizationOf, readSchedule, storeSchedule } from '../settings/settings.service.ts'

type Scheduled = { time_zone: string | null; working_days: string | null }

/** A user's schedule as it is to be stored, with other working days from today on in their zone, if they are given. */
export async function changedSchedule(
  ctx: Context,
  db: Db,
  { time_zone, working_days }: Scheduled,
  days: readonly number[] | null | undefined,
): Promise<string | null> {
  if (days === undefined) return working_days
  const zone = time_zone ?? (await organizationOf(ctx, db)).time_zone
  return storeSchedule(readSchedule(working_days) ?? [], { days, now: ctx.clock.now(), zone })
}
