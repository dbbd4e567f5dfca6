import * as teams from '#shared/contract/teams.ts'
import { type Notes, whole } from '../../http/openapi/notes.ts'

export const teamsNotes: Notes = {
  contract: [teams],
  fields: {
    'TeamInput.name': { example: 'Support' },
    'TeamEditInput.name': { example: 'Support' },
    'Team.name': { example: 'Support' },
    'TeamDetails.name': { example: 'Support' },
    'TeamInput.description': { example: 'Customers of the portal' },
    'TeamEditInput.description': { example: 'Customers of the portal' },
    'Team.description': { example: 'Customers of the portal' },
    'TeamDetails.description': { example: 'Customers of the portal' },
    lead_ids: { description: 'Admins and managers who lead the team.', example: [2] },
    member_ids: { example: [3] },
    'TeamPeopleInput.user_ids': { example: [3] },
    leads: { description: 'By name. A lead need not be a member.' },
    member_count: { ...whole, example: 9 },
    members: { description: 'By name.' },
    team_ids: { description: 'Ids of the teams that the new account joins.', example: [] },
    'TeamPage.people': { description: 'How many people you see; each counts once.' },
    'PeopleCount.all': { ...whole, example: 24 },
    'PeopleCount.mine': {
      ...whole,
      description: 'In the teams that you lead or, if you lead none, in those that you belong to.',
      example: 9,
    },
    mine: { description: 'Only teams that you lead or belong to.' },
  },
}
