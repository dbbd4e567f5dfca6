import {
  isSentAs,
  type NewWebhook,
  type Webhook,
  type WebhookEditInput,
  type WebhookFormat,
  type WebhookInput,
  type WebhookKind,
  type WebhookPage,
  type WebhooksQuery,
} from '#shared/contract/webhooks.ts'
import { toInstant } from '#shared/dates.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import type { Context } from '../../context.ts'
import { acquireLock } from '../../db/engine.ts'
import type { Db, Trx } from '../../db/schema.ts'
import { emit } from '../../events/event.ts'
import { refuseToken } from '../../http/authorize.ts'
import { paginationOf } from '../../http/pagination-of.ts'
import type { SignedIn } from '../../http/plugins/access.ts'
import { refuse, refuseInput } from '../../http/refusals.ts'
import { actAs } from '../../identity/acting-user.ts'
import { queueJob } from '../../jobs/job.ts'
import { isOutgoingPaused } from '../../jobs/outgoing-pause.ts'
import { OutgoingError } from '../../outgoing/outgoing-client.ts'
import { isOk } from './deliver.ts'
import { endWaiting } from './deliveries.queries.ts'
import { generateSecret } from './signing.ts'
import { forgetDeliveriesJob } from './sweep-deliveries.job.ts'
import {
  countWebhooks,
  deleteWebhookRow,
  findKnownTeams,
  findSavedOrigin,
  findWebhook,
  findWebhooks,
  insertWebhook,
  parseKinds,
  parseTeams,
  replaceSecret,
  saveOrigin,
  updateWebhook,
  type WebhookRow,
} from './webhooks.queries.ts'

export const hasWebhooks = async (db: Db) => (await countWebhooks(db)) > 0

export async function listWebhooks({ db }: Context, { page, limit }: WebhooksQuery): Promise<WebhookPage> {
  const [total, rows, is_paused] = await Promise.all([
    countWebhooks(db),
    findWebhooks(db, { limit, offset: (page - 1) * limit }),
    isOutgoingPaused(db),
  ])
  return { data: rows.map(present), pagination: paginationOf(total, { page, limit }), is_paused }
}

export async function createWebhook(
  ctx: Context,
  actor: SignedIn,
  input: WebhookInput,
  origin: string,
): Promise<NewWebhook> {
  refuseOtherThanJson(input.format, input.events)
  await checkUrl(ctx, input.url)
  const secret = generateSecret()
  const now = ctx.clock.now().toISOString()
  return actAs(ctx, actor, 'webhooks.manage', async (trx, acting) => {
    // Without the lock, two requests at once could both find room for one more.
    await acquireLock(trx, 'webhooks')
    if ((await countWebhooks(trx)) >= limits.webhooksMax) throw refuse('too_many_webhooks')
    await refuseUnknownTeams(trx, input.team_ids)
    const { name, url, format, events, team_ids, enabled } = input
    const id = await insertWebhook(trx, {
      ...{ name, url, format, secret, created_at: now, off_at: enabled ? null : now },
      events: JSON.stringify(events),
      team_ids: JSON.stringify(team_ids),
    })
    await saveOrigin(trx, origin)
    await emit(ctx, trx, acting, { kind: 'webhook.created', webhookId: id })
    return { ...(await read(trx, id)), secret }
  })
}

export async function editWebhook(
  ctx: Context,
  actor: SignedIn,
  id: number,
  input: WebhookEditInput,
  origin: string,
): Promise<Webhook> {
  const before = await requireWebhook(ctx.db, id)
  if (input.url !== undefined && input.url !== before.url) {
    // Where the texts of an organization go is not for programs to choose.
    refuseToken(actor)
    // An unchanged URL may lead nowhere now, and its webhook must still be switched off.
    await checkUrl(ctx, input.url)
  }
  return actAs(ctx, actor, 'webhooks.manage', async (trx, acting) => {
    await acquireLock(trx, 'webhooks')
    const current = present(await requireWebhook(trx, id))
    // Another request may have changed the URL meanwhile.
    if (input.url !== undefined && input.url !== current.url) refuseToken(acting)
    const { name, url, format, events, team_ids, enabled } = { ...current, ...withoutAbsent(input) }
    refuseOtherThanJson(format, events)
    // A team that was deleted since may stay in the list.
    await refuseUnknownTeams(
      trx,
      team_ids.filter(team => !current.team_ids.includes(team)),
    )
    await updateWebhook(trx, id, {
      ...{ name, url, format, events: JSON.stringify(events), team_ids: JSON.stringify(team_ids) },
      ...(enabled !== current.enabled && switched(ctx, enabled)),
    })
    if (current.enabled && !enabled) await endWaiting(trx, id, messages.webhooks.switchedOff)
    await saveOrigin(trx, origin)
    await emit(ctx, trx, acting, {
      kind: 'webhook.changed',
      webhookId: id,
      fields: Object.keys(withoutAbsent(input)),
    })
    return read(trx, id)
  })
}

