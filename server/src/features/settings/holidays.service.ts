import type { Holiday, HolidayInput, HolidaysInput, ImportedHolidays } from '#shared/contract/settings.ts'
import { limits } from '#shared/limits.ts'
import type { Context } from '../../context.ts'
import { acquireLock } from '../../db/engine.ts'
import { isUniqueViolation } from '../../db/errors.ts'
import { groupCommit } from '../../db/group-commit.ts'
import type { Trx } from '../../db/schema.ts'
import { emit } from '../../events/event.ts'
import type { SignedIn } from '../../http/plugins/access.ts'
import { refuse } from '../../http/refusals.ts'
import { actAs, assertStillAllowed } from '../../identity/acting-user.ts'
import {
  countHolidays,
  deleteHoliday,
  findHolidayDates,
  insertHoliday,
  insertHolidays,
} from './settings.queries.ts'

export async function addHoliday(ctx: Context, actor: SignedIn, input: HolidayInput): Promise<Holiday> {
  try {
    return await withHolidaysLock(ctx, actor, async (trx, acting) => {
      const holiday = await insertHoliday(trx, input)
      await refuseTooManyHolidays(trx)
      await emit(ctx, trx, acting, { kind: 'holidays.added', holidays: [holiday] })
      return holiday
    })
  } catch (error) {
    if (isUniqueViolation(error)) throw refuse('holiday_exists')
    throw error
  }
}

/** Adds the dates that aren't holidays yet, because lists of public holidays often repeat earlier ones. */
export function importHolidays(
  ctx: Context,
  actor: SignedIn,
  { holidays }: HolidaysInput,
): Promise<ImportedHolidays> {
  return withHolidaysLock(ctx, actor, async (trx, acting) => {
    const taken = await findHolidayDates(
      trx,
      holidays.map(({ date }) => date),
    )
    const added = holidays.filter(({ date }) => {
      const isNew = !taken.has(date)
      taken.add(date)
      return isNew
    })
    const inserted = await insertHolidays(trx, added)
    await refuseTooManyHolidays(trx)
    if (inserted.length > 0) await emit(ctx, trx, acting, { kind: 'holidays.added', holidays: inserted })
    return { created: added.length, skipped: holidays.length - added.length }
  })
}

/** Returns the name of the holiday. */
export function removeHoliday(ctx: Context, actor: SignedIn, id: number): Promise<string> {
  return actAs(ctx, actor, 'settings.manage', async (trx, acting) => {
    const deleted = await deleteHoliday(trx, id)
    if (!deleted) throw refuse('holiday_not_found')
    await emit(ctx, trx, acting, { kind: 'holiday.deleted', holiday: deleted })
    return deleted.name
  })
}

/** Runs one addition at a time, so that concurrent requests can't exceed the limit or add the same date twice. */
function withHolidaysLock<T>(
  ctx: Context,
  actor: SignedIn,
  work: (trx: Trx, acting: SignedIn) => Promise<T>,
): Promise<T> {
  return groupCommit(ctx.db, async trx => {
    await acquireLock(trx, 'holidays')
    return work(trx, await assertStillAllowed(trx, actor, 'settings.manage'))
  })
}

async function refuseTooManyHolidays(trx: Trx): Promise<void> {
  if ((await countHolidays(trx)) > limits.holidaysMax) throw refuse('too_many_holidays')
}
