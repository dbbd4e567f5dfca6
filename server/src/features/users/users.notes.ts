import * as users from '#shared/contract/users.ts'
import { instant, type Notes, whole } from '../../http/openapi/notes.ts'

export const usersNotes: Notes = {
  contract: [users],
  fields: {
    teams: { description: 'By name. In an import, the names of existing teams.', example: [] },
    last_sign_in_at: { ...instant, description: 'Null if the user never signed in.' },
    sees_only_teams: {
      description: 'The settings limit this manager to themselves and the members of teams that they lead.',
      example: false,
    },
    sign_ins: { ...whole, description: 'How many sign-ins have ended.', example: 2 },
    end_identities: {
      description: 'Also ends the linked sign-ins of a provider, which work without the password.',
      example: true,
    },
    'EndedAccess.identities': { description: 'The linked sign-ins of a provider, which have not ended.' },
    'EndedAccess.tokens': { ...whole, description: 'How many access tokens have ended.', example: 1 },
    invited: { description: 'Has no password yet.', example: false },
    off_today: { description: 'Has time off today, in their time zone.', example: false },
    people: { description: 'One entry for each person to invite.' },
    projects: { description: 'Names of projects to assign.', example: ['Website'] },
    create_projects: {
      description: 'Names of projects to create first, unless they exist.',
      example: ['Website'],
    },
    dry_run: { description: 'Checks everything and saves nothing.', example: false },
    created: { ...whole, description: 'How many accounts were created.', example: 1 },
  },
}
