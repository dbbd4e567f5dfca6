import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { signedInReply } from '#shared/contract/sign-in.ts'
import { signOnQuery, signOnSessionInput, signOnStatusReply } from '#shared/contract/single-sign-on.ts'
import { limits } from '#shared/limits.ts'
import { linkedPaths } from '#shared/paths.ts'
import { isLoopback } from '../../config.ts'
import type { Context } from '../../context.ts'
import { originOf } from '../../http/origin-of.ts'
import { Refusal, refuse } from '../../http/refusals.ts'
import { type Claims, type IdentityProvider, SignOnRefused } from '../../identity/identity-provider.ts'
import { mayUsePassword } from '../../identity/password-policy.ts'
import { clientOf, replyToSignIn } from '../../identity/sign-in-client.ts'
import { readPerson } from './claims.ts'
import { refusalOf } from './failures.ts'
import {
  type Flow,
  failureOf,
  noticeCookie,
  ownPath,
  type Result,
  readCookie,
  removeCookie,
  writeCookie,
} from './flow-cookies.ts'
import { finishLinking } from './identities.service.ts'
import {
  admitPerson,
  assertBelowLimit,
  configOf,
  countRefused,
  openSession,
} from './single-sign-on.service.ts'

const isHttps = ({ protocol }: FastifyRequest) => protocol === 'https'

export const singleSignOnRoutes: FastifyPluginAsyncZod<{ ctx: Context }> = async (app, { ctx }) => {
  app.get(
    '/auth/oidc',
    {
      config: { access: 'public', redirects: 302 },
      schema: {
        operationId: 'startSingleSignOn',
        summary: 'Sign in with the provider of single sign-on',
        description:
          'For browsers: leads to a page of the provider, which leads back to `to`, a path of the app. Every failure leads to the login page.',
        querystring: signOnQuery,
      },
    },
    async (request, reply) => {
      try {
        const to = ownPath(request.query.to)
        const { url, cookie } = await beginSignOn(ctx, request, to === undefined ? {} : { to })
        return reply.header('set-cookie', cookie).redirect(url, 302)
      } catch (error) {
        return leadToLogin(ctx, request, reply, refusalOf(ctx, request.log, error))
      }
    },
  )

  app.get(
    '/auth/oidc/callback',
    {
      config: { access: 'public', redirects: 302, hasForeignQuery: true },
      schema: {
        operationId: 'finishSingleSignOn',
        summary: 'Come back from the provider of single sign-on',
        description: 'The redirect URI to register at the provider. Only the provider leads here.',
      },
    },
    async (request, reply) => {
      const flow = readCookie(ctx, 'flow', request.headers.cookie)
      // Removed however it ends, so that the same answer of the provider can't be used again.
      reply.header('set-cookie', removeCookie('flow', isHttps(request)))
      try {
        if (!flow) throw refuse('sso_expired')
        // Asked first, so that repeated answers that are refused make no calls to the provider.
        await assertBelowLimit(ctx, request.clientAddress)
        const person = readPerson(await askProvider(ctx, request, flow), configOf(ctx))
        if (flow.link) {
          await finishLinking(ctx, flow.link, person, request.clientAddress)
          reply.header('set-cookie', noticeCookie('linked', isHttps(request)))
          return reply.redirect(linkedPaths.signOn(), 302)
        }
        const result = await admitPerson(ctx, person)
        return leadTo(ctx, request, reply, { result, page: flow.to ?? linkedPaths.login() })
      } catch (error) {
        const refusal = await refuseAnswer(ctx, request, error)
        if (!flow?.link) return leadToLogin(ctx, request, reply, refusal)
        reply.header('set-cookie', noticeCookie(refusal.code, isHttps(request)))
        return reply.redirect(linkedPaths.signOn(), 302)
      }
    },
  )

  app.post(
    '/auth/oidc/session',
    {
      bodyLimit: limits.signInBodyBytes,
      config: {
        access: 'public',
        codes: [
          'sso_expired',
          'sso_password_needed',
          'credentials_invalid',
          'second_step_needed',
          'too_many_attempts',
          'sso_not_set_up',
          'sso_unavailable',
          'sso_cancelled',
          'sso_failed',
          'sso_no_account',
          'sso_email_unverified',
          'sso_email_taken',
          'sso_email_missing',
          'sso_domain_refused',
          'identity_taken',
          'password_sign_in_off',
          'user_exists',
        ],
      },
      schema: {
        operationId: 'openSingleSignOnSession',
        summary: 'Fetch the token after a single sign-on',
        description:
          "Once, by the page that the provider led back to: a cookie that scripts can't read says who it is. If the provider hasn't verified the email, or the account is linked with another person there, the first answer asks for the password of the account, and a call with it links the two. Nothing is linked, and no role changes, before the second step of an account that has one.",
        body: signOnSessionInput,
        response: { 200: signedInReply },
      },
    },
    async (request, reply) => {
      const result = readCookie(ctx, 'result', request.headers.cookie)
      if (!result) throw refuse('sso_expired')
      const remove = () => reply.header('set-cookie', removeCookie('result', isHttps(request)))
      if ('failure' in result) {
        remove()
        throw new Refusal(result.failure.code, result.failure.sentence)
      }
      const opened = await openSession(ctx, result, request.body.password, clientOf(request))
      remove()
      return replyToSignIn(ctx, request, reply, opened)
    },
  )

  app.get(
    '/auth/oidc/status',
    {
      config: { access: 'public' },
      schema: {
        operationId: 'getSingleSignOnStatus',
        summary: 'Check if the provider of single sign-on can be reached',
        response: { 200: signOnStatusReply },
      },
    },
    async request => ({
      available: await isAvailable(ctx, request),
      passwords: await mayUsePassword(ctx),
    }),
  )
}

