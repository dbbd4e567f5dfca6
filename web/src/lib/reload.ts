import { systemClock } from '#shared/dates.ts'

const slot = 'reloaded-at'
const pauseMs = 10_000

export const reload = () => window.location.reload()

/** Reloads automatically, but not in a loop: the file may still be missing afterwards. */
export function reloadOnce() {
  const now = systemClock.now().getTime()
  if (now - Number(sessionStorage.getItem(slot)) < pauseMs) return
  sessionStorage.setItem(slot, String(now))
  reload()
}
