import { weekdayInWords } from '#shared/day-words.ts'
import { summaryLimits } from '#shared/limits.ts'
import { summaryMessages } from '#shared/messages/summary.ts'
import type { Actor } from '#shared/permissions.ts'
import {
  type SummaryLine,
  type SummarySection,
  type SummaryTarget,
  summaryWords,
} from '#shared/summary-words.ts'
import type { Context } from '../../context.ts'
import { onOneLine } from '../../lib/cut-text.ts'
import type { MailBlock, MailLine } from '../../mail/compose-mail.ts'
import { readSummary } from './summaries.service.ts'

/** What the mail of a summary says: the words of its page now, with the ends of long lists left to the page. */
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
    // As a subject it has no full stop.
    text: `${title}: ${headline.replace(/\.$/, '')}`,
    body: sections.map(section => blockOf(section, date)),
  }
}

const span = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' })

function blockOf({ heading, text, names = [], lines = [], more }: SummarySection, date: string): MailBlock {
  const shownNames = names.slice(0, summaryLimits.mailedPeople)
  const shown = lines.slice(0, summaryLimits.mailedLines)
  const left = names.length - shownNames.length + lines.length - shown.length
  if (text !== undefined && names.length + lines.length === 0 && !more) return `${heading}: ${text}`
  return {
    heading: text === undefined ? heading : `${heading}: ${text}`,
    lines: [
      // One line for all: a hundred lines of names would hide all else.
      ...(shownNames.length > 0 ? [namesOf(shownNames, date)] : []),
      ...shown.map(
        ({ text, target, notes }): MailLine => ({
          text,
          path: pathTo(target),
          note: notes.join(' · '),
        }),
      ),
      ...(left > 0 ? [{ text: summaryMessages.andMore(left), path: pathTo({ to: 'summary', date }) }] : []),
      ...(more ? [{ text: more.text, path: pathTo(more.target) }] : []),
    ],
  }
}

function namesOf(names: readonly SummaryLine[], date: string): MailLine {
  const parts = names.map(({ text, target, notes }) => ({
    text: [onOneLine(text), ...notes.map(note => `(${note})`)].join(' '),
    path: pathTo(target),
  }))
  return { text: parts.map(({ text }) => text).join(', '), path: pathTo({ to: 'day', date }), parts }
}

/** Of the web app, as web/src/app/paths.ts spells them. */
function pathTo(target: SummaryTarget): string {
  switch (target.to) {
    case 'report':
      return `/admin/reports/${target.id}`
    case 'day':
      return `/admin/today?date=${target.date}`
    case 'summary':
      return `/admin/summaries/${target.date}`
    case 'project':
      return `/admin/projects/${target.id}/summary`
    case 'blockers':
      return '/admin/blockers'
    case 'waiting':
      return '/admin/reports?review=unreviewed'
  }
}
