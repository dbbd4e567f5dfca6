import type { Db, Trx, WebhookDeliveriesTable } from '../../db/schema.ts'

export type DeliveryRow = NonNullable<Awaited<ReturnType<typeof findDelivery>>>

export const findDelivery = (db: Db, id: number) =>
  db.selectFrom('webhook_deliveries').selectAll().where('id', '=', id).executeTakeFirst()

/** The newest first. */
export function findDeliveries(
  db: Db,
  webhookId: number,
  { limit, offset }: { limit: number; offset: number },
) {
  return db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('webhook_id', '=', webhookId)
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
}

export async function countDeliveries(db: Db, webhookId: number): Promise<number> {
  const { count } = await db
    .selectFrom('webhook_deliveries')
    .select(db.fn.countAll<number>().as('count'))
    .where('webhook_id', '=', webhookId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

type NewDelivery = Pick<
  WebhookDeliveriesTable,
  'webhook_id' | 'event' | 'message_id' | 'person_id' | 'request' | 'created_at' | 'next_try_at'
>

/** Returns those that weren't there before. */
export function insertDeliveries(trx: Trx, rows: readonly NewDelivery[]): Promise<DeliveryRow[]> {
  return trx
    .insertInto('webhook_deliveries')
    .values(rows.map(row => ({ ...row, tries: 0 })))
    .onConflict(conflict => conflict.columns(['webhook_id', 'message_id']).doNothing())
    .returningAll()
    .execute()
}

type Result = Pick<
  WebhookDeliveriesTable,
  'tries' | 'tried_at' | 'status' | 'duration' | 'answer' | 'error' | 'next_try_at'
>

/** False if another try was stored meanwhile. */
export async function saveTry(trx: Trx, id: number, result: Result): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('webhook_deliveries')
    .set(result)
    .where('id', '=', id)
    .where('tries', '=', result.tries - 1)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export const planTry = (trx: Trx, id: number, next_try_at: string) =>
  trx.updateTable('webhook_deliveries').set({ next_try_at }).where('id', '=', id).execute()

/** What still waits for this webhook is not sent. */
export function endWaiting(trx: Trx, webhookId: number, error: string) {
  return trx
    .updateTable('webhook_deliveries')
    .set({ next_try_at: null, error })
    .where('webhook_id', '=', webhookId)
    .where('next_try_at', 'is not', null)
    .execute()
}

/** Deletes what was sent about a person, and empties the rest, because any text can name them. */
export async function forgetPerson(trx: Trx, webhookId: number, personId: number): Promise<void> {
  const own = trx.deleteFrom('webhook_deliveries').where('webhook_id', '=', webhookId)
  await own.where('person_id', '=', personId).execute()
  await trx
    .updateTable('webhook_deliveries')
    .set({ request: '', answer: null })
    .where('webhook_id', '=', webhookId)
    .where('next_try_at', 'is', null)
    .execute()
}

/** Deletes some of the deliveries from before an instant. Returns how many. */
export async function deleteOldDeliveries(trx: Trx, before: string, limit: number): Promise<number> {
  const old = trx.selectFrom('webhook_deliveries').select('id').where('created_at', '<', before).limit(limit)
  const { numDeletedRows } = await trx
    .deleteFrom('webhook_deliveries')
    .where('id', 'in', old)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Deletes some of the deliveries of a webhook. Returns how many. */
export async function deleteDeliveriesOf(trx: Trx, webhookId: number, limit: number): Promise<number> {
  const some = trx
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('webhook_id', '=', webhookId)
    .limit(limit)
  const { numDeletedRows } = await trx
    .deleteFrom('webhook_deliveries')
    .where('id', 'in', some)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
