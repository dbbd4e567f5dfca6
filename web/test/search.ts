import type { SearchHit, SearchReply } from '#shared/contract/search.ts'

export const makeHit = (given: Partial<SearchHit> = {}): SearchHit => ({
  type: 'report',
  id: 1,
  title: 'Moved the portal',
  date: null,
  person: null,
  project: null,
  hours: null,
  link: '/reports/1',
  snippet: [],
  about: null,
  ...given,
})

export function makeResults(data: SearchHit[], given: Partial<SearchReply> = {}): SearchReply {
  const countOf = (type: SearchHit['type']) => data.filter(hit => hit.type === type).length
  return {
    data,
    counts: {
      report: countOf('report'),
      comment: countOf('comment'),
      task: countOf('task'),
      project: countOf('project'),
      person: countOf('person'),
    },
    pagination: { total: data.length, pages: 1, page: 1, limit: 10 },
    indexing: null,
    ...given,
  }
}
