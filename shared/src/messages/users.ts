/** Managing users. Not in all.ts: the login page doesn't need them. */
export const usersMessages = {
  deleted: (name: string) => `User ${name} has been successfully deleted.`,
  updated: (name: string) => `User ${name} has been successfully updated.`,
  linkEnded: 'The invitation link no longer works. Use "Copy invitation link" to create a new one.',
  passwordUpdated: (name: string) => `Password for ${name} has been successfully updated.`,
  registered: (name: string) => `User ${name} has been successfully registered.`,
  loading: 'Loading users...',
  none: 'No users found',
  loadFailed: 'Failed to load users. Please try again.',
  deleteFailed: 'Failed to delete user.',
  updateFailed: 'Failed to update user.',
  passwordFailed: 'Failed to update password.',
  tryAgain: 'Please try again.',
  confirmDelete: (name: string) => `Are you sure you want to delete the user "${name}"?`,
  workStays: "They won't be able to sign in. Their reports, comments and tasks stay.",
  adminsOnly: 'Only admins can manage other admins.',
  ownPassword: "You'll be signed out everywhere. Sign in again with the new password.",
} as const
