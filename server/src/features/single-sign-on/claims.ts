import { emailField } from '#shared/contract/fields.ts'
import { limits } from '#shared/limits.ts'
import type { Role } from '#shared/roles.ts'
import type { OidcConfig } from '../../config.ts'
import type { Claims } from '../../identity/identity-provider.ts'

/** What the provider says of a person, as far as this app uses it. */
export type Person = {
  issuer: string
  subject: string
  /** As accounts have it: in lower case. */
  email: string | undefined
  /** Whether the provider has verified the e-mail, or the operator trusts it to. */
  isVerified: boolean
  name: string
  /** Undefined: the provider said nothing of them. */
  groups: string[] | undefined
}

/** The ID token comes first, because it is signed. The userinfo endpoint has what the token leaves out. */
export function readPerson({ issuer, subject, token, userInfo }: Claims, oidc: OidcConfig): Person {
  const email = emailOf(token) ?? emailOf(userInfo)
  return {
    issuer,
    subject,
    email,
    isVerified: email !== undefined && (oidc.trustsEmail || isVerified(email, token, userInfo)),
    name: nameOf({ ...userInfo, ...token }, email),
    groups: groupsOf(token, oidc.rolesClaim) ?? groupsOf(userInfo, oidc.rolesClaim),
  }
}

function emailOf({ email }: Record<string, unknown>): string | undefined {
  const result = emailField.safeParse(email)
  return result.success ? result.data : undefined
}

/** The first that says anything of this e-mail decides. Some providers send the boolean as text. */
function isVerified(email: string, ...sources: Record<string, unknown>[]): boolean {
  const said = sources.find(source => emailOf(source) === email && source.email_verified !== undefined)
  return said?.email_verified === true || said?.email_verified === 'true'
}

function nameOf(claims: Record<string, unknown>, email = ''): string {
  const text = (value: unknown) => (typeof value === 'string' ? value.replaceAll('\u0000', '').trim() : '')
  const full = [claims.given_name, claims.family_name].map(text).filter(Boolean).join(' ')
  const [local = ''] = email.split('@')
  const names = [text(claims.name), full, text(claims.preferred_username), local]
  const found = names.find(name => name.length >= limits.nameMin) ?? email
  return found.slice(0, limits.nameMax).trim()
}

function groupsOf(claims: Record<string, unknown>, claim: string): string[] | undefined {
  const value = claims[claim] ?? valueAt(claims, claim.split('.'))
  if (typeof value === 'string') return [value]
  if (!Array.isArray(value)) return undefined
  return value.filter(group => typeof group === 'string')
}

function valueAt(claims: unknown, [first, ...rest]: string[]): unknown {
  if (first === undefined) return claims
  if (typeof claims !== 'object' || claims === null || !Object.hasOwn(claims, first)) return undefined
  return valueAt((claims as Record<string, unknown>)[first], rest)
}

/** Whether people with this e-mail may come in. Subdomains are other domains. */
export function isAllowedDomain(email: string, { allowedDomains }: OidcConfig): boolean {
  return allowedDomains?.includes(email.slice(email.lastIndexOf('@') + 1)) ?? true
}

export const groupsWithRoles = (
  groups: readonly string[] | undefined,
  { roles }: Pick<OidcConfig, 'roles'>,
) => groups?.filter(group => roles.some(role => role.group === group))

/**
 * The role that the groups give, or the one that is left when they no longer give the present one. A role that no group
 * gives, such as designer, was given by a reviewer and stays. Undefined: nothing changes.
 */
export function roleOfGroups(
  groups: readonly string[] | undefined,
  { roles, defaultRole }: Pick<OidcConfig, 'roles' | 'defaultRole'>,
  present?: Role,
): Role | undefined {
  if (!groups || roles.length === 0) return undefined
  const given = roles.find(({ group }) => groups.includes(group))?.role
  if (given) return given
  return roles.some(({ role }) => role === present) ? defaultRole : undefined
}
