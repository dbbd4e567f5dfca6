import type { Trx } from './schema.ts'

/** Forward only. A released migration is never changed; the next one mends it. */
export type Migration = { name: string; up(trx: Trx, now: Date): Promise<void> }