/** The page of the provider, and the cookie to set on the way there. */
export async function beginSignOn(
  ctx: Context,
  request: FastifyRequest,
  about: Pick<Flow, 'to' | 'link'>,
): Promise<{ url: string; cookie: string }> {
  const [state, nonce] = [randomBytes(24), randomBytes(24)].map(bytes => bytes.toString('base64url'))
  const flow: Flow = {
    state: state ?? '',
    nonce: nonce ?? '',
    redirectUri: redirectUriOf(ctx, request),
    ...about,
  }
  const url = await providerOf(ctx).begin({ ...flow, verifier: verifierOf(ctx, flow) })
  return { url: url.href, cookie: writeCookie(ctx, 'flow', flow, isHttps(request)) }
}

function askProvider(ctx: Context, request: FastifyRequest, flow: Flow): Promise<Claims> {
  const [, query = ''] = request.url.split('?')
  return providerOf(ctx).finish(query, { ...flow, verifier: verifierOf(ctx, flow) })
}

/** The secret of PKCE is derived with the server's key, so that not even the browser knows it. */
const verifierOf = ({ tokens }: Context, { state }: Flow) => tokens.derive(`sso_verifier ${state}`)

function providerOf({ identityProvider }: Context): IdentityProvider {
  if (!identityProvider) throw refuse('sso_not_set_up')
  return identityProvider
}

/** Without PUBLIC_URL only this machine is served: from elsewhere, the Host header could be anything. */
function redirectUriOf({ config }: Context, request: FastifyRequest): string {
  if (!config.publicUrl && !isLoopback(request.hostname))
    throw new SignOnRefused('PUBLIC_URL is not set, and the app was not opened on this machine')
  return new URL('/api/auth/oidc/callback', config.publicUrl ?? originOf(request)).href
}

async function isAvailable(ctx: Context, request: FastifyRequest): Promise<boolean> {
  try {
    await ctx.identityProvider?.check()
    return ctx.identityProvider !== undefined
  } catch (error) {
    refusalOf(ctx, request.log, error)
    return false
  }
}

/** What the provider led back with is counted, unless the user has cancelled or the provider is away. */
async function refuseAnswer(ctx: Context, request: FastifyRequest, error: unknown): Promise<Refusal> {
  const refusal = refusalOf(ctx, request.log, error)
  if (['sso_cancelled', 'sso_unavailable', 'sso_not_set_up'].includes(refusal.code)) return refusal
  try {
    await countRefused(ctx, request.clientAddress)
    return refusal
  } catch (limited) {
    return refusalOf(ctx, request.log, limited)
  }
}

function leadToLogin(ctx: Context, request: FastifyRequest, reply: FastifyReply, refusal: Refusal) {
  return leadTo(ctx, request, reply, { result: failureOf(refusal), page: linkedPaths.login() })
}

function leadTo(
  ctx: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  { result, page }: { result: Result; page: string },
) {
  const https = isHttps(request)
  return reply
    .header('set-cookie', writeCookie(ctx, 'result', result, https))
    .header('set-cookie', noticeCookie('returned', https))
    .redirect(page, 302)
}
