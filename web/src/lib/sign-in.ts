import { jwtDecode } from 'jwt-decode'
import type { TokenPayload } from '#shared/contract/sign-in.ts'
import { createEvent } from './store.ts'

const storageKey = 'token'

export const readToken = () => localStorage.getItem(storageKey)
export const storeToken = (token: string) => localStorage.setItem(storageKey, token)
export const removeToken = () => localStorage.removeItem(storageKey)

/** Throws the error of jwt-decode if the token can't be read. */
export function isExpired(token: string, now: Date) {
  return jwtDecode<TokenPayload>(token).exp < now.getTime() / 1000
}

/** The user of a token; undefined without a readable token. */
export function userIdOf(token: string | null) {
  try {
    return token === null ? undefined : Number(jwtDecode<TokenPayload>(token).sub)
  } catch {
    return undefined
  }
}

/** Emitted when another user signs in, or when the user's role changes. */
export const userChanged = createEvent()

/** Emitted when users change a part of their own account, such as the teams they lead: it is then loaded again. */
export const ownAccountChanged = createEvent()

/** Calls `handle` when another tab signs in or out. */
export function onTokenChange(handle: () => void) {
  // The key is null when the whole storage was cleared.
  const listen = (event: StorageEvent) => {
    if (event.key === storageKey || event.key === null) handle()
  }
  window.addEventListener('storage', listen)
  return () => window.removeEventListener('storage', listen)
}

type Leave = () => void

const leaveAtOnce = (leave: Leave) => leave()
let ask = leaveAtOnce

/** Registers a handler that runs before Logout and calls `leave` to continue. Returns a function that unregisters it. */
export function beforeLogout(handle: (leave: Leave) => void) {
  ask = handle
  return () => {
    ask = leaveAtOnce
  }
}

export const askBeforeLogout = (leave: Leave) => ask(leave)
