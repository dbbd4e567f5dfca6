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
  pollSoon()
}

/** True for a page that was opened without a server, until the server answers. */
export const isServerUnreachable = () => hasNoServer
export const useIsServerUnreachable = () => useStore({ get: isServerUnreachable, subscribe: onReconnect })

/** Whether the machine has a network, as far as the browser knows. */
export const useIsOnline = () => useStore({ get: () => navigator.onLine, subscribe: onNetworkChange })

function onNetworkChange(listener: Listener) {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

export const isOffline = () => !navigator.onLine || hasNoServer

/** Called for every response of the server. */
export function serverAnswered() {
  if (!hasNoServer) return
  hasNoServer = false
  refreshShown()
}

/**
 * Called for every request without a response. The browser only knows whether the machine has a network: a server that
 * restarts, or a proxy without a server behind it, is noticed only by polling until it answers.
 */
export function connectionLost() {
  timer ??= setTimeout(() => void poll(), pauseMs)
}

/** Called once the server can be reached again. Returns how to stop listening. */
export function onReconnect(listener: Listener) {
  if (!reconnected.hasListeners()) {
    window.addEventListener('online', pollSoon)
    document.addEventListener('visibilitychange', pollIfLost)
  }
  const unsubscribe = reconnected.subscribe(listener)
  return () => {
    unsubscribe()
    if (reconnected.hasListeners()) return
    window.removeEventListener('online', pollSoon)
    document.removeEventListener('visibilitychange', pollIfLost)
  }
}

/** Lets the listeners reload their data, which may be out of date after a time without a connection. */
export const refreshShown = reconnected.emit

/** Whether the server responds. A proxy's response that its server is unreachable doesn't count. */
export async function canReach() {
  try {
    const signal = AbortSignal.timeout(limits.readTimeoutMs)
    return !isUnreachable((await fetch('/healthz', { cache: 'no-store', signal })).status)
  } catch {
    return false
  }
}

/** True for a missing response (0) and for a proxy's response that its server is unreachable. */
export const isUnreachable = (status: number) => status === 0 || (status >= 502 && status <= 504)

async function poll() {
  clearTimeout(timer)
  timer = undefined
  if (!reconnected.hasListeners() && !hasNoServer) return
  // Hidden tabs wait until they are visible, to spare a server that has just restarted.
  if (navigator.onLine && !document.hidden && (await canReach())) {
    pauseMs = limits.reconnectMs
    hasNoServer = false
    refreshShown()
  } else {
    connectionLost()
    pauseMs = Math.min(2 * pauseMs, limits.reconnectMs)
  }
}

/** Polls soon, because the browser's `online` event often comes a moment before the server can be reached. */
function pollSoon() {
  pauseMs = limits.reconnectSoonMs
  void poll()
}

function pollIfLost() {
  if (timer !== undefined) void poll()
}
