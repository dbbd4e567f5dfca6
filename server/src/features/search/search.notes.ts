import * as search from '#shared/contract/search.ts'
import { type Notes, whole } from '../../http/openapi/notes.ts'

export const searchNotes: Notes = {
  contract: [search],
  fields: {
    q: { description: 'Words to search for. Emoji and signs alone are none.', example: 'login page' },
    type: { description: 'Only hits of this kind.', example: 'report' },
    of: {
      description: '`names` of people, projects and tasks, or `texts` of reports and comments.',
      example: 'names',
    },
    'SearchHit.id': { ...whole, description: 'The id of the person, project, task, report or comment.' },
    'SearchHit.title': {
      description: "A name, the title of a task, or the beginning of a report's summary.",
      example: 'Finished the customer portal',
    },
    'SearchHit.date': {
      description: 'Of the report, also of the one that a comment belongs to.',
      example: '2026-03-10',
    },
    'SearchHit.person': {
      description: 'The author, or the assignee of a task.',
      example: { id: 3, name: 'Dina Developer' },
    },
    'SearchHit.project': { example: { id: 1, name: 'Website' } },
    'SearchHit.hours': { description: 'Of reports only.', example: 7.3 },
    'SearchHit.link': { description: 'The path of its screen, for this user.', example: '/admin/reports/7' },
    snippet: {
      description: 'The text around the first hit. `hit` marks the words that were searched for.',
      example: [
        { text: 'Finished the ', hit: false },
        { text: 'customer', hit: true },
      ],
    },
    'SearchHit.about': {
      description: 'Beside a name: the e-mail of a person, or the beginning of a description.',
      example: null,
    },
    'SearchCounts.report': { ...whole, example: 12 },
    'SearchCounts.comment': { ...whole, example: 3 },
    'SearchCounts.task': { ...whole, example: 2 },
    'SearchCounts.project': { ...whole, example: 1 },
    'SearchCounts.person': { ...whole, example: 0 },
    'Search.counts': { description: 'Hits of each kind, whatever `type` is. Each number stops at 1,000.' },
    indexing: {
      description: 'How far the index is, while not everything is found yet. Null once it is complete.',
      example: null,
    },
  },
}
