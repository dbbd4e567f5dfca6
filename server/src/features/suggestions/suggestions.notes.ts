import * as suggestions from '#shared/contract/suggestions.ts'
import { type Notes, whole } from '../../http/openapi/notes.ts'

export const suggestionsNotes: Notes = {
  contract: [suggestions],
  fields: {
    plan: { description: 'Of your last report before the date. Null without one.' },
    lines: {
      description: 'Without bullets, numbers and check boxes. Lines that no row has room for are cut.',
      example: ['Finish the sign-in page'],
    },
    'Suggestions.tasks': { description: 'Assigned to you: in progress, then pending, newest first.' },
    'SuggestedTask.task_id': { ...whole, example: 4 },
    'SuggestedTask.status': { example: 'in_progress' },
    'SuggestedTask.title': { example: 'Build the page' },
    'SuggestedRow.description': { example: 'Daily stand-up' },
    recent: { description: 'The most frequent first, without what is in `plan` or `tasks`.' },
    'Suggestions.activity': {
      description:
        'What you did elsewhere on this date, the latest first: the commits of a branch are one, and a merged request stands for them.',
    },
    'SuggestedActivity.title': { example: 'Fix the login page and 3 more commits' },
    'SuggestedActivity.link': { example: 'https://github.com/example/website/commit/1a2b3c' },
    'Suggestions.blockers': { description: 'Open ones you wrote, the oldest first.' },
  },
}
