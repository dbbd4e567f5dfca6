import type { SearchHit, SearchType } from '#shared/contract/search.ts'
import { hoursNumber } from '#shared/hours.ts'
import { limits } from '#shared/limits.ts'
import { linkedPaths } from '#shared/paths.ts'
import { type Actor, can } from '#shared/permissions.ts'
import { hasWord } from '#shared/search-words.ts'
import { cutText, withDots } from '../../lib/cut-text.ts'
import { isName } from './entries.ts'
import type { Searchable } from './searchables.queries.ts'
import { snippetOf } from './snippet.ts'

/** Twenty of the longest reports take seconds, so other requests run between their texts. */
export async function presentHit(
  type: SearchType,
  thing: Searchable,
  viewer: Actor,
  searched: readonly string[],
  yieldIfLong: () => Promise<void>,
): Promise<SearchHit> {
  const { id, title, texts, date, person, project, minutes } = thing
  // A name is the first of its texts.
  const beside = isName(type) ? texts.slice(1) : []
  // The title has the name already, so what stands beside it comes first.
  const shown = await withHitFirst(isName(type) ? [...beside, title] : texts, searched, yieldIfLong)
  return {
    type,
    id,
    title: isName(type) ? title : cutText(withDots(title.trim()), limits.allReportsCut),
    date,
    person,
    project,
    hours: minutes === null ? null : hoursNumber(minutes),
    link: linkTo(type, thing, viewer),
    snippet: snippetOf(shown, searched),
    about: beginningOf(beside),
  }
}

/** The texts from the first one with a hit on; without a hit, the first text that isn't empty. */
async function withHitFirst(
  texts: readonly string[],
  searched: readonly string[],
  yieldIfLong: () => Promise<void>,
): Promise<readonly string[]> {
  for (const [index, text] of texts.entries()) {
    await yieldIfLong()
    if (hasWord(text, searched)) return texts.slice(index)
  }
  return texts.filter(text => text.trim() !== '').slice(0, 1)
}

function beginningOf(texts: readonly string[]): string | null {
  const written = texts.find(text => text.trim() !== '')
  return written === undefined ? null : cutText(withDots(written.trim()), limits.snippetCut)
}

function linkTo(type: SearchType, { id, ownerId, reportId, texts }: Searchable, viewer: Actor): string {
  switch (type) {
    case 'report':
      return linkToReport(viewer, ownerId, id)
    case 'comment':
      return linkToReport(viewer, ownerId, reportId ?? 0, id)
    case 'task':
      return linkedPaths.task(id)
    case 'project':
      return can(viewer, 'admin.open') ? linkedPaths.projectSummary(id) : linkedPaths.dashboard()
    case 'person':
      return linkedPaths.users(`?search=${encodeURIComponent(texts[1] ?? '')}`)
  }
}

/** Authors read their report where they can edit it, others where they review it. */
function linkToReport(viewer: Actor, authorId: number | null, reportId: number, commentId?: number): string {
  if (viewer.id === authorId) return linkedPaths.report(reportId, commentId)
  return linkedPaths.reviewReport(reportId, commentId === undefined ? '' : `#comment-${commentId}`)
}
