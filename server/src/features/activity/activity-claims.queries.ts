import { sql } from 'kysely'
import type { ClaimKind } from '#shared/contract/activity.ts'
import type { Role } from '#shared/roles.ts'
import { isOneOfTexts } from '../../db/engine.ts'
import type { Db, Trx } from '../../db/schema.ts'
import { onlyVisible, type VisiblePeople } from '../../identity/visible-people.ts'
import { type ActivityName, hashOfName, keyOf } from './activity-names.ts'

export type ClaimRow = ActivityName & {
  id: number
  user_id: number
  claimed_at: string
  code_sent_at: string | null
}

const ofKind = (names: readonly ActivityName[], wanted: ClaimKind) =>
  names.flatMap(({ kind, name }) => (kind === wanted ? [name] : []))

// Names that count

/** Finds the accounts that have these e-mails. */
export function findOwners(db: Db, emails: readonly string[]) {
  return db
    .selectFrom('users')
    .select(['id', 'email'])
    .where('deleted_at', 'is', null)
    .where(isOneOfTexts(db, 'email', emails))
    .execute()
}

/** Finds for whom these names count because they list them, by `keyOf`. */
export async function findHolders(db: Db, names: readonly ActivityName[]): Promise<Map<string, number>> {
  const holders = new Map<string, number>()
  const kinds = new Set(names.map(({ kind }) => kind))
  for (const kind of kinds)
    for (const { id, name } of await findHoldersOf(db, kind, ofKind(names, kind)))
      holders.set(keyOf({ kind, name }), id)
  return holders
}

function findHoldersOf(db: Db, kind: ClaimKind, names: readonly string[]) {
  if (kind === 'email')
    return db
      .selectFrom('activity_emails')
      .select(['user_id as id', 'email as name'])
      .where(isOneOfTexts(db, 'email', names))
      .execute()
  return db
    .selectFrom('activity_logins')
    .select(['user_id as id', 'login as name'])
    .where('kind', '=', kind)
    .where(isOneOfTexts(db, 'login', names))
    .execute()
}

/** Finds the names that count for a user, besides the account's e-mail. */
export async function findOwnNames(db: Db, userId: number): Promise<ActivityName[]> {
  const [emails, logins] = await Promise.all([
    db.selectFrom('activity_emails').select('email').where('user_id', '=', userId).execute(),
    db.selectFrom('activity_logins').select(['kind', 'login']).where('user_id', '=', userId).execute(),
  ])
  return [
    ...emails.map(({ email }) => ({ kind: 'email' as const, name: email })),
    ...logins.map(({ kind, login }) => ({ kind, name: login })),
  ]
}

export async function insertNames(trx: Trx, userId: number, names: readonly ActivityName[]): Promise<void> {
  const emails = ofKind(names, 'email').map(email => ({ email, user_id: userId }))
  const logins = names.flatMap(({ kind, name }) =>
    kind === 'email' ? [] : [{ kind, login: name, user_id: userId }],
  )
  if (emails.length > 0) await trx.insertInto('activity_emails').values(emails).execute()
  if (logins.length > 0) await trx.insertInto('activity_logins').values(logins).execute()
}

export async function deleteNames(trx: Trx, names: readonly ActivityName[]): Promise<void> {
  for (const { kind, name } of names)
    if (kind === 'email') await trx.deleteFrom('activity_emails').where('email', '=', name).execute()
    else await trx.deleteFrom('activity_logins').where('kind', '=', kind).where('login', '=', name).execute()
}

// Names that deliveries had

/** Finds which of these names no delivery had since this instant, as hashes. */
export async function findUnseen(
  db: Db,
  names: readonly ActivityName[],
  since: string,
): Promise<ReadonlySet<string>> {
  const hashes = names.map(hashOfName)
  const rows = await db
    .selectFrom('activity_names')
    .select('name_hash')
    .where(isOneOfTexts(db, 'name_hash', hashes))
    .where('seen_at', '>=', since)
    .execute()
  const seen = new Set(rows.map(({ name_hash }) => name_hash))
  return new Set(hashes.filter(hash => !seen.has(hash)))
}

export async function saveSeen(trx: Trx, hashes: readonly string[], now: string): Promise<void> {
  await trx
    .insertInto('activity_names')
    .values(hashes.map(name_hash => ({ name_hash, seen_at: now })))
    .onConflict(conflict =>
      conflict.column('name_hash').doUpdateSet({ seen_at: sql<string>`excluded.seen_at` }),
    )
    .execute()
}

