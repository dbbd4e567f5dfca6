import * as record from '#shared/contract/record.ts'
import type { Notes } from '../../http/openapi/notes.ts'

export const recordNotes: Notes = {
  contract: [record],
  fields: {
    actorId: { description: 'Who did it.', example: 1 },
    'exportRecord.format': { description: 'The kind of file.', example: 'csv' },
    'RecordEntry.kind': { example: 'user.role_changed' },
    actor: { description: 'Who did it. Null if no user did.' },
    target: { description: 'What it was done to. Its name is null if it is gone.' },
    via: {
      description:
        'In the app, with an access token, by single sign-on, by a command on the server, or by a job.',
      example: 'session',
    },
    details: {
      description: 'Ids, numbers and choices, which differ by kind.',
      example: { from: 'developer', to: 'manager' },
    },
  },
}
