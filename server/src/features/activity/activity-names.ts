import type { ClaimKind, SourceKind } from '#shared/contract/activity.ts'
import { limits } from '#shared/limits.ts'
import { hashOf } from './signatures.ts'

/** An e-mail, or a login on a kind of Git server, in lower case. */
export type ActivityName = { kind: ClaimKind; name: string }

/** Differs between all names. */
export const keyOf = ({ kind, name }: ActivityName) => `${kind} ${name}`
export const hashOfName = (name: ActivityName) => hashOf(keyOf(name))

/** With their own login in the address, GitHub and GitLab let people hide their e-mail in commits. */
const noReply = {
  github: /^(?:\d+\+)?([^@+]+)@users\.noreply\.github\.com$/,
  gitlab: /^\d+-([^@]+)@users\.noreply\.gitlab\.com$/,
}

/** The login that an e-mail stands for, if it is one with which a Git server hides the real one. */
export function loginBehind(email: string): { kind: SourceKind; login: string } | undefined {
  for (const [kind, pattern] of Object.entries(noReply)) {
    const login = pattern.exec(email)?.[1]
    if (login) return { kind: kind as SourceKind, login }
  }
  return undefined
}

export function nameOfEmail(email: string): ActivityName {
  const hidden = loginBehind(email)
  return hidden ? { kind: hidden.kind, name: hidden.login } : { kind: 'email', name: email }
}

/** More objects than a delivery of `limits.hookEventsMax` commits has. */
const mostObjects = 10 * limits.hookEventsMax
/** An author and a committer per commit, each with an email and a login. One statement saves them all. */
export const mostNames = 4 * limits.hookEventsMax

/** Where GitLab names who pushed. Everyone else is an object in the payload. */
const ofSender = { emails: ['user_email'], logins: ['user_username'] }
const ofPerson = { emails: ['email'], logins: ['login', 'username'] }

/**
 * Everyone whom a delivery names: authors, and also who pushed, merged or was asked for a review. Only the hashes of these
 * names are kept.
 */
export function readNames(source: SourceKind, payload: unknown): ActivityName[] {
  const names = new Map<string, ActivityName>()
  const add = (name: ActivityName) => names.set(keyOf(name), name)
  const waiting: unknown[] = [payload]
  for (let count = 0; waiting.length > 0 && count < mostObjects && names.size < mostNames; count++) {
    const one = waiting.pop() as Record<string, unknown> | null
    if (typeof one !== 'object' || one === null) continue
    const { emails, logins } = one === payload ? ofSender : ofPerson
    for (const field of emails) {
      const email = textOf(one[field])
      if (email?.includes('@')) add(nameOfEmail(email))
    }
    for (const field of logins) {
      const login = textOf(one[field])
      if (login) add({ kind: source, name: login })
    }
    for (const value of Object.values(one)) if (typeof value === 'object') waiting.push(value)
  }
  return [...names.values()]
}

function textOf(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > limits.emailMax) return undefined
  return value.trim().toLowerCase() || undefined
}
