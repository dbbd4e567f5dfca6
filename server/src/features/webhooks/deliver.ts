import { toInstant } from '#shared/dates.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import type { Context } from '../../context.ts'
import type { Trx } from '../../db/schema.ts'
import { byJob, emit } from '../../events/event.ts'
import { type OutgoingAnswer, OutgoingError } from '../../outgoing/outgoing-client.ts'
import { type DeliveryRow, endWaiting, saveTry } from './deliveries.queries.ts'
import { signedHeaders } from './signing.ts'
import { findAdminIds, type Receiver, updateWebhook } from './webhooks.queries.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** Between the tries, as Standard Webhooks recommends: ten tries in three days. */
const pauses = [
  ...[5 * second, 5 * minute, 30 * minute],
  ...[2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour],
]
/** Tries of many deliveries that failed together are spread over this share of the pause. */
const jitter = 0.1
/** A receiver can't put a delivery off for longer. */
const longestPause = 24 * hour

export type Try = {
  tried_at: string
  /** Null: there was no answer. */
  status: number | null
  duration: number
  answer: string | null
  error: string | null
  retryAfter: string | undefined
}

export const isOk = (status: number | null) => status !== null && status >= 200 && status < 300

/** Sends a delivery once. */
export async function tryOnce(
  ctx: Context,
  receiver: Receiver,
  { message_id: id, request: body }: Pick<DeliveryRow, 'message_id' | 'request'>,
  signal?: AbortSignal,
): Promise<Try> {
  const now = ctx.clock.now()
  const timestamp = Math.floor(now.getTime() / second)
  // Chats don't check signatures.
  const signed =
    receiver.format === 'json' ? signedHeaders(secretsOf(receiver, now), { id, timestamp, body }) : {}
  const headers = { 'content-type': 'application/json', ...signed }
  const beganAt = performance.now()
  const { answer, error } = await send(ctx, { url: receiver.url, headers, body }, signal)
  return {
    tried_at: now.toISOString(),
    status: answer?.status ?? null,
    duration: Math.round(performance.now() - beganAt),
    answer: answer?.text ?? null,
    error,
    retryAfter: answer?.retryAfter,
  }
}

type Sent = { answer: OutgoingAnswer | null; error: string | null }

async function send(
  { outgoing }: Context,
  request: Parameters<Context['outgoing']['post']>[0],
  signal: AbortSignal | undefined,
): Promise<Sent> {
  try {
    return { answer: await outgoing.post(request, signal), error: null }
  } catch (error) {
    if (error instanceof OutgoingError) return { answer: null, error: error.message }
    throw error
  }
}

function secretsOf({ secret, former_secret, former_secret_until }: Receiver, now: Date): string[] {
  const isFormerValid = former_secret_until !== null && former_secret_until > now.toISOString()
  return former_secret !== null && isFormerValid ? [secret, former_secret] : [secret]
}

/** Stores a try, and what follows from it. Returns when the next one is due, or undefined if there is none. */
export async function saveResult(
  ctx: Context,
  trx: Trx,
  receiver: Receiver,
  delivery: DeliveryRow,
  { retryAfter, ...result }: Try,
): Promise<string | undefined> {
  const ok = isOk(result.status)
  const tries = delivery.tries + 1
  const reason = ok ? undefined : offReason(receiver, result)
  const isRepeated = !ok && reason === undefined && delivery.event !== 'test'
  const next = isRepeated ? nextTry(tries, result.tried_at, retryAfter) : undefined
  if (!(await saveTry(trx, delivery.id, { ...result, tries, next_try_at: next ?? null }))) return undefined
  const last = { last_tried_at: result.tried_at, last_status: result.status }
  const { failing_since } = receiver
  // A test shows that the receiver works again, but a failed one says nothing about what happened before.
  const failing = ok ? null : delivery.event === 'test' ? failing_since : (failing_since ?? result.tried_at)
  await updateWebhook(trx, receiver.id, { ...last, failing_since: failing })
  if (reason !== undefined && receiver.off_at === null) await switchOff(ctx, trx, receiver, reason)
  return next
}

function offReason({ failing_since }: Receiver, { status, tried_at }: Pick<Try, 'status' | 'tried_at'>) {
  if (status === 410) return 'gone'
  const since = Date.parse(failing_since ?? tried_at)
  return Date.parse(tried_at) - since >= limits.webhookFailingDays * day ? 'failing' : undefined
}

async function switchOff(ctx: Context, trx: Trx, { id, name }: Receiver, reason: 'gone' | 'failing') {
  await updateWebhook(trx, id, { off_at: ctx.clock.now().toISOString(), off_reason: reason })
  await endWaiting(trx, id, messages.webhooks.switchedOff)
  const userIds = await findAdminIds(trx)
  await emit(ctx, trx, byJob, { kind: 'webhook.switchedOff', webhook: { id, name }, reason, userIds })
}

function nextTry(tries: number, triedAt: string, retryAfter: string | undefined): string | undefined {
  const pause = pauses[tries - 1]
  if (pause === undefined) return undefined
  const from = Date.parse(triedAt)
  const asked = Math.min(longestPause, askedPause(retryAfter, from))
  return toInstant(from + Math.round(Math.max(pause, asked) * (1 + Math.random() * jitter)))
}

/** `Retry-After` has seconds or a date. */
function askedPause(retryAfter: string | undefined, from: number): number {
  if (retryAfter === undefined) return 0
  if (/^\d{1,9}$/.test(retryAfter)) return Number(retryAfter) * second
  const at = Date.parse(retryAfter)
  return Number.isNaN(at) ? 0 : Math.max(0, at - from)
}
