import * as reportDrafts from '#shared/contract/report-drafts.ts'
import { hours, type Notes, whole } from '../../http/openapi/notes.ts'

export const reportDraftsNotes: Notes = {
  contract: [reportDrafts],
  fields: {
    draft: { description: 'Null if nothing waits.' },
    'ReportDraft.tasks': { description: "Summary of the day's work.", example: 'Login page' },
    'ReportDraft.task_details': { description: 'Null stands for what the draft leaves to you.' },
    'DraftRow.description': { example: 'Fixed the login form' },
    'DraftRow.hours': { type: 'number', description: hours, example: 1.3 },
    'DraftRow.task_id': { ...whole, example: null },
    token_name: {
      description: 'The access token with which it was saved; null if it was saved with a sign-in.',
      example: 'Assistant',
    },
  },
}
