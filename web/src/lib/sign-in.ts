import { jwtDecode } from 'jwt-decode'
import type { TokenPayload } from '#shared/contract/sign-in.ts'
import { createEvent } from './store.ts'

const storageKey = 'token'

export const readToken = () => localStorage.getItem(storageKey)
export const storeToken = (token: string) => localStorage.setItem(storageKey, token)
export const removeToken = () => localStorage.removeItem(storageKey)

/** Throws jwt-decode's own sentence when the token cannot be read. */
export function isExpired(token: string, now: Date) {
  return jwtDecode<TokenPayload>(token).exp < now.getTime() / 1000
}

/** Whose it is; undefined when there is none, or none that can be read. */
export function userIdOf(token: string | null) {
  try {
    return token === null ? undefined : Number(jwtDecode<TokenPayload>(token).sub)
  } catch {
    return undefined
  }
}

/** Another user has signed in, or the user's role has changed. */
export const personChange = createEvent()

/** Tells when another tab signs in or out. */
export function onTokenChange(handle: () => void) {
  // Without a key: the whole storage was cleared.
  const listen = (event: StorageEvent) => {
    if (event.key === storageKey || event.key === null) handle()
  }
  window.addEventListener('storage', listen)
  return () => window.removeEventListener('storage', listen)
}
