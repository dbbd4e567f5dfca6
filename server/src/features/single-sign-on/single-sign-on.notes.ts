import * as singleSignOn from '#shared/contract/single-sign-on.ts'
import { instant, type Notes } from '../../http/openapi/notes.ts'

export const singleSignOnNotes: Notes = {
  contract: [singleSignOn],
  fields: {
    available: { description: 'The provider can be reached.', example: true },
    passwords: {
      description: 'Everyone may sign in with a password, not only administrators.',
      example: true,
    },
    'SignOnSessionInput.password': {
      format: 'password',
      description: 'Only if it was asked for.',
      example: 'correct-horse-battery',
    },
    'LinkIdentityInput.password': {
      format: 'password',
      description: 'Your own, if you have one.',
      example: 'correct-horse-battery',
    },
    'LinkIdentity.url': { description: 'A page of the provider.', example: 'https://login.example.com/auth' },
    'startSingleSignOn.to': { description: 'A path of the app, where the user comes back to.' },
    issuer: { description: 'The provider.', example: 'https://login.example.com' },
    'Identity.email': { description: 'As the provider told it last.', example: 'dina@company.example' },
    'Identity.last_used_at': instant,
  },
}
