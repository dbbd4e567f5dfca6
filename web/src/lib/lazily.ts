import { type ComponentType, createElement, type LazyExoticComponent, lazy } from 'react'
import { systemClock } from '#shared/dates.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { createStore, useStore } from './store.ts'

const slowLoads = createStore(0)
const count = (by: number) => slowLoads.set(slowLoads.get() + by)

/** Counts a loading script once it takes long enough to be noticed. Returns a function that ends it. */
export function trackSlowLoad() {
  let isCounted = false
  const timer = setTimeout(() => {
    isCounted = true
    count(1)
  }, limits.placeholderMs)
  return () => {
    clearTimeout(timer)
    if (isCounted) count(-1)
  }
}

/** Whether to show a progress bar: the router keeps the old page until the next page's script is loaded. */
export const useIsLoading = () => useStore(slowLoads) > 0

/** The script or style of a part of the app did not arrive. */
export class NotLoaded extends Error {
  /** True if it neither arrived nor failed within the time limit. */
  readonly isTimeout: boolean
  /** React's `lazy` caches a failure; this clears it, so that the part is loaded again. */
  readonly reset: () => void

  constructor(cause: unknown, forget: () => void) {
    super(messages.general.pageNotLoaded, { cause })
    this.isTimeout = cause instanceof LoadTimeout
    this.reset = forget
  }
}

class LoadTimeout extends Error {}

/** React's `lazy` with a time limit. A failure to load is a `NotLoaded`, unlike an error of the component itself. */
export function lazily<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  let current = attempt()

  function attempt(): LazyExoticComponent<ComponentType<Props>> {
    const own = lazy(() =>
      inTime(load()).catch(cause => {
        throw new NotLoaded(cause, () => {
          if (current === own) current = attempt()
        })
      }),
    )
    return own
  }

  const Part = (props: Props) => createElement(current as ComponentType<Props>, props)
  return Object.assign(Part, { load })
}

function inTime<T>(loading: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout>
  const done = trackSlowLoad()
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new LoadTimeout()), limits.readTimeoutMs)
  })
  return Promise.race([loading, limit]).finally(() => {
    clearTimeout(timer)
    done()
  })
}

const slot = 'reloaded-at'
const minIntervalMs = 10_000

export const reload = () => window.location.reload()

/** Reloads automatically, but not in a loop: the file may still be missing afterwards. */
export function reloadOnce() {
  const now = systemClock.now().getTime()
  if (now - Number(sessionStorage.getItem(slot)) < minIntervalMs) return
  sessionStorage.setItem(slot, String(now))
  reload()
}
