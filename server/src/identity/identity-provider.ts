import { createHash } from 'node:crypto'
import type { ClientAuth, Configuration, CustomFetch } from 'openid-client'
import { type Clock, systemClock } from '#shared/dates.ts'
import { limits } from '#shared/limits.ts'
import type { OidcConfig } from '../config.ts'
import { createOutgoingClient, type Lookup, OutgoingError } from '../outgoing/outgoing-client.ts'

// The provider of single sign-on, as OpenID Connect describes it (docs/decisions/0022). openid-client is loaded with the
// first call, because most installations have no provider.

/** The provider can't be reached, or isn't what OIDC_ISSUER says. The message is for the log. */
export class ProviderUnavailable extends Error {}

/** The provider said no, or what it said isn't to be trusted. The message is for the log. */
export class SignOnRefused extends Error {
  /** The user stopped at the provider, instead of signing in. */
  readonly isCancelled: boolean
  constructor(message: string, { isCancelled = false } = {}) {
    super(message)
    this.isCancelled = isCancelled
  }
}

/** One sign-in: `verifier` is the secret of PKCE. */
export type Attempt = { redirectUri: string; state: string; nonce: string; verifier: string }

/** What the provider says of a person. */
export type Claims = {
  issuer: string
  subject: string
  /** Of the ID token, which is signed. */
  token: Record<string, unknown>
  /** Of the userinfo endpoint, for the same subject. */
  userInfo: Record<string, unknown>
}

export type IdentityProvider = ReturnType<typeof createIdentityProvider>

type Options = {
  clock: Clock
  /** The entries of OUTGOING_ALLOW. */
  allowed: readonly string[]
  lookup?: Lookup
  timeoutMs?: number
}

/** How long an answer of the provider counts before it is asked again, and how long a failure does. */
const freshMs = 1000
const awayMs = 5000
/** The provider is asked this often in a minute. Beyond it the last answer counts, so that strangers can't cause calls. */
const readsPerMinute = 5
/** A sign-in that comes back may use what was read this long ago. */
const usableMs = 3_600_000

