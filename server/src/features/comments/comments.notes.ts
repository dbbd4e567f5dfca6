import * as comments from '#shared/contract/comments.ts'
import { type Notes, whole } from '../../http/openapi/notes.ts'

export const commentsNotes: Notes = {
  contract: [comments],
  fields: {
    comment: { example: 'Nice work!' },
    comment_count: { ...whole, description: 'How many comments it has.', example: 2 },
    parent_id: { ...whole, description: 'The comment it replies to, if any.', example: null },
    mentions: {
      description: 'Users named in the text.',
      example: [{ id: 2, name: 'Max Manager' }],
    },
    'CommentInput.mentions': {
      description: 'Ids of users named in the text. Users who may not read the report are left out.',
      example: [2],
    },
  },
}
