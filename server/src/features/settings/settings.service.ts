import {
  defaultSettings,
  type ManagerScope,
  type SecondStepPolicy,
  type Settings,
  type SettingsInput,
} from '#shared/contract/settings.ts'
import { changeSchedule, type Schedule } from '#shared/day-state.ts'
import { type ScopedActor, seesOnlyTeams } from '#shared/permissions.ts'
import type { Role } from '#shared/roles.ts'
import { dayInZone } from '#shared/zones.ts'
import type { Context } from '../../context.ts'
import { acquireLock } from '../../db/engine.ts'
import { groupCommit } from '../../db/group-commit.ts'
import type { Db, Trx } from '../../db/schema.ts'
import { emit } from '../../events/event.ts'
import { refuseToken } from '../../http/authorize.ts'
import type { SignedIn } from '../../http/plugins/access.ts'
import { refuse } from '../../http/refusals.ts'
import { assertStillAllowed } from '../../identity/acting-user.ts'
import { hasSecondStep } from '../../identity/second-step.ts'
import { withdrawInvitations } from '../../identity/withdraw-invitations.ts'
import { isOutgoingPaused } from '../../jobs/outgoing-pause.ts'
import { program } from '../../lib/program-version.ts'
import { findHolidays, findSettings, type SettingsRow, saveSettings } from './settings.queries.ts'

export { findHolidaysWithin } from './settings.queries.ts'

/** The organization's settings, with defaults for those that aren't set. */
export type Organization = {
  organization_name: string | null
  time_zone: string
  schedule: Schedule
  /** The working days from today on. */
  working_days: readonly number[]
  reporting_roles: readonly Role[]
  reminder_time: string
  summary_time: string
  manager_scope: ManagerScope
  second_step: SecondStepPolicy
  /** The zone of reports from before reports stored their zone. */
  earlierReportsZone: string
}

/** Sorts before every date. */
const earliest = ''

export async function getOrganization({ config }: Pick<Context, 'config'>, db: Db): Promise<Organization> {
  const row: Partial<SettingsRow> = (await findSettings(db)) ?? {}
  const schedule = parseSchedule(row.working_days) ?? [{ from: earliest, days: defaultSettings.working_days }]
  const time_zone = row.time_zone ?? config.timeZone
  return {
    organization_name: row.organization_name ?? null,
    time_zone,
    schedule,
    working_days: getCurrentDays(schedule) ?? defaultSettings.working_days,
    reporting_roles: row.reporting_roles
      ? (JSON.parse(row.reporting_roles) as Role[])
      : defaultSettings.reporting_roles,
    reminder_time: row.reminder_time ?? defaultSettings.reminder_time,
    summary_time: row.summary_time ?? defaultSettings.summary_time,
    manager_scope: row.manager_scope ?? defaultSettings.manager_scope,
    second_step: row.second_step ?? defaultSettings.second_step,
    earlierReportsZone: row.earlier_reports_zone ?? time_zone,
  }
}

/** Returns the user's own time zone, or else the organization's. */
export const effectiveTimeZone = (
  user: { time_zone: string | null },
  organization: Pick<Organization, 'time_zone'>,
) => user.time_zone ?? organization.time_zone

/** Parses the stored working days of the organization or of a user. */
export const parseSchedule = (stored: string | null | undefined): Schedule | undefined =>
  stored ? (JSON.parse(stored) as Schedule) : undefined

/** Returns the working days that apply from the last change on. Null means the organization's. */
export const getCurrentDays = (schedule: Schedule) => schedule.at(-1)?.days ?? null

/** Applies new working days from today on in the given zone. Earlier days keep theirs. */
export function serializeScheduleChange(
  schedule: Schedule,
  { days, now, zone }: { days: readonly number[] | null; now: Date; zone: string },
): string | null {
  const changed = changeSchedule(schedule, dayInZone(now, zone), days)
  return changed.length === 0 ? null : JSON.stringify(changed)
}

