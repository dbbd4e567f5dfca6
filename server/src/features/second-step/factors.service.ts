import type { FastifyRequest } from 'fastify'
import type {
  ConfirmTotpInput,
  NewPasskey,
  NewTotp,
  Passkey,
  PasskeyInput,
  PasskeyOptions,
  Passkeys,
  SecondStep,
} from '#shared/contract/second-step.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import type { Context } from '../../context.ts'
import { lockRow } from '../../db/engine.ts'
import { isUniqueViolation } from '../../db/errors.ts'
import { groupCommit } from '../../db/group-commit.ts'
import type { Trx } from '../../db/schema.ts'
import { emit } from '../../events/event.ts'
import type { SignedIn } from '../../http/plugins/access.ts'
import { refuse, refuseInput } from '../../http/refusals.ts'
import { getPasswordHash, hasPasswordHash, presentSignedIn } from '../../identity/accounts.ts'
import { assertStillAllowed } from '../../identity/acting-user.ts'
import { confirmPerson } from '../../identity/confirm-person.ts'
import {
  challengeIn,
  consumeChallenge,
  creationOptions,
  findKeysOf,
  findSite,
  isSignedChallenge,
  requireSite,
  signChallenge,
  userHandleOf,
  verifyNewKey,
} from '../../identity/passkeys.ts'
import { countRecoveryCodes, replaceRecoveryCodes } from '../../identity/recovery-codes.ts'
import { findApp, hasSecondStep, isRequiredOf, updateSecondStep } from '../../identity/second-step.ts'
import { deleteOtherSignIns } from '../../identity/sign-ins.queries.ts'
import { presentMe } from '../../identity/teams-of-users.ts'
import { findStep, generateSecret, secretUri } from '../../identity/totp.ts'
import { assertWayInLeft } from '../../identity/ways-in.ts'

export async function readSecondStep(
  ctx: Context,
  actor: SignedIn,
  request: FastifyRequest,
): Promise<SecondStep> {
  const [app, keys, recovery_codes, required, passwordHash, user] = await Promise.all([
    findApp(ctx.db, actor.id),
    findKeysOf(ctx.db, actor.id),
    countRecoveryCodes(ctx.db, actor.id),
    isRequiredOf(ctx.db, actor),
    getPasswordHash(ctx.db, actor.id),
    presentMe(ctx.db, presentSignedIn(actor), actor.mustSetUpSecondStep === true),
  ])
  return {
    totp: app?.secret ? { created_at: app.created_at, last_used_at: app.last_used_at } : null,
    passkeys: keys.length,
    recovery_codes,
    required,
    passkeys_unavailable: findSite(ctx.config, request) ? null : messages.secondStep.passkeysNeedUrl,
    has_password: passwordHash !== null,
    user,
  }
}

/** Starts with a new key, which replaces the current one after its first right code. */
export async function startApp(
  ctx: Context,
  actor: SignedIn,
  password: string | undefined,
  address: string,
): Promise<NewTotp> {
  const secret = generateSecret()
  await changeFactors(ctx, actor, { password, address }, async trx => {
    const row = { new_secret: ctx.factorKey.encrypt(secret, actor.id) }
    await trx
      .insertInto('authenticator_apps')
      .values({ user_id: actor.id, ...row, created_at: ctx.clock.now().toISOString() })
      .onConflict(conflict => conflict.column('user_id').doUpdateSet(row))
      .execute()
  })
  return { secret, uri: secretUri(secret, actor.email) }
}

export function confirmApp(
  ctx: Context,
  actor: SignedIn,
  { code, password }: ConfirmTotpInput,
  address: string,
): Promise<string[]> {
  return changeFactors(ctx, actor, { password, address }, async trx => {
    const app = await findApp(trx, actor.id)
    if (!app?.new_secret) throw refuse('authenticator_app_not_started')
    const secret = ctx.factorKey.decrypt(app.new_secret, actor.id)
    if (secret === undefined) throw refuse('authenticator_app_not_started')
    const now = ctx.clock.now()
    const last_step = findStep(secret, code, { now, lastStep: null })
    if (last_step === undefined) throw refuseInput({ code: messages.secondStep.codeWrong })
    await trx
      .updateTable('authenticator_apps')
      .set({
        secret: app.new_secret,
        new_secret: null,
        last_step,
        created_at: now.toISOString(),
        last_used_at: null,
      })
      .where('user_id', '=', actor.id)
      .execute()
    await updateSecondStep(ctx, trx, actor.id)
    await endOtherSignIns(ctx, trx, actor)
    await emit(ctx, trx, actor, { kind: 'secondStep.added', userId: actor.id, factor: 'totp' })
    return makeRecoveryCodes(ctx, trx, actor)
  })
}

export function removeApp(
  ctx: Context,
  actor: SignedIn,
  password: string | undefined,
  address: string,
): Promise<void> {
  return changeFactors(ctx, actor, { password, address }, async trx => {
    const app = await findApp(trx, actor.id)
    if (!app?.secret) throw refuse('authenticator_app_not_found')
    await trx.deleteFrom('authenticator_apps').where('user_id', '=', actor.id).execute()
    await afterRemoval(ctx, trx, actor, 'totp')
  })
}

export async function listPasskeys(ctx: Context, { id }: SignedIn): Promise<Passkeys> {
  const data: Passkey[] = await ctx.db
    .selectFrom('passkeys')
    .select(shownColumns)
    .where('user_id', '=', id)
    .orderBy('id')
    .execute()
  return {
    data,
    pagination: { total: data.length, pages: 1, page: 1, limit: limits.passkeysMax },
  }
}

