import * as projects from '#shared/contract/projects.ts'
import type { Notes } from '../../http/openapi/notes.ts'

export const projectsNotes: Notes = {
  contract: [projects],
  fields: {
    'ProjectInput.name': { example: 'Website' },
    'Project.name': { example: 'Website' },
    'Project.description': { example: 'The public website' },
    'ProjectInput.description': { example: 'The public website' },
    developers: { description: 'The staff assigned to the project.' },
    'ProjectInput.developers': {
      description: 'Ids of the staff assigned to the project. Leave it out to keep them.',
      example: [3],
    },
  },
}
