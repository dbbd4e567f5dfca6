import type { Trx } from './schema.ts'

/** Migrations only go forward. A released one is never changed; the next one corrects it. */
export type Migration = { name: string; up(trx: Trx, now: Date): Promise<void> }
