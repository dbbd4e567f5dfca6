import * as errors from '#shared/contract/errors.ts'
import { day, instant, type Notes, whole } from './notes.ts'

export const commonNotes: Notes = {
  contract: [errors],
  fields: {
    id: { ...whole, example: 1 },
    user_id: { ...whole, example: 3 },
    project_id: { ...whole, example: 1 },
    name: { example: 'Dina Developer' },
    email: { format: 'email', example: 'dina@example.org' },
    role: { example: 'developer' },
    created_at: instant,
    msg: { description: 'A sentence for the user.', example: 'Saved.' },
    date: { ...day, description: 'Calendar date.' },
    startDate: { ...day, description: 'First date, inclusive.', example: '2026-03-01' },
    endDate: { ...day, description: 'Last date, inclusive.', example: '2026-03-31' },
    from: { ...day, description: 'First day, inclusive.', example: '2026-03-01' },
    to: { ...day, description: 'Last day, inclusive.', example: '2026-03-31' },
    search: { description: 'Text to search for.', example: 'website' },
    userId: { description: 'Only this user.' },
    projectId: { description: 'Only this project.' },
    user_name: { example: 'Dina Developer' },
    user_email: { format: 'email', example: 'dina@example.org' },
    user_role: { example: 'developer' },
    project_name: { example: 'Website' },
    total: { ...whole, example: 1 },
    totalPages: { ...whole, example: 1 },
    pages: { ...whole, example: 1 },
    page: { ...whole, example: 1 },
    limit: { ...whole, description: 'Entries per page.', example: 10 },
  },
}
