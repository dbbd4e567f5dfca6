import * as blockers from '#shared/contract/blockers.ts'
import { day, instant, type Notes, whole } from '../../http/openapi/notes.ts'

export const blockersNotes: Notes = {
  contract: [blockers],
  fields: {
    text: { example: 'Waiting for the design' },
    opened_on: { ...day, description: 'The date of the report that opened it.' },
    days_open: { ...whole, description: 'Calendar days until today, or until it was resolved.', example: 4 },
    owner_id: { ...whole, description: 'The user who takes care of it.', example: 2 },
    owner_name: { example: 'Max Manager' },
    resolved_at: { ...instant, example: null },
    resolved_by_name: { example: null },
    'Blocker.note': { description: 'How it was resolved.', example: null },
    'Blocker.report_id': { ...whole, description: 'The report that opened it.', example: 1 },
    'Blocker.is_shortened': { description: 'In a list: the text is cut.', example: false },
    'ResolveInput.note': { example: 'The design is in the project files' },
  },
}
