import type { DeliveryKind } from '#shared/contract/deliveries.ts'
import type { NotificationKind } from '#shared/contract/notification-kinds.ts'
import { notificationLimits } from '#shared/limits.ts'
import { notificationMail as say } from '#shared/messages/notification-mail.ts'
import { linkedPaths } from '#shared/paths.ts'
import { momentInWords } from '#shared/zones.ts'
import type { Context } from '../../context.ts'
import { cutText } from '../../lib/cut-text.ts'
import type { Mail, MailBlock } from '../../mail/compose-mail.ts'
import { organizationOf } from '../settings/settings.service.ts'
import { kinds } from './kinds.ts'
import { findMuted } from './mail-due.queries.ts'
import { findComments, findMailReader, hasReport, type MailReader } from './notification-mail.queries.ts'
import { findUnreadByIds, type NotificationRow } from './notifications.queries.ts'
import { presentNotifications } from './notifications.service.ts'
import { unsubscribeCode } from './unsubscribe.service.ts'

export type MailPayload = { user: number; kind: NotificationKind | 'daily'; ids: readonly number[] }

type Item = {
  kind: NotificationKind
  text: string
  path: string
  group: string | null
  quote: string | null
  at: string
  button: string
  body?: readonly MailBlock[]
}

/** What is still to be told, as one mail. Undefined: it was read or withdrawn meanwhile, or the user wants no mail. */
export async function composeNotificationMail(
  ctx: Context,
  { user, kind, ids }: MailPayload,
): Promise<Mail | undefined> {
  const reader = await findMailReader(ctx.db, user)
  if (!reader || reader.email_notifications === 'off') return undefined
  const items = await itemsFor(ctx, reader, ids)
  const [first] = items
  if (!first) return undefined
  const isOneThing = items.every(({ group }) => group !== null && group === first.group)
  return {
    to: reader,
    subject: subjectOf(kind, items),
    paragraphs: items.length === 1 ? bodyOf(first) : bodiesOf(items),
    link: isOneThing
      ? { text: first.button, path: first.path }
      : { text: say.openAll, path: linkedPaths.notifications() },
    reason: say.reason(kind),
    unsubscribe: { text: say.turnOff(kind), code: unsubscribeCode(ctx, user, kind) },
    id: `notification-${Math.min(...ids)}`,
  }
}

/** Of a mail that waits or failed, without all that it would say. */
export async function subjectFor(
  ctx: Context,
  { user, kind, ids }: MailPayload,
): Promise<string | undefined> {
  const reader = await findMailReader(ctx.db, user)
  const items = reader ? await itemsFor(ctx, reader, ids, { isWhole: false }) : []
  return items.length === 0 ? undefined : subjectOf(kind, items)
}

async function itemsFor(
  ctx: Context,
  reader: MailReader,
  ids: readonly number[],
  { isWhole = true } = {},
): Promise<Item[]> {
  const { db } = ctx
  const [unread, muted, organization] = await Promise.all([
    findUnreadByIds(db, reader.id, ids),
    findMuted(db, reader.id),
    organizationOf(ctx, db),
  ])
  const rows: NotificationRow[] = []
  for (const row of unread) {
    const data = JSON.parse(row.data)
    const { mayRead, button } = kinds[row.kind]
    if (muted.includes(row.kind) || !mayRead(reader, data) || button(data) === null) continue
    // A report that was sent while the reminder was made.
    const isOwed = row.kind === 'reminder' || row.kind === 'nudge'
    if (isOwed && (await hasReport(db, reader.id, data.date))) continue
    rows.push(row)
  }
  const [notifications, comments] = await Promise.all([
    presentNotifications(db, reader, rows),
    findComments(
      db,
      rows.flatMap(({ comment_id }) => comment_id ?? []),
    ),
  ])
  const zone = reader.time_zone ?? organization.time_zone
  const items: Item[] = []
  for (const [index, { kind, text, link, group, created_at }] of notifications.entries()) {
    const row = rows[index] as NotificationRow
    const data = JSON.parse(row.data)
    const quote = comments.get(row.comment_id ?? 0) ?? kinds[kind].excerpt?.(data)
    const mail = isWhole ? await kinds[kind].mail?.(ctx, reader, data) : undefined
    items.push({
      kind,
      text: mail?.text ?? text,
      path: link,
      group,
      quote: quote === undefined ? null : cutText(quote, notificationLimits.mailQuoteCut),
      at: momentInWords(created_at, zone),
      button: kinds[kind].button(data) ?? '',
      ...(mail && { body: mail.body }),
    })
  }
  return items
}

const subjectOf = (kind: DeliveryKind, items: readonly Item[]) =>
  cutText(inOneSentence(kind, items), notificationLimits.mailSubjectCut)

function inOneSentence(kind: DeliveryKind, items: readonly Item[]): string {
  const [first] = items
  if (first === undefined) return ''
  if (items.length === 1) return first.text
  if (kind === 'daily') return say.daily(items.length)
  return items.every(({ text }) => text === first.text)
    ? say.times(first.text, items.length)
    : say.several(first.kind, items.length)
}

const bodyOf = ({ text, quote, body }: Item): MailBlock[] => [
  `${text}.`,
  ...(quote === null ? [] : [{ quote }]),
  ...(body ?? []),
]

/** Each thing that happened once, with all that was written about it. */
function bodiesOf(items: readonly Item[]): MailBlock[] {
  return [...Map.groupBy(items, ({ text, group }) => `${group} ${text}`).values()].flatMap(same => {
    const [{ text, path, at, body }] = same as [Item, ...Item[]]
    const quotes = same.flatMap(({ quote }) => (quote === null ? [] : [{ quote }]))
    return [{ lines: [{ text, path, note: at }] }, ...quotes, ...(body ?? [])]
  })
}
