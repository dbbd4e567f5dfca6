import { limits } from '../limits.ts'
import { roles } from '../roles.ts'

/** What shows the name of an erased account, and the failed sign-ins that were removed with its e-mail. */
export type ErasedCounts = Record<'reports' | 'comments' | 'tasks' | 'files' | 'failures', number>

const counted = (count: number, one: string) =>
  `${count.toLocaleString('en-US')} ${one}${count === 1 ? '' : 's'}`

function shownOn({ reports, comments, tasks, files }: ErasedCounts, shown: string): string {
  const total = reports + comments + tasks + files
  if (total === 0) return 'No report, comment, task or file showed them.'
  const kinds = [
    [reports, 'report'],
    [comments, 'comment'],
    [tasks, 'task'],
    [files, 'file'],
  ] as const
  const parts = kinds.filter(([count]) => count > 0).map(([count, one]) => counted(count, one))
  const list = [parts.slice(0, -1).join(', '), parts.at(-1)].filter(Boolean).join(' and ')
  return `${list} now ${total === 1 ? 'shows' : 'show'} "${shown}".`
}

const removedFailures = (failures: number) =>
  failures === 0
    ? ''
    : `, and so ${failures === 1 ? 'was' : 'were'} ${counted(failures, 'failed sign-in')} with this email`

export const user = {
  nameRequired: 'Name is required',
  nameTooShort: `Name must be at least ${limits.nameMin} characters`,
  emailRequired: 'Email is required',
  emailInvalid: 'Invalid email address',
  passwordRequired: 'Password is required',
  passwordTooShort: `Password must be at least ${limits.passwordMin} characters`,
  confirmPasswordRequired: 'Confirm password is required',
  passwordsMustMatch: 'Passwords must match',
  roleRequired: 'Role is required',
  notFound: 'User not found',
  lastAdmin: 'This is the last admin. Make someone else an admin first.',
  ownRole: "You can't change your own role.",
  ownAccount: "You can't delete your own account.",
  deleted: (name: string) => `User ${name} has been successfully deleted.`,
  updated: (name: string) => `User ${name} has been successfully updated.`,
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
  formerMember: (id: number) => `Former member ${id}`,
  eraseLive: (name: string) =>
    `${name} still has an account. Delete it first, then erase the name and email.`,
  erased: (name: string, id: number, changed: ErasedCounts) =>
    [
      `The name and email of ${name} were erased.`,
      shownOn(changed, `Former member ${id}`),
      `The password was removed${removedFailures(changed.failures)}.`,
      'Text that people typed and earlier backups are unchanged.',
    ].join(' '),
  alreadyErased: (name: string) => `${name} was erased before. Nothing was changed.`,
  confirmErase: (name: string, id: number) =>
    `Replace the name and email of "${name}" with "Former member ${id}" everywhere?`,
  eraseIsFinal: "This can't be undone. Text that people typed and earlier backups stay as they are.",
  eraseFailed: 'Failed to erase the name and email.',
  deletedNone: 'No deleted accounts',
  deletedLoadFailed: 'Failed to load deleted accounts. Please try again.',
  roleUnknown: `Role must be one of ${roles.join(', ')}`,
} as const
