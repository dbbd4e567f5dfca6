import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { linkedPaths } from '#shared/paths.ts'
import type { Actor } from '#shared/permissions.ts'
import { type SummaryLine, type SummarySection, summaryWords } from '#shared/summary-words.ts'
import type { Context } from '../../context.ts'
import { onOneLine } from '../../lib/cut-text.ts'
import { weekdayInWords } from '../../lib/day-words.ts'
import type { MailBlock, MailLine } from '../../mail/compose-mail.ts'
import { readSummary } from './summaries.service.ts'

/** Returns the text of a summary's mail. It has the same words as the page, with long lists cut. */
export async function summaryMail(
  ctx: Context,
  reader: Pick<Actor, 'id'>,
  date: string,
): Promise<{ text: string; body: MailBlock[] }> {
  const summary = await readSummary(ctx, reader, date)
  const { title, headline, sections } = summaryWords(summary, {
    viewerId: reader.id,
    day: day => weekdayInWords(day, summary.today),
    span: (first, last) => span.formatRange(Date.parse(first), Date.parse(last)),
  })
  return {
    // The text is also the subject, which has no full stop.
    text: `${title}: ${headline.replace(/\.$/, '')}`,
    body: sections.map(section => toBlock(section, date)),
  }
}

const span = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' })

function toBlock({ heading, text, names = [], lines = [], more }: SummarySection, date: string): MailBlock {
  const shownNames = names.slice(0, limits.summaryMailPeople)
  const shown = lines.slice(0, limits.summaryMailLines)
  const left = names.length - shownNames.length + lines.length - shown.length
  if (text !== undefined && names.length + lines.length === 0 && !more) return `${heading}: ${text}`
  return {
    heading: text === undefined ? heading : `${heading}: ${text}`,
    lines: [
      // All names are on one line, because a hundred lines of names would hide the rest.
      ...(shownNames.length > 0 ? [toNamesLine(shownNames, date)] : []),
      ...shown.map(({ text, path, notes }): MailLine => ({ text, path, note: notes.join(' · ') })),
      ...(left > 0 ? [{ text: messages.summaries.andMore(left), path: linkedPaths.summary(date) }] : []),
      ...(more ? [more] : []),
    ],
  }
}

function toNamesLine(names: readonly SummaryLine[], date: string): MailLine {
  const parts = names.map(({ text, path, notes }) => ({
    text: [onOneLine(text), ...notes.map(note => `(${note})`)].join(' '),
    path,
  }))
  return { text: parts.map(({ text }) => text).join(', '), path: linkedPaths.today(`?date=${date}`), parts }
}
