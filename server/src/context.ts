import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '#shared/dates.ts'
import type { Config } from './config.ts'
import type { Db } from './db/schema.ts'
import type { Listener } from './events/event.ts'
import type { FactorKey } from './identity/factor-key.ts'
import type { IdentityProvider } from './identity/identity-provider.ts'
import type { Passwords } from './identity/passwords.ts'
import type { Tokens } from './identity/tokens.ts'
import type { TokenCalls } from './identity/user-of-token.ts'
import type { Mailer } from './mail/mailer.ts'
import type { Metrics } from './observability/metrics.ts'
import type { OutgoingClient } from './outgoing/outgoing-client.ts'
import type { Storage } from './storage/storage.ts'

/** For code outside of requests; within a request, `request.log` adds its id. */
export type Log = Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>

/** How much a user can store. */
export type WritingLimits = { versionsPerReport: number; bytesPerDay: number }

/** The dependencies of services. Passed in, so that tests bring their own clock and database. */
export type Context = {
  config: Config
  db: Db
  clock: Clock
  passwords: Passwords
  tokens: Tokens
  tokenCalls: TokenCalls
  /** Encrypts the keys of authenticator apps. */
  factorKey: FactorKey
  /** Counts the authenticator apps whose key is lost. */
  countUnreadableApps: () => Promise<number>
  storage: Storage
  mailer: Mailer
  outgoing: OutgoingClient
  /** Absent unless OIDC_ISSUER is set. */
  identityProvider?: IdentityProvider
  log: Log
  writing: WritingLimits
  /** Called with every event, in its transaction. */
  listeners: readonly Listener[]
  /** Absent unless METRICS_TOKEN is set. */
  metrics?: Metrics
}
