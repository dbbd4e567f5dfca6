import type { Clock } from '#shared/dates.ts'
import type { Trx } from '../../db/schema.ts'
import type { ActedBy, Event, Listener } from '../../events/event.ts'
import { insertEntries } from './record.queries.ts'
import { rowsOf, serializeDetails } from './recorded-as.ts'

/** Writes an event into the record, in the transaction of the event. */
export async function writeRecord(
  { clock }: { clock: Clock },
  trx: Trx,
  event: Event,
  by: ActedBy,
): Promise<void> {
  const rows = rowsOf(event)
  if (rows.length === 0) return
  const at = clock.now().toISOString()
  await insertEntries(
    trx,
    rows.map(({ kind, userId, target, details }) => ({
      at,
      kind,
      actor_id: by.id,
      via: by.via,
      address: by.address,
      target_type: target?.type ?? null,
      target_id: target?.id ?? null,
      user_id: userId ?? null,
      details: serializeDetails(details),
    })),
  )
}

export const recordListener: Listener = writeRecord
