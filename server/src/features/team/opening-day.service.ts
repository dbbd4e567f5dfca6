import { dayInZone, timeInZone } from '#shared/zones.ts'
import type { Context } from '../../context.ts'
import type { Organization } from '../settings/settings.service.ts'
import { workingDaysAround } from './working-days.service.ts'

/** The day that Today opens with: the organization's today, before its summary time the last working day. */
export async function openingDay({ db, clock }: Context, organization: Organization): Promise<string> {
  const { summary_time, time_zone } = organization
  const now = clock.now()
  const today = dayInZone(now, time_zone)
  if (now.toISOString() >= timeInZone(today, summary_time, time_zone)) return today
  return (await workingDaysAround(db, organization, today)).previous ?? today
}
