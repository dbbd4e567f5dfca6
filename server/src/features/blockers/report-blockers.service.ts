import { hasBlockers } from '#shared/contract/blockers.ts'
import type { Context } from '../../context.ts'
import type { Change } from '../../db/day-counts.ts'
import type { Trx } from '../../db/schema.ts'
import { ignoreUniqueViolation } from '../../db/unique-violation.ts'
import { emit } from '../../events/event.ts'
import { holdUser } from '../../identity/sign-ins.queries.ts'
import { textKey } from '../../lib/text-key.ts'
import {
  findOpenedBy,
  insertUnlessOpen,
  markResolved,
  moved,
  opened,
  resolved,
  updateOpen,
} from './blockers.queries.ts'

// What reports do to blockers. The caller adds the changes to the kept counts, after these calls: on PostgreSQL all
// transactions lock a blocker before its counts.

type Written = { blockers: string | null; project_id: number }
type Report = { id: number; user_id: number; date: string }

const keyOf = (text: string | null) => (text !== null && hasBlockers(text) ? textKey(text) : undefined)

/** Opens what a new report says is in the way, unless that is open already. */
export async function openBlocker(
  trx: Trx,
  { id, user_id, date, blockers, project_id, created_at }: Report & Written & { created_at: string },
): Promise<Change[]> {
  const text_key = keyOf(blockers)
  if (blockers === null || text_key === undefined) return []
  const [inserted] = await insertUnlessOpen(trx, {
    report_id: id,
    user_id,
    project_id,
    text: blockers,
    text_key,
    opened_on: date,
    created_at,
  })
  return inserted ? opened({ project_id, opened_on: date }) : []
}

/**
 * After an edit: the blocker that the report opened has the new text, or is resolved if there is none or another one
 * that is open has it. What is resolved stays so while the text stays the same.
 */
export async function editBlocker(
  ctx: Context,
  trx: Trx,
  before: Report & Pick<Written, 'blockers'>,
  { blockers: text, project_id, now }: Written & { now: string },
): Promise<Change[]> {
  const [was, is] = [keyOf(before.blockers), keyOf(text)]
  const own = was === undefined ? undefined : await findOpenedBy(trx, before, was)
  const open = () =>
    is === was ? [] : openBlocker(trx, { ...before, blockers: text, project_id, created_at: now })
  if (!own) return open()
  if (text === null || is === undefined) return resolve()
  if (own.text === text && own.project_id === project_id) return []
  let isOpen = true
  const isFree = await ignoreUniqueViolation(trx, async () => {
    isOpen = await updateOpen(trx, own.id, { text, text_key: is, project_id })
  })
  if (!isFree) return resolve()
  if (isOpen) return moved(own, project_id)
  // Resolved by another request in this moment.
  return open()

  async function resolve(): Promise<Change[]> {
    if (!own) return []
    // Before the blocker, as whatever deletes the account: the owner is told, which refers to it.
    if (own.owner_id !== null) await holdUser(trx, own.owner_id)
    const resolution = { resolved_at: now, resolved_by: before.user_id, note: null }
    if (!(await markResolved(trx, own.id, resolution))) return []
    const blocker = { ...own, report_id: before.id, user_id: before.user_id }
    await emit(ctx, trx, { kind: 'blocker.resolved', actorId: before.user_id, blocker })
    return resolved(own, now)
  }
}
