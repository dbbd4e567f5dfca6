import type { SearchHit, SearchType } from '#shared/contract/search.ts'
import { hoursNumber } from '#shared/hours.ts'
import { limits } from '#shared/limits.ts'
import { linkedPaths } from '#shared/paths.ts'
import { type Actor, can } from '#shared/permissions.ts'
import { cutText, withDots } from '../../lib/cut-text.ts'
import { isName } from './entries.ts'
import type { Searchable } from './searchables.queries.ts'
import { snippetOf } from './snippet.ts'

export function presentHit(
  type: SearchType,
  thing: Searchable,
  viewer: Actor,
  searched: readonly string[],
): SearchHit {
  const { id, title, texts, date, person, project, minutes } = thing
  // A name is the first of its texts.
  const beside = isName(type) ? texts.slice(1) : []
  return {
    type,
    id,
    title: isName(type) ? title : cutText(withDots(title.trim()), limits.allReportsCut),
    date,
    person,
    project,
    hours: minutes === null ? null : hoursNumber(minutes),
    link: linkTo(type, thing, viewer),
    // The title has the name already, so what stands beside it comes first.
    snippet: snippetOf(isName(type) ? [...beside, title] : texts, searched),
    about: beginningOf(beside),
  }
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
