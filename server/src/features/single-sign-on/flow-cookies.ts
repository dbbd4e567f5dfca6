import { timingSafeEqual } from 'node:crypto'
import type { FailureCode } from '#shared/failure-codes.ts'
import { limits } from '#shared/limits.ts'
import type { Context } from '../../context.ts'
import type { Refusal } from '../../http/refusals.ts'

// A single sign-on leaves the app and comes back, so what belongs to it is in cookies of the browser that began it. They
// are signed, hidden from scripts, and sent only to /api/auth/oidc. SameSite=Strict would lose them on the way back.

/** What began at `GET /auth/oidc` and has to come back unchanged. */
export type Flow = {
  state: string
  nonce: string
  redirectUri: string
  /** The page to end at. */
  to?: string
  /** Links the identity with this user, who was signed in with this sign-in, instead of signing in. */
  link?: { userId: number; signInId: string }
}

/** The code for the token. */
export type Admission = { code: string }

/** How it ended: with an admission, or why there is none. */
export type Result = Admission | { failure: { code: FailureCode; sentence: string } }

const names = { flow: 'sso_flow', result: 'sso_result' } as const
type Name = keyof typeof names
type ContentOf<N extends Name> = N extends 'flow' ? Flow : Result

const lifeSeconds = { flow: limits.signOnMinutes * 60, result: limits.signOnResultMinutes * 60 }
const path = '/api/auth/oidc'

const sign = ({ tokens }: Context, name: Name, content: string) => tokens.derive(`${names[name]} ${content}`)

export function writeCookie<N extends Name>(
  ctx: Context,
  name: N,
  value: ContentOf<N>,
  isHttps: boolean,
): string {
  const expires = ctx.clock.now().getTime() + lifeSeconds[name] * 1000
  const content = Buffer.from(JSON.stringify({ expires, value })).toString('base64url')
  return cookie(names[name], `${content}.${sign(ctx, name, content)}`, lifeSeconds[name], isHttps)
}

export const removeCookie = (name: Name, isHttps: boolean) => cookie(names[name], '', 0, isHttps)

/** Undefined if there is none, it has expired, or this server didn't sign it. */
export function readCookie<N extends Name>(
  ctx: Context,
  name: N,
  cookies: string | undefined,
): ContentOf<N> | undefined {
  const pattern = new RegExp(`(?:^|;\\s*)${names[name]}=([\\w-]+)\\.([\\w-]+)(?:;|$)`)
  const [, content = '', signature = ''] = pattern.exec(cookies ?? '') ?? []
  const expected = sign(ctx, name, content)
  if (signature.length !== expected.length) return undefined
  if (!timingSafeEqual(Buffer.from(signature), Buffer.from(expected))) return undefined
  const { expires, value } = JSON.parse(Buffer.from(content, 'base64url').toString('utf8'))
  return expires > ctx.clock.now().getTime() ? value : undefined
}

const cookie = (name: string, value: string, seconds: number, isHttps: boolean) =>
  `${name}=${value}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Lax${isHttps ? '; Secure' : ''}`

/** Tells the page that it has to fetch the result. It has no secret, so that scripts can read it. */
export function noticeCookie(notice: string, isHttps: boolean): string {
  return `sso=${notice}; Path=/; Max-Age=60; SameSite=Lax${isHttps ? '; Secure' : ''}`
}

export const failureOf = ({ code, message }: Refusal): Result => ({ failure: { code, sentence: message } })

/** A path of this app with its query and hash. Undefined for anything that could lead elsewhere. */
export function ownPath(to: string | undefined): string | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop these, and what is left may be another URL
  if (!to?.startsWith('/') || /[\u0000-\u0020\u007f\\]/.test(to)) return undefined
  const base = 'http://own.invalid'
  if (!URL.canParse(to, base)) return undefined
  const { origin, pathname, search, hash } = new URL(to, base)
  // `/.//evil` is written as `//evil` once it is parsed.
  if (origin !== base || pathname.startsWith('//')) return undefined
  const leadsNowhere = pathname === '/login' || pathname === '/api' || pathname.startsWith('/api/')
  const path = pathname + search + hash
  // It is part of a cookie, and browsers drop cookies of more than 4 kB. Encoding can have made it longer.
  return leadsNowhere || path.length > limits.urlMax ? undefined : path
}
