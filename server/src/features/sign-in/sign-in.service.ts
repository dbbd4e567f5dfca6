import type { LoginInput, RegisterInput, SetupInput } from '#shared/contract/sign-in.ts'
import type { ListedUser } from '#shared/contract/users.ts'
import type { Context } from '../../context.ts'
import { lockRow } from '../../db/engine.ts'
import { groupCommit } from '../../db/group-commit.ts'
import { emit } from '../../events/event.ts'
import { authorize } from '../../http/authorize.ts'
import type { SignedIn } from '../../http/plugins/access.ts'
import { refuse } from '../../http/refusals.ts'
import { findLiveUserByEmail } from '../../identity/accounts.queries.ts'
import {
  createFirstAdmin,
  hasPasswordHash,
  insertAccount,
  presentNewUser,
  presentUser,
} from '../../identity/accounts.ts'
import { actAs, hashPasswordFor } from '../../identity/acting-user.ts'
import type { Device } from '../../identity/known-devices.ts'
import { mayUsePassword, passwordRefused } from '../../identity/password-policy.ts'
import { emitRefusedSignIn } from '../../identity/refused-sign-in.ts'
import type { OpenedChallenge } from '../../identity/second-step.ts'
import {
  byClient,
  type Client,
  createGuess,
  type NewSignIn,
  signInClient,
  signInOrChallenge,
} from '../../identity/sign-in-client.ts'
import type { Guess } from '../../identity/sign-in-limit.ts'
import { tryPassword } from '../../identity/sign-in-limit.ts'
import { withScope } from '../../identity/visible-people.ts'
import { chooseTimeZone } from '../settings/settings.service.ts'
import { assertOwnTeams, chooseTeams, joinTeams } from '../teams/join-teams.service.ts'
import { deleteSetupCodes } from './setup.service.ts'

export async function login(
  ctx: Context,
  input: LoginInput,
  client: Client,
): Promise<NewSignIn | OpenedChallenge> {
  const { email } = input
  const [account, guess] = await Promise.all([
    findLiveUserByEmail(ctx.db, email),
    createGuess(ctx, email, client),
  ])
  const opened = await tryPassword(
    ctx,
    { passwordHash: account?.password_hash, password: input.password, guess },
    async undoGuess => {
      // Where passwords are switched off, a right one is answered and counted like a wrong one, so that no answer says more.
      if (!account || !(await mayUsePassword(ctx, account.role))) return undefined
      const next = await signInUnlessChanged(ctx, account, guess, client)
      // A right password alone clears no count of failures: that takes the second step.
      if (next && 'challenge' in next) await undoGuess()
      return next
    },
  )
  if (!account || !opened) {
    await emitRefusedSignIn(ctx, client.address, account?.id ?? null)
    throw (await mayUsePassword(ctx)) ? refuse('credentials_invalid') : passwordRefused(ctx)
  }
  if ('challenge' in opened) return opened
  return { signedIn: { token: opened.token, user: presentUser(account) }, device: opened.device }
}

/** Returns undefined if the password was reset or the account deleted while the hash was computed. */
function signInUnlessChanged(
  ctx: Context,
  account: { id: number; password_hash: string | null },
  guess: Guess,
  client: Client,
): Promise<{ token: string; device: Device } | OpenedChallenge | undefined> {
  return groupCommit(ctx.db, async trx => {
    await lockRow(trx, 'users', account.id)
    if (!(await hasPasswordHash(trx, account.id, account.password_hash))) return undefined
    return signInOrChallenge(ctx, trx, account.id, guess, client)
  })
}

/** Creates an account for another user. The reviewer stays signed in as themselves. */
export async function register(ctx: Context, actor: SignedIn, input: RegisterInput): Promise<ListedUser> {
  authorize(await withScope(ctx.db, actor), 'user.register', input)
  await assertOwnTeams(ctx.db, actor, input.team_ids)
  const passwordHash = await hashPasswordFor(ctx, actor, 'user.register', input.password)
  return actAs(ctx, actor, 'user.register', async (trx, acting) => {
    authorize(await withScope(trx, acting), 'user.register', input)
    const teams = await chooseTeams(trx, acting, input.team_ids)
    const user = await insertAccount(ctx, trx, acting, input, passwordHash)
    const presented = presentNewUser(user, await joinTeams(trx, user.id, teams))
    await emit(ctx, trx, acting, { kind: 'user.created', userIds: [user.id] })
    return presented
  })
}

/** Creates the first account, without a signed-in user. Of concurrent requests, one succeeds. */
export async function setUp(ctx: Context, input: SetupInput, client: Client): Promise<NewSignIn> {
  const opened = await createFirstAdmin(ctx, byClient(null, client), input, async (trx, user) => {
    await deleteSetupCodes(trx)
    if (input.time_zone !== undefined) await chooseTimeZone(trx, input.time_zone)
    const { token, device } = await signInClient(ctx, trx, user.id, client)
    return { signedIn: { token, user: presentUser(user) }, device }
  })
  if (!opened) throw refuse('registration_closed')
  return opened
}
