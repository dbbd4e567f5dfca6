import type { Trx } from './schema.ts'

/** Migrations only go forward. A released one is never changed; the next one corrects it. */
export type Migration = {
  name: string
  /** The version of the program that brought it. Those of 1.0.0 have none. */
  version?: string
  up(trx: Trx, now: Date): Promise<void>
}