export function createIdentityProvider(
  oidc: OidcConfig,
  { clock, allowed, lookup, timeoutMs = limits.signOnTimeoutMs }: Options,
) {
  const { hostname, protocol } = new URL(oidc.issuer)
  // The operator chose the issuer, which is often in the own network. Its other endpoints may be elsewhere, and are
  // called only if they are public or OUTGOING_ALLOW has them.
  const outgoing = createOutgoingClient({
    allowed: [...allowed, hostname.replace(/^\[|\]$/g, '')],
    timeoutMs,
    ...(lookup && { lookup }),
  })
  const nowMs = () => clock.now().getTime()
  let known: { configuration: Configuration; readAt: number } | undefined
  /** When it was asked, as far back as the limit looks, and why the last attempt failed. */
  let reads: readonly number[] = []
  let failure: ProviderUnavailable | undefined
  let reading: Promise<Configuration> | undefined

  const call: CustomFetch = async (url, { method, headers, body, signal }) => {
    const text = body === null || body === undefined ? undefined : String(body)
    const answer = await outgoing.fetch({ url, method, headers, body: text }, signal)
    const hasNoBody = answer.status === 204 || answer.status === 304
    return new Response(hasNoBody ? null : new Uint8Array(answer.body), {
      status: answer.status,
      headers: answer.headers,
    })
  }

  async function read(): Promise<Configuration> {
    reads = [...reads, nowMs()].slice(-readsPerMinute)
    const client = await import('openid-client')
    try {
      const configuration = await client.discovery(
        new URL(oidc.issuer),
        oidc.clientId,
        {
          client_secret: oidc.clientSecret,
          // The library reads the clock of the machine; this makes it ours.
          [client.clockSkew]: Math.round((nowMs() - systemClock.now().getTime()) / 1000),
          [client.clockTolerance]: limits.signOnClockToleranceSeconds,
        },
        sendSecret(oidc),
        {
          [client.customFetch]: call,
          timeout: timeoutMs / 1000,
          execute: [
            // Without this the library trusts the connection and doesn't verify the signature.
            client.enableNonRepudiationChecks,
            ...(protocol === 'http:' ? [client.allowInsecureRequests] : []),
          ],
        },
      )
      known = { configuration, readAt: nowMs() }
      failure = undefined
      return configuration
    } catch (error) {
      failure = new ProviderUnavailable(explain(error))
      throw failure
    }
  }

  /** An instant in the future, as after the clock was set back, is not within the time. */
  function isWithin(instant: number | undefined, ms: number): boolean {
    const age = nowMs() - (instant ?? Number.NEGATIVE_INFINITY)
    return age >= 0 && age < ms
  }

  /** Calls at the same time share one request. */
  async function discover(): Promise<Configuration> {
    const isLimited = reads.length === readsPerMinute && isWithin(reads[0], 60_000)
    if (isLimited || isWithin(reads.at(-1), failure ? awayMs : freshMs)) {
      if (failure) throw failure
      if (known) return known.configuration
    }
    reading ??= read().finally(() => {
      reading = undefined
    })
    return reading
  }

  return {
    issuer: oidc.issuer,
    name: oidc.name,

    /** Whether the provider can be reached; throws ProviderUnavailable if not. */
    check: async (): Promise<void> => void (await discover()),

    /** The page of the provider that signs the user in. */
    async begin({ redirectUri, state, nonce, verifier }: Attempt): Promise<URL> {
      // A provider that is away is a sentence on the login page, not an error page of the browser.
      const configuration = await discover()
      const client = await import('openid-client')
      return client.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: oidc.scopes,
        state,
        nonce,
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
      })
    },

    /** Exchanges the code that came back for what the provider says of the person, and verifies all of it. */
    async finish(query: string, { redirectUri, state, nonce, verifier }: Attempt): Promise<Claims> {
      const isUsable = isWithin(known?.readAt, usableMs)
      const configuration = known && isUsable ? known.configuration : await discover()
      const client = await import('openid-client')
      try {
        const url = new URL(redirectUri)
        url.search = query
        const tokens = await client.authorizationCodeGrant(configuration, url, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        })
        const token = tokens.claims()
        if (!token) throw new SignOnRefused('there is no ID token')
        const hasUserInfo = configuration.serverMetadata().userinfo_endpoint !== undefined
        const userInfo = hasUserInfo
          ? await client.fetchUserInfo(configuration, tokens.access_token, token.sub)
          : {}
        return { issuer: token.iss, subject: token.sub, token: { ...token }, userInfo: { ...userInfo } }
      } catch (error) {
        if (error instanceof SignOnRefused) throw error
        const isCancelled =
          error instanceof client.AuthorizationResponseError && error.error === 'access_denied'
        throw new SignOnRefused(explain(error), { isCancelled })
      }
    },
  }
}

/**
 * Sends the secret in the header, as OpenID Connect names first, unless the provider takes it only in the body. The library
 * would also encode hyphens in the header, and some providers don't decode it.
 */
const sendSecret =
  ({ clientId, clientSecret }: OidcConfig): ClientAuth =>
  ({ token_endpoint_auth_methods_supported: methods }, _client, body, headers) => {
    if (!methods || methods.includes('client_secret_basic')) {
      const pair = [clientId, clientSecret].map(encodeURIComponent).join(':')
      headers.set('authorization', `Basic ${Buffer.from(pair).toString('base64')}`)
      return
    }
    body.set('client_id', clientId)
    body.set('client_secret', clientSecret)
  }

/** The reasons behind an error, without what was sent or received: that has tokens and data of people. */
function explain(error: unknown): string {
  const reasons: string[] = []
  for (let each: unknown = error; each instanceof Error; each = each.cause) {
    const {
      code,
      error: kind,
      error_description: detail,
    } = each as Error & { code?: unknown; error?: unknown; error_description?: unknown }
    const more = [code, kind, detail].filter(part => typeof part === 'string').join(', ')
    reasons.push(`${each.message}${more && ` (${more})`}`)
    if (each instanceof OutgoingError) break
  }
  return reasons.join(': ').slice(0, 500) || 'unknown reason'
}
