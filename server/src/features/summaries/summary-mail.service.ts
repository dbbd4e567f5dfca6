import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import type { Actor } from '#shared/permissions.ts'
import {
  type ListPaths,
  listPaths,
  type SummaryLine,
  type SummarySection,
  summaryWords,
} from '#shared/summary-words.ts'
import type { Context } from '../../context.ts'
import { onOneLine } from '../../lib/cut-text.ts'
import { weekdayInWords } from '../../lib/day-words.ts'
import type { MailBlock, MailLine } from '../../mail/compose-mail.ts'
import { findSummaryPeople, summarizeDay } from './summaries.service.ts'

/** Returns the text of a summary's mail. It has the same words as the page, with long lists cut. */
export async function summaryMail(
  ctx: Context,
  reader: Actor,
  date: string,
): Promise<{ text: string; body: MailBlock[] }> {
  const { people, isOfTeams } = await findSummaryPeople(ctx.db, reader)
  const summary = await summarizeDay(ctx, reader, date, people)
  const team = isOfTeams ? 'mine' : undefined
  const day = (day: string) => weekdayInWords(day, summary.today)
  const { headline, sections } = summaryWords(summary, {
    viewerId: reader.id,
    team,
    day,
    span: (first, last) => span.formatRange(Date.parse(first), Date.parse(last)),
  })
  return {
    // The text is also the subject, which has no full stop.
    text: `${messages.summaries.title(day(date), isOfTeams)}: ${headline.replace(/\.$/, '')}`,
    body: [
      ...sections.map(section => toBlock(section, date, listPaths(team))),
      ...(isOfTeams ? [toEveryone(date)] : []),
    ],
  }
}

const span = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' })

const toEveryone = (date: string): MailBlock => ({
  lines: [{ text: messages.summaries.ofEveryone, path: listPaths('everyone').summary(date) }],
})

function toBlock(
  { heading, text, names = [], lines = [], more }: SummarySection,
  date: string,
  lists: ListPaths,
): MailBlock {
  const shownNames = names.slice(0, limits.summaryMailPeople)
  const shown = lines.slice(0, limits.summaryMailLines)
  const left = names.length - shownNames.length + lines.length - shown.length
  if (text !== undefined && names.length + lines.length === 0 && !more) return `${heading}: ${text}`
  return {
    heading: text === undefined ? heading : `${heading}: ${text}`,
    lines: [
      // All names are on one line, because a hundred lines of names would hide the rest.
      ...(shownNames.length > 0 ? [toNamesLine(shownNames, lists.day(date))] : []),
      ...shown.map(({ text, path, notes }): MailLine => ({ text, path, note: notes.join(' · ') })),
      ...(left > 0 ? [{ text: messages.summaries.andMore(left), path: lists.summary(date) }] : []),
      ...(more ? [more] : []),
    ],
  }
}

function toNamesLine(names: readonly SummaryLine[], path: string): MailLine {
  const parts = names.map(({ text, path, notes }) => ({
    text: [onOneLine(text), ...notes.map(note => `(${note})`)].join(' '),
    path,
  }))
  return { text: parts.map(({ text }) => text).join(', '), path, parts }
}
