import { hasBlockers } from '#shared/contract/blockers.ts'
import type { Context } from '../../context.ts'
import type { Change } from '../../db/day-counts.ts'
import type { Trx } from '../../db/schema.ts'
import { ignoreUniqueViolation } from '../../db/unique-violation.ts'
import { type ActedBy, emit } from '../../events/event.ts'
import { lockUserForShare } from '../../identity/sign-ins.queries.ts'
import { textKey } from '../../lib/text-key.ts'
import {
  findOpenedBy,
  insertUnlessOpen,
  markResolved,
  movedChanges,
  openedChanges,
  resolvedChanges,
  updateOpenBlocker,
} from './blockers.queries.ts'

// How reports open, edit and resolve blockers. The caller applies the returned changes to the day counts after these calls:
// all transactions lock a blocker before its counts, so that they don't deadlock on PostgreSQL.

type Written = { blockers: string | null; project_id: number }
type Report = { id: number; user_id: number; date: string }

const blockerKey = (text: string | null) => (text !== null && hasBlockers(text) ? textKey(text) : undefined)

/** Opens a blocker for the text of a new report, unless the user has an open one with this text. */
export async function openBlocker(
  ctx: Context,
  trx: Trx,
  by: ActedBy,
  { id, user_id, date, blockers, project_id, created_at }: Report & Written & { created_at: string },
): Promise<Change[]> {
  const text_key = blockerKey(blockers)
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
  if (!inserted) return []
  await emit(ctx, trx, by, {
    kind: 'blocker.opened',
    blocker: { id: inserted.id, report_id: id, user_id, owner_id: null, text: blockers },
  })
  return openedChanges({ project_id, opened_on: date })
}

/**
 * After an edit, the blocker that the report opened gets the new text. It is resolved if the new text is empty or another open
 * blocker has it. A resolved blocker is not reopened while the text stays the same.
 */
export async function editBlocker(
  ctx: Context,
  trx: Trx,
  by: ActedBy,
  before: Report & Pick<Written, 'blockers'>,
  { blockers: text, project_id, now }: Written & { now: string },
): Promise<Change[]> {
  const [oldKey, newKey] = [blockerKey(before.blockers), blockerKey(text)]
  const own = oldKey === undefined ? undefined : await findOpenedBy(trx, before, oldKey)
  const open = () =>
    newKey === oldKey
      ? []
      : openBlocker(ctx, trx, by, { ...before, blockers: text, project_id, created_at: now })
  if (!own) return open()
  if (text === null || newKey === undefined) return resolve()
  if (own.text === text && own.project_id === project_id) return []
  let isOpen = true
  const isFree = await ignoreUniqueViolation(trx, async () => {
    isOpen = await updateOpenBlocker(trx, own.id, { text, text_key: newKey, project_id })
  })
  if (!isFree) return resolve()
  if (isOpen) return movedChanges(own, project_id)
  // Another request has resolved it since it was read.
  return open()

  async function resolve(): Promise<Change[]> {
    if (!own) return []
    // The owner gets a notification, whose row references the account. The deletion of an account locks in this order too.
    if (own.owner_id !== null) await lockUserForShare(trx, own.owner_id)
    const resolution = { resolved_at: now, resolved_by: before.user_id, note: null }
    if (!(await markResolved(trx, own.id, resolution))) return []
    const blocker = { ...own, report_id: before.id, user_id: before.user_id }
    await emit(ctx, trx, by, { kind: 'blocker.resolved', blocker })
    return resolvedChanges(own, now)
  }
}
