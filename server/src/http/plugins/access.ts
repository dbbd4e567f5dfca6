import type { FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { User } from '#shared/contract/users.ts'
import { can, type Permission } from '#shared/permissions.ts'
import type { Context } from '../../context.ts'
import { refuse } from '../refusals.ts'
import type {} from './client-address.ts'

/**
 * The user who makes a request, as they are now, and the stored id of the sign-in they use: null where a command, such as
 * the demo's, acts for them. Who has signed in is not only invited.
 */
export type SignedIn = Omit<User, 'invited'> & { signInId: string | null }

/** How a token becomes a user; passed in, because only the auth feature knows. */
export type Authentication = {
  byToken(token: string, address: string): Promise<SignedIn | undefined>
  /** The same user as they are now, if their sign-in still stands. */
  again(actor: SignedIn): Promise<SignedIn | undefined>
}

/** Who may call a route: every client, every signed-in user, or the roles that the permission table names. */
export type Access = 'public' | 'signedIn' | Permission

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
    /** Called instead of refusing when there is no token; it refuses by throwing. */
    withoutToken?: (request: FastifyRequest) => Promise<void>
    /** A form in a new tab cannot send the header: its field `token` counts as well. */
    tokenInForm?: true
  }
  interface FastifyRequest {
    actor: SignedIn | null
    /** When the actor was looked up, in milliseconds. */
    admittedAt: number
  }
}

const formType = 'application/x-www-form-urlencoded'

/** A body normally follows its headers at once; after a longer wait the user's rights are checked again. */
const promptMs = 1000

/** Refuses before the body is read, so that unauthenticated requests cost little and learn nothing. */
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
    const { access } = request.routeOptions.config
    if (!actor) throw refuse('token_invalid')
    request.actor = actor
    request.admittedAt = ctx.clock.now().getTime()
    if (access !== undefined && access !== 'public' && access !== 'signedIn' && !can(actor, access)) {
      throw refuse('forbidden')
    }
  }

  app.addHook('onRequest', async request => {
    const { access, withoutToken, tokenInForm } = request.routeOptions.config
    if (access === undefined || access === 'public') return
    const token = request.headers['x-auth-token']
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

  // Checked again after a slow body: the user may have lost the right meanwhile.
  app.addHook('preHandler', (request, _reply, done) => {
    if (!request.actor || ctx.clock.now().getTime() - request.admittedAt < promptMs) return done()
    admitAgain(request, request.actor).then(() => done(), done)
  })

  async function admitAgain(request: FastifyRequest, actor: SignedIn) {
    enter(request, await authentication.again(actor))
  }
})

/** The person behind the request, on routes that only signed-in people reach. */
export function actorOf(request: FastifyRequest): SignedIn {
  if (!request.actor) throw refuse('token_missing')
  return request.actor
}
