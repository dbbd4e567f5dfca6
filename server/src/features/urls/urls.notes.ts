import * as urls from '#shared/contract/urls.ts'
import type { Notes } from '../../http/openapi/notes.ts'

export const urlsNotes: Notes = {
  contract: [urls],
  clearer: { Url: 'ProjectUrl', UrlInput: 'ProjectUrlInput' },
  fields: {
    url_type: { example: 'staging' },
    url: { example: 'https://staging.example.org' },
    is_blurred: { description: 'Marked for deletion by a manager.', example: false },
  },
}
