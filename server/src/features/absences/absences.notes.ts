import * as absences from '#shared/contract/absences.ts'
import { day, type Notes, whole } from '../../http/openapi/notes.ts'

export const absencesNotes: Notes = {
  contract: [absences],
  fields: {
    start_date: { ...day, description: 'First day, inclusive.' },
    end_date: { ...day, description: 'Last day, inclusive.', example: '2026-03-12' },
    kind: { example: 'vacation' },
    note: { example: 'At the sea' },
    'AbsenceInput.user_id': { ...whole, description: 'Only for reviewers. By default yourself.', example: 3 },
  },
}
