import type { NudgeInput } from '#shared/contract/team-day.ts'
import { isOwed } from '#shared/day-state.ts'
import { messages } from '#shared/messages.ts'
import type { Context } from '../../context.ts'
import { emit, type Listener } from '../../events/event.ts'
import type { SignedIn } from '../../http/plugins/access.ts'
import { refuse } from '../../http/refusals.ts'
import { actAs } from '../../identity/acting-user.ts'
import { findPersonDay } from '../calendar/days.service.ts'
import { deleteNudgesOf, insertNudge } from './team-day.queries.ts'

export { findNudgesOf } from './team-day.queries.ts'

export const teamDayListener: Listener = async (_ctx, trx, event) => {
  if (event.kind === 'user.erased') await deleteNudgesOf(trx, event.userId)
}

/** Reminds a user of a report that they owe, once for each date. Returns the message for the reviewer. */
export function nudge(ctx: Context, actor: SignedIn, { user_id, date }: NudgeInput): Promise<string> {
  return actAs(ctx, actor, 'team.nudge', async (trx, { id }) => {
    const found = await findPersonDay(ctx, trx, user_id, date)
    if (!found || found.person.deleted_at !== null) throw refuse('user_not_found')
    const { name } = found.person
    if (!isOwed(found.day.state)) throw refuse('nothing_owed', name)
    const row = { user_id, date, created_by: id, created_at: ctx.clock.now().toISOString() }
    if (!(await insertNudge(trx, row))) throw refuse('already_reminded', name)
    await emit(ctx, trx, { kind: 'report.nudged', actorId: id, userId: user_id, date })
    return messages.teamDay.reminded(name)
  })
}
