import type { WebhookFormat } from '#shared/contract/webhooks.ts'
import { limits } from '#shared/limits.ts'
import { withLineFeeds } from '#shared/lines.ts'
import { messages } from '#shared/messages.ts'
import { cutText, onOneLine } from '../../lib/cut-text.ts'
import type { Message } from './webhook-kinds.ts'

/** What an event becomes in a format. `data` is for programs, `message` for chats. */
export type Content = { type: string; timestamp: string; data: object; message: Message }

/** The body that is sent, as text: the signature is made of its bytes. `publicUrl`: where links lead, if that is known. */
export function composeBody(format: WebhookFormat, content: Content, publicUrl: string | undefined): string {
  if (format === 'json') return composeJson(content)
  const { text, quote, path } = content.message
  const message = {
    text: defuse(onOneLine(text)),
    quote: quote ? defuse(cutText(withLineFeeds(quote).trim(), limits.chatTextCut)) : null,
    link: publicUrl === undefined ? undefined : `${publicUrl}${path}`,
  }
  return JSON.stringify(format === 'slack' ? slackMessage(message) : teamsMessage(message))
}

type Defused = { text: string; quote: string | null; link: string | undefined }

/** Slack, and what reads its messages: Mattermost, Rocket.Chat and Discord. */
function slackMessage({ text, quote, link }: Defused) {
  const first = `*${escapeEntities(text)}*${link ? ` <${link}|${messages.webhooks.chat.open}>` : ''}`
  const quoted =
    quote === null
      ? []
      : escapeEntities(quote)
          .split('\n')
          .map(line => `> ${line}`)
  return { text: [first, ...quoted].join('\n') }
}

const escapeEntities = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** An Adaptive Card. A text of a RichTextBlock has no mark-up. */
function teamsMessage({ text, quote, link }: Defused) {
  const block = (run: object) => ({ type: 'RichTextBlock', inlines: [{ type: 'TextRun', ...run }] })
  return {
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        contentUrl: null,
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.2',
          body: [block({ text, weight: 'Bolder' }), ...(quote === null ? [] : [block({ text: quote })])],
          actions: link ? [{ type: 'Action.OpenUrl', title: messages.webhooks.chat.open, url: link }] : [],
        },
      },
    ],
  }
}

/** Looks the same, and means nothing to a chat. They have no common way to escape it. */
const lookAlikes: Record<string, string> = { '*': '∗', '~': '∼', '`': 'ˋ' }
const invisible = '\u200b'

/** Makes texts of people harmless in a channel: no mentions such as @here, no mark-up, and no links under other words. */
function defuse(text: string): string {
  return (
    text
      .replace(/[*~`]/g, sign => lookAlikes[sign] ?? sign)
      .replace(/@/g, `@${invisible}`)
      .replaceAll('](', `]${invisible}(`)
      .replace(/^(\s*)([#>])/gm, `$1${invisible}$2`)
      // Inside a word, as in the name of a variable, it is no mark-up.
      .replace(/(?<![\p{L}\p{N}_])_+|_+(?![\p{L}\p{N}_])/gu, signs => '＿'.repeat(signs.length))
  )
}

/** What is never sent, wherever it is: estimates, and e-mails of people. */
export const neverSent = /email|estimate|^expected_hours$/

/** Longer texts and lists are cut until the body is small enough, and `is_shortened` says so. */
const cuts = [
  { text: Number.POSITIVE_INFINITY, list: Number.POSITIVE_INFINITY },
  { text: 4000, list: 100 },
  { text: 1000, list: 50 },
  { text: 300, list: 20 },
  { text: 80, list: 10 },
  { text: 40, list: 5 },
  { text: 20, list: 2 },
]

function composeJson({ type, timestamp, data }: Content): string {
  let body = ''
  for (const cut of cuts) {
    const shortened = cut === cuts[0] ? {} : { is_shortened: true }
    body = JSON.stringify({ type, timestamp, data: { ...shorten(data, cut), ...shortened } })
    if (Buffer.byteLength(body) <= limits.webhookBodyBytes) break
  }
  return body
}

function shorten<Value>(value: Value, cut: { text: number; list: number }): Value {
  const each = (item: unknown) => shorten(item, cut)
  if (typeof value === 'string') return cutText(value, cut.text) as Value
  if (Array.isArray(value)) return value.slice(0, cut.list).map(each) as Value
  if (value === null || typeof value !== 'object') return value
  const entries = Object.entries(value).filter(([name]) => !neverSent.test(name))
  return Object.fromEntries(entries.map(([name, item]) => [name, each(item)])) as Value
}
