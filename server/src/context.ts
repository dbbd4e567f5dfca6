import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '#shared/dates.ts'
import type { Config } from './config.ts'
import type { Db } from './db/schema.ts'
import type { Listener } from './events/event.ts'
import type { Passwords } from './identity/passwords.ts'
import type { Tokens } from './identity/tokens.ts'
import type { Mailer } from './mail/mailer.ts'
import type { Metrics } from './observability/metrics.ts'
import type { Storage } from './storage/storage.ts'

/** For what has no request of its own; within one, `request.log` names it. */
export type Log = Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>

/** How much a user can store. */
export type WritingLimits = { versionsPerReport: number; bytesPerDay: number }

/** What services work with. Passed in, so that tests bring their own clock and database. */
export type Context = {
  config: Config
  db: Db
  clock: Clock
  passwords: Passwords
  tokens: Tokens
  storage: Storage
  mailer: Mailer
  log: Log
  writing: WritingLimits
  /** Told of every event, in the transaction that causes it. */
  listeners: readonly Listener[]
  /** Absent unless METRICS_TOKEN is set. */
  metrics?: Metrics
}
