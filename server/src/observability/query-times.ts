import { AsyncLocalStorage } from 'node:async_hooks'
import type { LogConfig } from 'kysely'

/** The route template of the current request. */
export const currentRoute = new AsyncLocalStorage<string>()

/** Reports the duration of each statement and the route that ran it. */
export function queryTimes(report: (route: string, seconds: number) => void): LogConfig {
  return event => report(currentRoute.getStore() ?? 'none', event.queryDurationMillis / 1000)
}
