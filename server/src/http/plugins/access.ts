import type { FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { TokenScope } from '#shared/contract/access-tokens.ts'
import type { User } from '#shared/contract/users.ts'
import { can, type Permission } from '#shared/permissions.ts'
import type { Context } from '../../context.ts'
import type { ActedBy } from '../../events/event.ts'
import { originOf } from '../origin-of.ts'
import { refuse } from '../refusals.ts'
import type {} from './client-address.ts'

/**
 * The user who makes a request, with their current role, and the stored id of their sign-in or their access token. Both
 * are null if a command, such as the demo, acts for them. A signed-in user is never just invited. `via` and `address` say how
 * and from which IP address they act.
 */
export type SignedIn = Omit<User, 'invited'> &
  Pick<ActedBy, 'via' | 'address'> & {
    signInId: string | null
    accessToken: { id: number; scope: TokenScope } | null
    /** True if the settings require a second step and the user has none. */
    mustSetUpSecondStep?: true
  }

/** Finds the user of a token. Passed in, because http must not import features. */
export type Authentication = {
  byToken(token: string, address: string): Promise<SignedIn | undefined>
  /** Reads the user again; undefined if their sign-in has ended. */
  again(actor: SignedIn): Promise<SignedIn | undefined>
}

/** Who may call a route: every client, every signed-in user, or the roles in the permission table. */
export type Access = 'public' | 'signedIn' | Permission

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
    /** Access tokens may not make this call, because it is about passwords, tokens, sign-ins or the like. */
    needsSignIn?: true
    /** What access tokens may not do with this call, as the API description says it: "change the email". The service refuses it. */
    needsSignInTo?: string
    /** Tokens that only read may make this call too, although it isn't a GET: it checks the scope for what it does. */
    readTokens?: true
    /** Users who must first set up a second step may make this call, because it is about that or about signing out. */
    beforeSecondStep?: true
    /** Called for a request without a token, which is then not refused unless this throws. */
    withoutToken?: (request: FastifyRequest) => Promise<void>
    /** Refuses requests that a browser sends for another site, before their token is read. */
    refusesOtherOrigins?: true
    /** A form in a new tab can't send the header, so its field `token` is accepted too. */
    tokenInForm?: true
  }
  interface FastifyRequest {
    actor: SignedIn | null
    /** When the actor was looked up, in milliseconds. */
    admittedAt: number
  }
}

const formType = 'application/x-www-form-urlencoded'

const isRead = ({ method }: FastifyRequest) => method === 'GET' || method === 'HEAD'

/** The app sends `x-auth-token`; programs usually send `Authorization: Bearer`. */
function tokenIn({ headers }: FastifyRequest) {
  return headers['x-auth-token'] || /^bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1]
}

/**
 * Whether a browser sends the request for a page of another origin than ours. If PUBLIC_URL is set, the header Host doesn't
 * count: another site could let its own name lead to this server.
 */
function isOfOtherOrigin(request: FastifyRequest, { publicUrl, corsOrigins }: Context['config']): boolean {
  const { origin } = request.headers
  return origin !== undefined && ![publicUrl ?? originOf(request), ...corsOrigins].includes(origin)
}

/** Most bodies arrive with their headers; if one takes longer than this, the user's rights are checked again. */
const promptMs = 1000

/** Refuses before the body is read, so that unauthenticated requests cost little and reveal nothing. */
export default fp(async function accessPlugin(
  app: FastifyInstance,
  { ctx, authentication }: { ctx: Context; authentication: Authentication },
) {
  app.decorateRequest('actor', null)
  app.decorateRequest('admittedAt', 0)

  app.addHook('onRoute', route => {
    if (route.config?.access === undefined) {
      throw new Error(
        `${route.method} ${route.url} does not say who may call it: give it config: { access: 'public' | 'signedIn' | a permission }`,
      )
    }
  })

  async function admit(request: FastifyRequest, token: unknown) {
    enter(
      request,
      typeof token === 'string' ? await authentication.byToken(token, request.clientAddress) : undefined,
    )
  }

  function enter(request: FastifyRequest, actor: SignedIn | undefined) {
    const { access, needsSignIn, readTokens, beforeSecondStep } = request.routeOptions.config
    if (!actor) throw refuse('token_invalid')
    if (actor.accessToken && needsSignIn) throw refuse('sign_in_needed')
    if (actor.accessToken?.scope === 'read' && !isRead(request) && !readTokens)
      throw refuse('token_read_only')
    if (actor.mustSetUpSecondStep && !beforeSecondStep) throw refuse('second_step_required')
    request.actor = actor
    request.admittedAt = ctx.clock.now().getTime()
    if (access !== undefined && access !== 'public' && access !== 'signedIn' && !can(actor, access)) {
      throw refuse('forbidden')
    }
  }

  app.addHook('onRequest', async request => {
    const { access, withoutToken, tokenInForm, refusesOtherOrigins } = request.routeOptions.config
    if (refusesOtherOrigins && isOfOtherOrigin(request, ctx.config)) throw refuse('origin_refused')
    if (access === undefined || access === 'public') return
    const token = tokenIn(request)
    if (token) return admit(request, token)
    if (tokenInForm && request.headers['content-type']?.startsWith(formType)) return
    if (withoutToken) return withoutToken(request)
    throw refuse('token_missing')
  })

  app.addHook('preValidation', (request, _reply, done) => {
    if (!request.routeOptions.config.tokenInForm || request.actor) return done()
    const token = (request.body as { token?: unknown } | null | undefined)?.token
    if (!token) return done(refuse('token_missing'))
    admit(request, token).then(() => done(), done)
  })

  // Rights are checked again after a slow body, because the user may have lost them meanwhile.
  app.addHook('preHandler', (request, _reply, done) => {
    if (!request.actor || ctx.clock.now().getTime() - request.admittedAt < promptMs) return done()
    admitAgain(request, request.actor).then(() => done(), done)
  })

  async function admitAgain(request: FastifyRequest, actor: SignedIn) {
    enter(request, await authentication.again(actor))
  }
})

/** The user of the request, on routes that need a sign-in. */
export function actorOf(request: FastifyRequest): SignedIn {
  if (!request.actor) throw refuse('token_missing')
  return request.actor
}
