import { limits } from '../limits.ts'
import { formatCount } from '../numbers.ts'

export const projects = {
  nameRequired: 'Project name is required',
  nameTaken: 'A project with this name already exists',
  developersInvalid: 'Developers must be a list of user IDs',
  developersTooMany: `A project can have at most ${formatCount(limits.membersMax)} people`,
  developerMissing: 'One of the selected people no longer has an account',
  created: 'Project created successfully!',
  updated: 'Project updated successfully!',
  deleted: (name: string) => `Project "${name}" has been deleted.`,
  confirmDelete: (name: string) =>
    `Are you sure you want to delete the project "${name}"? This action cannot be undone.`,
  loadFailed: 'Failed to load projects',
  listFailed: 'Failed to load projects. Please try again.',
  createFailed: 'Failed to create project. Please try again.',
  updateFailed: 'Failed to update project. Please try again.',
  deleteFailed: 'Failed to delete project. Please try again.',
  searchFailed: 'Failed to search projects. Please try again.',
  none: 'No projects found. Click "Add New Project" to create one.',
  noneMatch: (search: string) => `No projects match “${search}”.`,
  noneOfUser: 'No projects found for selected user. The user might not be assigned to any projects.',
  noneMine: "You're not assigned to any projects yet",
  noneMineHint: "When you're assigned to a project, its files and links appear here.",
  noDevelopers: 'No developers assigned',
  developerCount: (count: number) => (count === 1 ? '1 developer' : `${count} developers`),
  noDevelopersAtAll: 'No developers to assign yet. Register them first.',
  developersFailed: "We couldn't load the developers. Please try again.",
} as const
