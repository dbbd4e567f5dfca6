import * as files from '#shared/contract/files.ts'
import { type Notes, whole } from '../../http/openapi/notes.ts'

export const filesNotes: Notes = {
  contract: [files],
  clearer: { File: 'ProjectFile' },
  fields: {
    file_name: { example: 'offer.pdf' },
    file_type: { example: 'application/pdf' },
    file_size: { ...whole, description: 'Bytes.', example: 48_213 },
    pendingDeletion: { description: 'Marked for deletion by a manager.', example: false },
    uploaded_by: {
      description:
        "The user's name. Empty for managers who see only their teams, if that user is in none of them.",
      example: 'Dina Developer',
    },
    blurred: { description: 'True: marked for deletion. False: deleted.', example: false },
  },
}
