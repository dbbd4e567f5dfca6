import type { DeletedUserPage, DeletedUsersQuery } from '#shared/contract/users.ts'
import { messages } from '#shared/messages.ts'
import type { Context } from '../../context.ts'
import { acquireLock } from '../../db/engine.ts'
import { groupCommit } from '../../db/group-commit.ts'
import type { Trx } from '../../db/schema.ts'
import { type ActedBy, byCommand, emit } from '../../events/event.ts'
import { paginationOf } from '../../http/pagination-of.ts'
import type { SignedIn } from '../../http/plugins/access.ts'
import { refuse } from '../../http/refusals.ts'
import { findLiveUserByEmail } from '../../identity/accounts.queries.ts'
import { presentUser } from '../../identity/accounts.ts'
import { assertStillAllowed } from '../../identity/acting-user.ts'
import { deleteGuessesFor } from '../../identity/sign-in-limit.ts'
import {
  countDeletedUsers,
  countWorkOf,
  findDeletedUsers,
  findDeletedUsersByEmail,
  findUserEvenDeleted,
  replacePersonalData,
} from './users.queries.ts'

/** Isn't a valid e-mail, so that no sign-in and no registration can match it. It is unique for each account. */
const erasedEmail = (id: number) => `former-member-${id}`

type Erasable = { id: number; name: string; email: string }
/** `failures` is the number of failed sign-ins that were removed, or undefined if the account had been erased before. */
type Replaced = { id: number; name: string; failures: number | undefined }
/** `message` says what was changed. */
export type Erased = { id: number; name: string; message: string }

export async function listDeletedUsers(
  { db }: Context,
  { page, limit }: DeletedUsersQuery,
): Promise<DeletedUserPage> {
  const [total, rows] = await Promise.all([
    countDeletedUsers(db),
    findDeletedUsers(db, limit, (page - 1) * limit),
  ])
  return {
    data: rows.map(row => ({
      ...presentUser(row),
      removed_at: row.deleted_at ?? '',
      is_erased: row.email === erasedEmail(row.id),
    })),
    pagination: paginationOf(total, { page, limit }),
  }
}

/**
 * Replaces the name, e-mail and password hash of a deleted account and removes its time zone. The listeners of
 * `user.erased` remove the reasons of its time off, its reminders, notifications and mails. Everything else refers to
 * the account by its id, so every screen and export shows the replacement from then on.
 */
export async function eraseUser(ctx: Context, actor: SignedIn, id: number): Promise<Erased> {
  const replaced = await withAccountsLock(ctx, async trx => {
    const acting = await assertStillAllowed(trx, actor, 'user.erase')
    const user = await findUserEvenDeleted(trx, id)
    if (!user) throw refuse('user_not_found')
    if (user.deleted_at === null) throw refuse('user_not_deleted', user.name)
    return erase(ctx, trx, acting, user)
  })
  return withMessage(ctx, replaced)
}

/** Erases all deleted accounts that had this e-mail. There can be several, because deleting an account frees its e-mail. */
export async function eraseByEmail(ctx: Context, email: string): Promise<Erased[]> {
  const replaced = await withAccountsLock(ctx, async trx => {
    const deleted = await findDeletedUsersByEmail(trx, email)
    const live = await findLiveUserByEmail(trx, email)
    if (deleted.length === 0 && live) throw refuse('user_not_deleted', live.name)
    if (deleted.length === 0) throw refuse('user_not_found')
    const all: Replaced[] = []
    for (const user of deleted) all.push(await erase(ctx, trx, byCommand, user))
    return all
  })
  const erased: Erased[] = []
  for (const each of replaced) erased.push(await withMessage(ctx, each))
  return erased
}

async function erase(ctx: Context, trx: Trx, by: ActedBy, { id, name, email }: Erasable): Promise<Replaced> {
  if (email === erasedEmail(id)) return { id, name, failures: undefined }
  await replacePersonalData(trx, id, {
    name: messages.users.formerMember(id),
    email: erasedEmail(id),
    password_hash: null,
    time_zone: null,
  })
  // If a live account uses the e-mail now, its mails and failed sign-ins stay.
  const isInUse = (await findLiveUserByEmail(trx, email)) !== undefined
  await emit(ctx, trx, by, { kind: 'user.erased', userId: id, freedEmail: isInUse ? undefined : email })
  const failures = isInUse ? 0 : await deleteGuessesFor(trx, email, ctx.clock.now())
  return { id, name, failures }
}

/** Counts after the transaction, so that no other request waits for the counting. */
async function withMessage({ db }: Context, { id, name, failures }: Replaced): Promise<Erased> {
  if (failures === undefined) return { id, name, message: messages.users.alreadyErased(name) }
  return { id, name, message: messages.users.erased(name, id, { ...(await countWorkOf(db, id)), failures }) }
}

const withAccountsLock = <T>(ctx: Context, work: (trx: Trx) => Promise<T>): Promise<T> =>
  groupCommit(ctx.db, async trx => {
    await acquireLock(trx, 'accounts')
    return work(trx)
  })