export function deleteOldNames(trx: Trx, before: string) {
  return trx.deleteFrom('activity_names').where('seen_at', '<', before).execute()
}

/** Notes whose names these hashes are, so that they can be erased with the person. */
export function noteWhose(trx: Trx, names: readonly ActivityName[], userId: number) {
  return trx
    .updateTable('activity_names')
    .set({ user_id: userId })
    .where(isOneOfTexts(trx, 'name_hash', names.map(hashOfName)))
    .execute()
}

export function deleteNamesOf(trx: Trx, userId: number) {
  return trx.deleteFrom('activity_names').where('user_id', '=', userId).execute()
}

// Claims

const claimColumns = ['id', 'user_id', 'kind', 'name', 'claimed_at', 'code_sent_at'] as const

export function findClaimsOf(db: Db, userId: number): Promise<ClaimRow[]> {
  return db
    .selectFrom('activity_claims')
    .select(claimColumns)
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
}

export function findClaim(db: Db, id: number): Promise<ClaimRow | undefined> {
  return db.selectFrom('activity_claims').select(claimColumns).where('id', '=', id).executeTakeFirst()
}

/** Finds which of these names another user claims, by `keyOf`. */
export async function findClaimedByOthers(db: Db, userId: number, names: readonly ActivityName[]) {
  const rows = await db
    .selectFrom('activity_claims')
    .select(['kind', 'name'])
    .where('user_id', '!=', userId)
    .where(isOneOfTexts(db, 'name', [...new Set(names.map(({ name }) => name))]))
    .execute()
  return new Set(rows.map(keyOf))
}

export function insertClaims(
  trx: Trx,
  userId: number,
  names: readonly ActivityName[],
  claimed_at: string,
): Promise<ClaimRow[]> {
  return trx
    .insertInto('activity_claims')
    .values(names.map(({ kind, name }) => ({ user_id: userId, kind, name, claimed_at })))
    .returning(claimColumns)
    .execute()
}

export async function deleteClaims(trx: Trx, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await trx.deleteFrom('activity_claims').where('id', 'in', ids).execute()
}

export async function deleteClaimsOf(trx: Trx, userId: number): Promise<void> {
  await trx.deleteFrom('activity_claims').where('user_id', '=', userId).execute()
  await trx.deleteFrom('activity_code_mails').where('user_id', '=', userId).execute()
}

export function setCodeSent(trx: Trx, id: number, code_sent_at: string) {
  return trx.updateTable('activity_claims').set({ code_sent_at }).where('id', '=', id).execute()
}

/** Counts a mail of the day, and returns false and counts nothing if there were `most` already. */
export async function countCodeMail(
  trx: Trx,
  row: { user_id: number; day: string },
  most: number,
): Promise<boolean> {
  const isNewDay = sql`activity_code_mails.day < excluded.day`
  const mails = sql<number>`case when ${isNewDay} then 1 else activity_code_mails.mails + 1 end`
  const counted = await trx
    .insertInto('activity_code_mails')
    .values({ ...row, mails: 1 })
    .onConflict(conflict =>
      conflict
        .column('user_id')
        .doUpdateSet({
          mails,
          day: sql<string>`case when ${isNewDay} then excluded.day else activity_code_mails.day end`,
        })
        .where(mails, '<=', most),
    )
    .returning('mails')
    .execute()
  return counted.length > 0
}

/** Whose claims a reviewer may decide about. */
export type Deciding = { people: VisiblePeople; roles: readonly Role[]; exceptId: number | undefined }

export async function findWaitingPage(
  db: Db,
  { people, roles, exceptId }: Deciding,
  { limit, offset }: { limit: number; offset: number },
) {
  const claims = db
    .selectFrom('activity_claims')
    .innerJoin('users', 'users.id', 'activity_claims.user_id')
    .where('users.role', 'in', roles)
    .$if(exceptId !== undefined, query => query.where('users.id', '!=', exceptId as number))
  const visible = onlyVisible(db, claims, people, 'users.id')
  const [{ total }, rows] = await Promise.all([
    visible.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    visible
      .select([
        'activity_claims.id',
        'activity_claims.kind',
        'activity_claims.name',
        'activity_claims.claimed_at',
        'activity_claims.user_id',
        'users.name as user_name',
      ])
      .orderBy('activity_claims.id')
      .limit(limit)
      .offset(offset)
      .execute(),
  ])
  return { total: Number(total), rows }
}
