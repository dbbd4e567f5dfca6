import * as accessTokens from '#shared/contract/access-tokens.ts'
import { instant, type Notes } from '../../http/openapi/notes.ts'

export const accessTokensNotes: Notes = {
  contract: [accessTokens],
  fields: {
    scope: { example: 'read' },
    expires_in_days: { description: '30, 90 or 365 days, or null for never.', example: 90 },
    'AccessToken.expires_at': { ...instant, description: 'Null if it never expires.' },
    ending: { description: 'The last four characters of the token.', example: 'x7Qa' },
  },
}
