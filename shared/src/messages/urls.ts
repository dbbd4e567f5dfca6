import { limits } from '../limits.ts'

export const urls = {
  required: 'URL is required',
  typeUnknown: 'URL type is not valid',
  tooMany: `A project can have at most ${limits.urlsMax} URLs.`,
  notFound: 'URL not found',
  marked: 'URL marked for deletion.',
  removed: 'URL deleted.',
  editMarked: "This URL is marked for deletion, so you can't edit it.",
  confirmMark: 'This will mark the URL for deletion. An admin will need to complete the deletion. Continue?',
  confirmDelete: 'Are you sure you want to delete this URL?',
  confirmDeleteMarked: 'This URL was marked for deletion by a manager. Confirm permanent deletion?',
  confirmRestore: 'Are you sure you want to restore this URL?',
  loadFailed: 'Failed to load URLs.',
  addFailed: 'Failed to add URL.',
  updateFailed: 'Failed to update URL.',
  deleteFailed: 'Failed to delete URL.',
  restoreFailed: 'Failed to restore URL.',
  none: 'No URLs added',
  noneHint: 'Add the live site, the repository or other useful links above.',
  pending: 'Pending Deletion',
} as const