const switched = ({ clock }: Context, enabled: boolean) =>
  enabled
    ? { off_at: null, off_reason: null, failing_since: null }
    : { off_at: clock.now().toISOString(), off_reason: null }

export function deleteWebhook(ctx: Context, actor: SignedIn, id: number): Promise<void> {
  return actAs(ctx, actor, 'webhooks.manage', async (trx, acting) => {
    if (!(await deleteWebhookRow(trx, id))) throw refuse('webhook_not_found')
    await emit(ctx, trx, acting, { kind: 'webhook.deleted', webhookId: id })
    await queueJob({ db: trx, clock: ctx.clock }, forgetDeliveriesJob, { webhook: id }, { key: String(id) })
  })
}

/** The former secret signs as well for a day, so that the receiver can change over without losing a message. */
export function renewSecret(ctx: Context, actor: SignedIn, id: number): Promise<NewWebhook> {
  const secret = generateSecret()
  const until = toInstant(ctx.clock.now().getTime() + limits.formerSecretHours * 3_600_000)
  return actAs(ctx, actor, 'webhooks.manage', async (trx, acting) => {
    await acquireLock(trx, 'webhooks')
    await requireWebhook(trx, id)
    await replaceSecret(trx, id, secret, until)
    await emit(ctx, trx, acting, { kind: 'webhook.changed', webhookId: id, fields: ['secret'] })
    return { ...(await read(trx, id)), secret }
  })
}

/**
 * Where the links of chats lead: PUBLIC_URL. Messages are made by jobs, which no browser has called, so without PUBLIC_URL
 * it is where the browser of the admin who last saved a webhook found the app.
 */
export const findLinkOrigin = async ({ config, db }: Context, on: Db = db): Promise<string | undefined> =>
  config.publicUrl ?? (await findSavedOrigin(on))

export async function requireWebhook(db: Db, id: number): Promise<WebhookRow> {
  const webhook = await findWebhook(db, id)
  if (!webhook) throw refuse('webhook_not_found')
  return webhook
}

const read = async (db: Db, id: number): Promise<Webhook> => present(await requireWebhook(db, id))

/** Every field is named, so that a new column is never sent by accident. */
function present(row: WebhookRow): Webhook {
  const { last_tried_at: at, last_status: status } = row
  return {
    id: row.id,
    name: row.name,
    url: row.url,
    format: row.format,
    events: parseKinds(row),
    team_ids: parseTeams(row),
    enabled: row.off_at === null,
    off_reason: row.off_reason,
    created_at: row.created_at,
    last_delivery: at === null ? null : { at, status, ok: isOk(status) },
  }
}

async function checkUrl({ outgoing }: Context, url: string): Promise<void> {
  try {
    await outgoing.check(url)
  } catch (error) {
    if (error instanceof OutgoingError) throw refuseInput({ url: error.message })
    throw error
  }
}

function refuseOtherThanJson(format: WebhookFormat, events: readonly WebhookKind[]): void {
  if (!events.every(kind => isSentAs(format, kind))) throw refuseInput({ events: messages.webhooks.onlyJson })
}

async function refuseUnknownTeams(trx: Trx, ids: readonly number[]): Promise<void> {
  if ((await findKnownTeams(trx, ids)).length < ids.length)
    throw refuseInput({ team_ids: messages.teams.unknown })
}

/** An absent field of an edit is undefined, which must not replace the value. */
const withoutAbsent = (input: WebhookEditInput) =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as {
    [Name in keyof WebhookEditInput]: NonNullable<WebhookEditInput[Name]>
  }