export function updateSettings(ctx: Context, actor: SignedIn, input: SettingsInput): Promise<Settings> {
  return groupCommit(ctx.db, async trx => {
    // The schedule is read, changed and written, so updates run one at a time. The lock comes before any row lock to avoid deadlocks.
    await acquireLock(trx, 'settings')
    const acting = await assertStillAllowed(trx, actor, 'settings.manage')
    const before = await readSettings(ctx, trx)
    const { manager_scope = before.manager_scope, second_step = before.second_step } = input
    // They decide who can sign in and whom managers see, so they are closed to programs.
    if (manager_scope !== before.manager_scope || second_step !== before.second_step) refuseToken(acting)
    if (second_step !== before.second_step) await assertMayRequire(trx, acting, second_step)
    await saveInput(ctx, trx, input)
    const after = await readSettings(ctx, trx)
    const fields = (Object.keys(input) as (keyof SettingsInput)[]).filter(
      field => JSON.stringify(before[field]) !== JSON.stringify(after[field]),
    )
    const values = Object.fromEntries(
      (['manager_scope', 'second_step'] as const)
        .filter(field => fields.includes(field))
        .map(field => [field, after[field]]),
    )
    if (fields.length > 0) await emit(ctx, trx, acting, { kind: 'settings.changed', fields, values })
    await withdrawInvitations(trx, managerUnder(before), managerUnder(after))
    if (input.time_zone !== undefined || input.reminder_time !== undefined)
      await emit(ctx, trx, acting, { kind: 'organization.changedTimes' })
    return after
  })
}

/** Any manager, as these settings limit them. */
const managerUnder = ({ manager_scope }: Settings): ScopedActor => ({
  ...{ id: 0, role: 'manager' },
  sees_only_teams: seesOnlyTeams({ role: 'manager' }, manager_scope),
})

/** An admin without a second step would be shut out with the others. */
async function assertMayRequire(trx: Trx, actor: SignedIn, policy: SecondStepPolicy): Promise<void> {
  if (policy !== 'optional' && !(await hasSecondStep(trx, actor.id))) throw refuse('own_second_step_missing')
}

/** Used at the first set-up, in the transaction that creates the first account. */
export async function chooseTimeZone(trx: Trx, time_zone: string): Promise<void> {
  await saveSettings(trx, { time_zone, earlier_reports_zone: time_zone })
}

async function saveInput(ctx: Context, trx: Trx, input: SettingsInput): Promise<void> {
  const { working_days, reporting_roles, ...rest } = input
  const { schedule, time_zone } = await getOrganization(ctx, trx)
  const row: Partial<SettingsRow> = { ...rest }
  // On an upgraded server no zone was ever set. The first one that is set applies to all earlier reports.
  const stored = await findSettings(trx)
  if (input.time_zone && !stored?.earlier_reports_zone) row.earlier_reports_zone = input.time_zone
  if (reporting_roles) row.reporting_roles = JSON.stringify(reporting_roles)
  if (working_days) {
    const zone = input.time_zone ?? time_zone
    row.working_days = serializeScheduleChange(schedule, { days: working_days, now: ctx.clock.now(), zone })
  }
  await saveSettings(trx, withoutUndefined(row))
}

export async function readSettings(ctx: Context, db: Db = ctx.db): Promise<Settings> {
  const [
    { schedule: _, earlierReportsZone: __, working_days, reporting_roles, ...organization },
    holidays,
    mail_paused,
    stored,
    unreadable_second_steps,
  ] = await Promise.all([
    getOrganization(ctx, db),
    findHolidays(db),
    isOutgoingPaused(db),
    findSettings(db),
    ctx.countUnreadableApps(),
  ])
  return {
    ...organization,
    working_days: [...working_days],
    reporting_roles: [...reporting_roles],
    holidays,
    email_enabled: ctx.config.mail !== undefined,
    mail_paused,
    unreadable_second_steps,
    ...program,
    is_checked: holidays.length > 0 || (stored !== undefined && hasSaved(stored)),
  }
}

/** The set-up stores only the zone, as that of earlier reports too. Everything else was saved on the settings page. */
const hasSaved = ({ time_zone, earlier_reports_zone, ...others }: SettingsRow) =>
  time_zone !== earlier_reports_zone || Object.values(others).some(value => value !== null)

const withoutUndefined = <T extends object>(row: T): T =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined)) as T

type Scheduled = { time_zone: string | null; working_days: string | null }

/** Returns the value to store for a user's working days. If `days` is given, they apply from today on in the user's zone. */
export async function getChangedSchedule(
  ctx: Context,
  db: Db,
  user: Scheduled,
  days: readonly number[] | null | undefined,
): Promise<string | null> {
  if (days === undefined) return user.working_days
  const zone = effectiveTimeZone(user, await getOrganization(ctx, db))
  return serializeScheduleChange(parseSchedule(user.working_days) ?? [], { days, now: ctx.clock.now(), zone })
}
