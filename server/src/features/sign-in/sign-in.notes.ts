import * as invitations from '#shared/contract/invitations.ts'
import * as signIn from '#shared/contract/sign-in.ts'
import { instant, type Notes } from '../../http/openapi/notes.ts'

export const signInNotes: Notes = {
  contract: [signIn, invitations],
  clearer: { Register: 'RegisteredUser' },
  fields: {
    password: { format: 'password', example: 'correct-horse-battery' },
    token: {
      description: 'Send it as `x-auth-token`.',
      example: 'the-token',
    },
    setup_code: { description: 'From the set-up link that the server prints.', example: 'the-set-up-code' },
    invite: { description: 'Instead of a password: the user chooses one through a link.', example: true },
    'InviteInput.password': { description: 'Not allowed beside `invite`.' },
    code: { description: 'From the link.', example: 'the-code-of-the-link' },
    link: {
      description: 'Opens the page to choose a password, once.',
      example: 'https://reports.example.org/welcome?code=the-code-of-the-link',
    },
    expires_at: instant,
    emailed: { description: 'The link was also sent by mail.', example: true },
    oidc: {
      description: 'The provider of single sign-on; null if there is none.',
      example: { name: 'Keycloak' },
    },
    email_enabled: { description: 'The server can send mail.', example: true },
    'Me.leads': { description: 'The teams that you lead, by name.', example: [] },
    has_teams: { description: 'There is a team that you can choose.', example: false },
    open: { description: 'True while there is no account.', example: false },
    'SetupInput.time_zone': {
      description: "The organization's time zone; by default the server's own.",
      example: 'Europe/Berlin',
    },
  },
}
