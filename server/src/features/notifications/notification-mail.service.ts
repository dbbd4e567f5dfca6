import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { DeliveryKind } from '#shared/contract/failed-mails.ts'
import type { MutableKind } from '#shared/contract/notifications.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { linkedPaths } from '#shared/paths.ts'
import { momentInWords } from '#shared/zones.ts'
import type { Context } from '../../context.ts'
import type { VisiblePeople } from '../../identity/visible-people.ts'
import { cutText } from '../../lib/cut-text.ts'
import type { Mail, MailBlock } from '../../mail/compose-mail.ts'
import type { WithMessageId } from '../../mail/message-id.ts'
import { effectiveTimeZone, getOrganization } from '../settings/settings.service.ts'
import { kinds } from './kinds.ts'
import {
  findMailReader,
  findQuotes,
  hasReport,
  type MailReader,
  type MailScope,
} from './notification-mail.queries.ts'
import { findUnreadOfMail, type NotificationRow } from './notifications.queries.ts'
import { presentNotifications } from './notifications.service.ts'
import { unsubscribeCode } from './unsubscribe.service.ts'

const texts = messages.notifications.mail

export type MailPayload = MailScope & WithMessageId

/** `total` counts the unread notifications of the mail, without muted kinds and those about people out of sight. */
type Pending = { total: number; muted: readonly MutableKind[]; people: VisiblePeople }

type Item = {
  kind: MutableKind
  text: string
  path: string
  group: string | null
  quote: string | null
  at: string
  button: string
  body?: readonly MailBlock[]
}

/**
 * Composes a mail about the unread notifications: it describes the first ones and counts the others. Returns undefined if all
 * were read or withdrawn, or if the user has turned off mails.
 */
export async function composeNotificationMail(
  ctx: Context,
  { user, kind, mail, message }: MailPayload,
  { total, muted, people }: Pending,
): Promise<Mail | undefined> {
  const reader = await findMailReader(ctx.db, user)
  if (!reader || reader.email_notifications === 'off') return undefined
  const unread = await findUnreadOfMail(ctx.db, people, mail, { without: muted, limit: limits.mailItems })
  const items = await loadItems(ctx, reader, unread)
  const [first] = items
  if (!first) return undefined
  const more = Math.max(0, total - unread.length)
  const isOneSubject = more === 0 && items.every(({ group }) => group !== null && group === first.group)
  const all = { text: texts.andMore(more), path: linkedPaths.notifications() }
  return {
    to: reader,
    subject: composeSubject(kind, items, more),
    paragraphs: [
      ...(items.length + more === 1 ? composeBody(first) : composeGroupedBody(items)),
      ...(more > 0 ? [{ lines: [all] }] : []),
    ],
    link: isOneSubject
      ? { text: first.button, path: first.path }
      : { text: texts.openAll, path: linkedPaths.notifications() },
    reason: texts.reason(kind),
    unsubscribe: { text: texts.turnOff(kind), code: unsubscribeCode(ctx, user, kind) },
    ...(message && { id: `notification-${message}` }),
  }
}

async function loadItems(
  ctx: Context,
  reader: MailReader,
  unread: readonly NotificationRow[],
): Promise<Item[]> {
  const { db } = ctx
  const organization = await getOrganization(ctx, db)
  const rows: NotificationRow[] = []
  for (const row of unread) {
    const data = JSON.parse(row.data)
    const { mayRead, button } = kinds[row.kind]
    if (!mayRead(reader, data) || button(data) === null) continue
    // The report may have been sent while the reminder was created.
    const isOwed = row.kind === 'reminder' || row.kind === 'nudge'
    if (isOwed && (await hasReport(db, reader.id, data.date))) continue
    rows.push(row)
  }
  const [notifications, comments] = await Promise.all([
    presentNotifications(db, reader, rows),
    findQuotes(
      db,
      rows.flatMap(({ comment_id }) => comment_id ?? []),
    ),
  ])
  const zone = effectiveTimeZone(reader, organization)
  const items: Item[] = []
  for (const [index, { kind, text, link, group, created_at }] of notifications.entries()) {
    const row = rows[index] as NotificationRow
    const data = JSON.parse(row.data)
    const quote = comments.get(row.comment_id ?? 0) ?? kinds[kind].excerpt?.(data)
    // A summary reads a whole day, so other requests run before it.
    if (kinds[kind].mail) await yieldToEventLoop()
    const mail = await kinds[kind].mail?.(ctx, reader, data)
    items.push({
      kind: kind as MutableKind,
      text: mail?.text ?? text,
      path: link,
      group,
      quote: quote === undefined ? null : cutText(quote, limits.mailQuoteCut),
      at: momentInWords(created_at, zone),
      button: kinds[kind].button(data) ?? '',
      ...(mail && { body: mail.body }),
    })
  }
  return items
}

const composeSubject = (kind: DeliveryKind, items: readonly Item[], more: number) =>
  cutText(summarize(kind, items, more), limits.mailSubjectCut)

function summarize(kind: DeliveryKind, items: readonly Item[], more: number): string {
  const [first] = items
  const count = items.length + more
  if (first === undefined) return ''
  if (count === 1) return first.text
  if (kind === 'daily') return texts.daily(count)
  return more === 0 && items.every(({ text }) => text === first.text)
    ? texts.times(first.text, count)
    : texts.several(first.kind, count)
}

const composeBody = ({ text, quote, body }: Item): MailBlock[] => [
  `${text}.`,
  ...(quote === null ? [] : [{ quote }]),
  ...(body ?? []),
]

/** Notifications with the same text and subject are one entry, with the quotes of all of them. */
function composeGroupedBody(items: readonly Item[]): MailBlock[] {
  return [...Map.groupBy(items, ({ text, group }) => `${group} ${text}`).values()].flatMap(same => {
    const [{ text, path, at, body }] = same as [Item, ...Item[]]
    const quotes = same.flatMap(({ quote }) => (quote === null ? [] : [{ quote }]))
    return [{ lines: [{ text, path, note: at }] }, ...quotes, ...(body ?? [])]
  })
}
