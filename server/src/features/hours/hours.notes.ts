import * as hoursContract from '#shared/contract/hours.ts'
import { hours, type Notes, whole } from '../../http/openapi/notes.ts'

export const hoursNotes: Notes = {
  contract: [hoursContract],
  fields: {
    totalHours: { description: hours, example: 1.3 },
    project_hours: { description: `${hours} Only the time on the chosen project.`, example: 0.45 },
    includeTaskDetails: { description: 'Send `task_details` too.' },
    taskCount: { ...whole, example: 1 },
    userDistribution: { description: 'Most hours first.' },
    of_your_teams: {
      description:
        'Whether only people of your teams are counted, because the settings limit managers to them.',
      example: false,
    },
    'ProjectSummary.project': { example: { id: 1, name: 'Website' } },
    'ProjectSummary.user': { description: 'Null for all users.' },
  },
}
