import type { WebhookKind } from '#shared/contract/webhooks.ts'
import { compileOnce } from '../../db/compile-once.ts'
import { isOneOf } from '../../db/engine.ts'
import type { Db, Trx, WebhooksTable } from '../../db/schema.ts'

export type WebhookRow = NonNullable<Awaited<ReturnType<typeof findWebhook>>>

/** All columns but the secrets. */
const shown = [
  'id',
  'name',
  'url',
  'format',
  'events',
  'team_ids',
  'created_at',
  'off_at',
  'off_reason',
  'last_tried_at',
  'last_status',
] as const

export function findWebhooks(db: Db, { limit, offset }: { limit: number; offset: number }) {
  return db
    .selectFrom('webhooks')
    .select(shown)
    .orderBy('name')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute()
}

export async function countWebhooks(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('webhooks')
    .select(db.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

export const findWebhook = (db: Db, id: number) =>
  db.selectFrom('webhooks').select(shown).where('id', '=', id).executeTakeFirst()

/** With its secrets, for sending. */
export const findReceiver = (db: Db, id: number) =>
  db
    .selectFrom('webhooks')
    .select(['id', 'name', 'url', 'format', 'secret', 'former_secret', 'former_secret_until'])
    .select(['off_at', 'failing_since'])
    .where('id', '=', id)
    .executeTakeFirst()
export type Receiver = NonNullable<Awaited<ReturnType<typeof findReceiver>>>

/** The webhooks that are on. It is read with every event. */
export const findListening = compileOnce(db =>
  db.selectFrom('webhooks').select(['id', 'format', 'events', 'team_ids']).where('off_at', 'is', null),
)
export type Listening = Awaited<ReturnType<typeof findListening>>[number]

type NewWebhook = Pick<
  WebhooksTable,
  'name' | 'url' | 'format' | 'events' | 'team_ids' | 'secret' | 'created_at' | 'off_at'
>

export async function insertWebhook(trx: Trx, row: NewWebhook): Promise<number> {
  const { id } = await trx.insertInto('webhooks').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

export async function updateWebhook(
  trx: Trx,
  id: number,
  row: Partial<Omit<WebhooksTable, 'id'>>,
): Promise<void> {
  if (Object.keys(row).length > 0) await trx.updateTable('webhooks').set(row).where('id', '=', id).execute()
}

export async function deleteWebhookRow(trx: Trx, id: number): Promise<boolean> {
  const deleted = await trx.deleteFrom('webhooks').where('id', '=', id).returning('id').execute()
  return deleted.length > 0
}

export const findWebhookIds = async (db: Db): Promise<number[]> =>
  (await db.selectFrom('webhooks').select('id').execute()).map(({ id }) => id)

/** Those of these teams that exist. */
export async function findKnownTeams(db: Db, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('teams')
    .select('id')
    .where(isOneOf(db, 'id', ids))
    .execute()
  return rows.map(({ id }) => id)
}

export async function findTeamIdsOf(db: Db, userId: number): Promise<number[]> {
  const rows = await db.selectFrom('team_members').select('team_id').where('user_id', '=', userId).execute()
  return rows.map(({ team_id }) => team_id)
}

export async function findAdminIds(db: Db): Promise<number[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .where('deleted_at', 'is', null)
    .execute()
  return rows.map(({ id }) => id)
}

export const parseKinds = ({ events }: { events: string }) => JSON.parse(events) as WebhookKind[]
export const parseTeams = ({ team_ids }: { team_ids: string }) => JSON.parse(team_ids) as number[]

const originName = 'webhook_link_origin'

export async function findSavedOrigin(db: Db): Promise<string | undefined> {
  const row = await db
    .selectFrom('shared_values')
    .select('value')
    .where('name', '=', originName)
    .executeTakeFirst()
  return row?.value
}

export async function saveOrigin(trx: Trx, value: string): Promise<void> {
  await trx
    .insertInto('shared_values')
    .values({ name: originName, value })
    .onConflict(conflict => conflict.column('name').doUpdateSet({ value }))
    .execute()
}

export async function replaceSecret(trx: Trx, id: number, secret: string, until: string): Promise<void> {
  await trx
    .updateTable('webhooks')
    .set(({ ref }) => ({ former_secret: ref('secret'), former_secret_until: until, secret }))
    .where('id', '=', id)
    .execute()
}
