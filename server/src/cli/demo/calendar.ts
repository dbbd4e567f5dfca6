import { addDays, addMonths, daysOfMonth, isoWeekday } from '#shared/dates.ts'
import { dayInZone } from '#shared/zones.ts'
import type { Context } from '../../context.ts'
import { addAbsence } from '../../features/absences/absences.service.ts'
import { updateAccount } from '../../features/account/account.service.ts'
import { addHoliday } from '../../features/settings/holidays.service.ts'
import { getOrganization } from '../../features/settings/settings.service.ts'
import type { SignedIn } from '../../http/plugins/access.ts'

type Own = { time_zone?: string; working_days?: number[] }

/** By first name: one lives in another zone, one works three days a week. */
const ownDays: Record<string, Own> = {
  Yuki: { time_zone: 'Asia/Tokyo' },
  Desi: { working_days: [1, 2, 3] },
}

/** Set on the day on which they joined, because working days count from then on. */
export async function setOwnDays(ctx: Context, person: SignedIn, name: string): Promise<void> {
  const own = ownDays[name]
  if (own) await updateAccount(ctx, person, own)
}

/** The days on which users work. */
export type WorkingDays = {
  /** In the organization's zone. */
  today: string
  zoneOf: (name: string) => string
  isAtWork: (name: string, day: string) => boolean
}

/** A holiday last month, one on vacation now, one sick last week. */
export async function planTimeOff(
  ctx: Context,
  { person, admin }: { person: (name: string) => SignedIn; admin: SignedIn },
): Promise<WorkingDays> {
  const { time_zone: zone } = await getOrganization(ctx, ctx.db)
  const today = dayInZone(ctx.clock.now(), zone)
  const monday = addDays(today, 1 - isoWeekday(today))
  const lastMonth = daysOfMonth(addMonths(today.slice(0, 7), -1))
  const holiday = lastMonth.filter(day => isoWeekday(day) === 3)[1] ?? today
  await addHoliday(ctx, admin, { date: holiday, name: 'Company day' })

  const timeOff = [
    {
      name: 'Tomas',
      start_date: addDays(monday, -4),
      end_date: addDays(monday, 11),
      kind: 'vacation',
      note: 'Hiking. Lena has my open reviews.',
    },
    {
      name: 'Mark',
      start_date: addDays(monday, -6),
      end_date: addDays(monday, -5),
      kind: 'sick',
      note: null,
    },
  ] as const
  for (const { name, ...absence } of timeOff) await addAbsence(ctx, person(name), absence)

  return {
    today,
    zoneOf: name => ownDays[name]?.time_zone ?? zone,
    isAtWork: (name, day) =>
      (ownDays[name]?.working_days ?? [1, 2, 3, 4, 5]).includes(isoWeekday(day)) &&
      day !== holiday &&
      !timeOff.some(each => each.name === name && day >= each.start_date && day <= each.end_date),
  }
}
