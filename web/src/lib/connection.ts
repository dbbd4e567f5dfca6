import { limits } from '#shared/limits.ts'
import { createEvent, type Listener, useStore } from './store.ts'

const reconnected = createEvent()
let timer: ReturnType<typeof setTimeout> | undefined
let pauseMs: number = limits.reconnectMs
let hasNoServer = false

/**
 * The service worker opened the page because the server didn't answer. `navigator.onLine` can still be true, so from now
 * on the user counts as offline until the server answers.
 */
export function openedWithoutServer() {
  hasNoServer = true
  askOften()
}

/** True for a page that was opened without a server, until that answers. */
export const isServerAway = () => hasNoServer
export const useIsServerAway = () => useStore({ get: isServerAway, subscribe: onReconnect })

export const isOffline = () => !navigator.onLine || hasNoServer

/** Called for every answer of the server. */
export function serverAnswered() {
  if (!hasNoServer) return
  hasNoServer = false
  refreshShown()
}

/**
 * Called for every request without a response. The browser only knows whether the machine has a network: a server that
 * restarts, or a proxy without one behind it, is found by asking until it answers.
 */
export function connectionLost() {
  timer ??= setTimeout(() => void ask(), pauseMs)
}

/** Called once the server can be reached again. Returns how to stop listening. */
export function onReconnect(listener: Listener) {
  if (!reconnected.hasListeners()) {
    window.addEventListener('online', askOften)
    document.addEventListener('visibilitychange', askIfLost)
  }
  const unsubscribe = reconnected.subscribe(listener)
  return () => {
    unsubscribe()
    if (reconnected.hasListeners()) return
    window.removeEventListener('online', askOften)
    document.removeEventListener('visibilitychange', askIfLost)
  }
}

/** What is shown may be out of date, as after a time without a connection: the listeners ask again. */
export const refreshShown = reconnected.emit

/** Any answer will do, but a proxy's that there is no server behind it. */
export async function canReach() {
  try {
    const signal = AbortSignal.timeout(limits.readTimeoutMs)
    return !isAway((await fetch('/healthz', { cache: 'no-store', signal })).status)
  } catch {
    return false
  }
}

/** No answer (0), or one that says that the server is not there. */
export const isAway = (status: number) => status === 0 || (status >= 502 && status <= 504)

async function ask() {
  clearTimeout(timer)
  timer = undefined
  if (!reconnected.hasListeners() && !hasNoServer) return
  // Hidden tabs wait until they are looked at: a server that comes back has enough to do.
  if (navigator.onLine && !document.hidden && (await canReach())) {
    pauseMs = limits.reconnectMs
    hasNoServer = false
    refreshShown()
  } else {
    connectionLost()
    pauseMs = Math.min(2 * pauseMs, limits.reconnectMs)
  }
}

/** The event comes with the machine's network, often a moment before the server can be reached through it. */
function askOften() {
  pauseMs = limits.reconnectSoonMs
  void ask()
}

function askIfLost() {
  if (timer !== undefined) void ask()
}
