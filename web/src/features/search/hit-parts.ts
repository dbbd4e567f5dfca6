import chat from 'bootstrap-icons/icons/chat-left-text.svg?raw'
import check from 'bootstrap-icons/icons/check2-square.svg?raw'
import folder from 'bootstrap-icons/icons/folder2.svg?raw'
import journal from 'bootstrap-icons/icons/journal-text.svg?raw'
import person from 'bootstrap-icons/icons/person.svg?raw'
import type { SearchHit, SearchType } from '#shared/contract/search.ts'
import { formatHours, minutesOf } from '#shared/hours.ts'
import { formatDay } from '../../lib/dates.ts'
import { hasEveryWord, markWords } from './marked.tsx'

type Kind = { one: string; several: string; icon: string }

/** What a hit can be, in words. */
export const kinds: Record<SearchType, Kind> = {
  person: { one: 'Person', several: 'People', icon: person },
  project: { one: 'Project', several: 'Projects', icon: folder },
  task: { one: 'Task', several: 'Tasks', icon: check },
  report: { one: 'Report', several: 'Reports', icon: journal },
  comment: { one: 'Comment', several: 'Comments', icon: chat },
}

/** On one line, without the "…" of a cut text. */
const plain = (text: string) => text.replace(/\s+/g, ' ').trim().replace(/…$/, '').trimEnd()

/**
 * The title with its marks, and the text around the words, if the title doesn't show it or all the words already. A name then
 * has what stands beside it.
 */
export function linesOf({ type, title, snippet, about }: SearchHit, searched: string) {
  const [whole, part] = [plain(title), plain(snippet.map(({ text }) => text).join(''))]
  // The title of a report is the beginning of its summary, from which the snippet is taken.
  const hasAllWords = type === 'report' && hasEveryWord(title, searched)
  const isShown = hasAllWords || whole.startsWith(part) || part.startsWith(whole)
  const beside = about === null || whole.startsWith(plain(about)) ? [] : [{ text: about, hit: false }]
  return { title: markWords(title, searched), below: isShown ? beside : snippet }
}

/** The person, project, date and hours of a hit. The title already names a person or project that is the hit. */
export function factsOf({ type, person, project, date, hours }: SearchHit): string[] {
  return [
    type === 'person' ? undefined : person?.name,
    type === 'project' ? undefined : project?.name,
    date === null ? undefined : formatDay(date),
    hours === null ? undefined : formatHours(minutesOf(hours)),
  ].filter(fact => fact !== undefined)
}