const shownColumns = ['id', 'name', 'created_at', 'last_used_at'] as const

/** A challenge for a new passkey works only for the user who asked for it. */
const setUpBy = ({ id }: SignedIn) => `set up by ${id}`

export async function startPasskey(
  ctx: Context,
  actor: SignedIn,
  request: FastifyRequest,
  password: string | undefined,
): Promise<PasskeyOptions> {
  const confirmation = { password, address: request.clientAddress }
  const [site, keys] = await changeFactors(ctx, actor, confirmation, async trx => {
    const found = await findKeysOf(trx, actor.id)
    if (found.length >= limits.passkeysMax) throw refuse('too_many_passkeys')
    return [requireSite(ctx, request), found] as const
  })
  const challenge = signChallenge(ctx, setUpBy(actor))
  return creationOptions(site, actor, { challenge, keys, userHandle: userHandleOf(ctx, actor.id, keys) })
}

export async function addPasskey(
  ctx: Context,
  actor: SignedIn,
  request: FastifyRequest,
  { name, credential, password }: PasskeyInput,
): Promise<NewPasskey> {
  const site = findSite(ctx.config, request)
  const challenge = challengeIn(credential)
  const isOurs = isSignedChallenge(ctx, challenge, setUpBy(actor))
  const made = site && isOurs ? await verifyNewKey(site, challenge, credential) : undefined
  const wrong = () => refuseInput({ credential: messages.secondStep.passkeyRefused })
  try {
    return await changeFactors(ctx, actor, { password, address: request.clientAddress }, async trx => {
      if (!site) throw refuse('passkeys_unavailable')
      if (!made || !(await consumeChallenge(ctx, trx, challenge))) throw wrong()
      const keys = await findKeysOf(trx, actor.id)
      if (keys.length >= limits.passkeysMax) throw refuse('too_many_passkeys')
      const isFirst = !(await hasSecondStep(trx, actor.id))
      const passkey = await trx
        .insertInto('passkeys')
        .values({
          ...made,
          user_id: actor.id,
          name,
          user_handle: userHandleOf(ctx, actor.id, keys),
          created_at: ctx.clock.now().toISOString(),
        })
        .returning(shownColumns)
        .executeTakeFirstOrThrow()
      await updateSecondStep(ctx, trx, actor.id)
      await endOtherSignIns(ctx, trx, actor)
      await emit(ctx, trx, actor, { kind: 'secondStep.added', userId: actor.id, factor: 'passkey' })
      return isFirst ? { ...passkey, recovery_codes: await makeRecoveryCodes(ctx, trx, actor) } : passkey
    })
  } catch (error) {
    if (isUniqueViolation(error)) throw wrong()
    throw error
  }
}

export function removePasskey(
  ctx: Context,
  actor: SignedIn,
  { id, password, address }: { id: number; password: string | undefined; address: string },
): Promise<void> {
  return changeFactors(ctx, actor, { password, address }, async trx => {
    const removed = await trx
      .deleteFrom('passkeys')
      .where('id', '=', id)
      .where('user_id', '=', actor.id)
      .returning('id')
      .execute()
    if (removed.length === 0) throw refuse('passkey_not_found')
    await assertWayInLeft(ctx, trx, actor)
    await afterRemoval(ctx, trx, actor, 'passkey')
  })
}

export function newRecoveryCodes(
  ctx: Context,
  actor: SignedIn,
  password: string | undefined,
  address: string,
): Promise<string[]> {
  return changeFactors(ctx, actor, { password, address }, async trx => {
    if (!(await hasSecondStep(trx, actor.id))) throw refuse('no_second_step')
    return makeRecoveryCodes(ctx, trx, actor)
  })
}

async function makeRecoveryCodes(ctx: Context, trx: Trx, actor: SignedIn): Promise<string[]> {
  const codes = await replaceRecoveryCodes(trx, actor.id)
  await emit(ctx, trx, actor, { kind: 'secondStep.added', userId: actor.id, factor: 'recovery_codes' })
  return codes
}

async function afterRemoval(
  ctx: Context,
  trx: Trx,
  actor: SignedIn,
  factor: 'totp' | 'passkey',
): Promise<void> {
  await updateSecondStep(ctx, trx, actor.id)
  await endOtherSignIns(ctx, trx, actor)
  await emit(ctx, trx, actor, { kind: 'secondStep.removed', userId: actor.id, factor })
}

async function endOtherSignIns(ctx: Context, trx: Trx, actor: SignedIn): Promise<void> {
  const [userId, now] = [actor.id, ctx.clock.now().toISOString()]
  const count = await deleteOtherSignIns(trx, { userId, keptId: actor.signInId ?? '', now })
  if (count > 0) await emit(ctx, trx, actor, { kind: 'signIns.ended', userId, count })
}

type Confirmation = { password: string | undefined; address: string }

/** Confirms the user, and runs the change under the lock of the account. */
async function changeFactors<T>(
  ctx: Context,
  actor: SignedIn,
  { password, address }: Confirmation,
  work: (trx: Trx) => Promise<T>,
): Promise<T> {
  const passwordHash = await confirmPerson(ctx, actor, { password, field: 'password', address })
  return groupCommit(ctx.db, async trx => {
    await lockRow(trx, 'users', actor.id)
    await assertStillAllowed(trx, actor, 'signedIn')
    // Another device may have changed the password while this one was checked.
    if (passwordHash !== null && !(await hasPasswordHash(trx, actor.id, passwordHash)))
      throw refuseInput({ password: messages.account.currentPasswordWrong })
    return work(trx)
  })
}
