import type { ProjectFile } from '#shared/contract/files.ts'
import type { Project } from '#shared/contract/projects.ts'
import type { ProjectUrl } from '#shared/contract/urls.ts'

export const makeProject = (given: Partial<Project> = {}): Project => ({
  id: 1,
  name: 'Apollo',
  description: 'To the moon',
  developers: [
    { id: 7, name: 'Robin Reyes' },
    { id: 8, name: 'Sam Silva' },
  ],
  created_at: '2026-03-02T12:00:00.000Z',
  ...given,
})

export const makeFile = (given: Partial<ProjectFile> = {}): ProjectFile => ({
  id: 5,
  file_name: 'plan.pdf',
  file_type: 'application/pdf',
  file_size: 1536,
  pendingDeletion: false,
  uploaded_by: 'Sam Silva',
  created_at: '2026-03-02T12:00:00.000Z',
  ...given,
})

export const makeUrl = (given: Partial<ProjectUrl> = {}): ProjectUrl => ({
  id: 9,
  url_type: 'staging',
  url: 'https://staging.example.com',
  is_blurred: false,
  created_at: '2026-03-02T12:00:00.000Z',
  ...given,
})
