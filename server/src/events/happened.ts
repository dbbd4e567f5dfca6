import type { Context } from '../context.ts'
import type { Trx } from '../db/schema.ts'
import type { Event } from './event.ts'

/** Tells the listeners, in the transaction of the caller, who knows none of them. */
export async function happened(ctx: Context, trx: Trx, event: Event): Promise<void> {
  for (const listen of ctx.listeners) await listen(ctx, trx, event)
}
