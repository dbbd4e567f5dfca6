import { AsyncLocalStorage } from 'node:async_hooks'
import type { LogConfig } from 'kysely'

/** The route template whose request is being worked on. */
export const currentRoute = new AsyncLocalStorage<string>()

/** Reports how long each statement took until its rows were here, and for which route. */
export function queryTimes(report: (route: string, seconds: number) => void): LogConfig {
  return event => report(currentRoute.getStore() ?? 'none', event.queryDurationMillis / 1000)
}
