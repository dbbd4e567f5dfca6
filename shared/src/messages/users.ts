import { limits } from '../limits.ts'
import { formatCount } from '../numbers.ts'
import { type Role, roles } from '../roles.ts'

/** What shows the name of an erased account, and the failed sign-ins that were removed with its email. */
type ErasedCounts = Record<'reports' | 'comments' | 'tasks' | 'files' | 'failures', number>

const counted = (count: number, one: string) => `${formatCount(count)} ${one}${count === 1 ? '' : 's'}`

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

export const users = {
  exists: 'User already exists',
  aboutPassword: 'They can sign in right away with the password you tell them.',
  /** Why a manager can't give a role. `may` says which ones they can. */
  notToRegister: (may: (role: Role) => boolean) =>
    may('manager')
      ? 'Only admins can register other admins.'
      : 'Only admins can register managers and admins.',
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
  roleUnknown: `Role must be one of ${roles.join(', ')}`,
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
  reviewersOnlyByAdmins: 'Only admins can do this for managers.',
  accessOnlyByAdmins: "Only admins can change a manager's email and role.",
  secondStepKept: (act: 'take the role' | 'change the email') =>
    `Only admins can ${act} of a manager who has a second step.`,
  ownPassword: "You'll be signed out everywhere. Sign in again with the new password.",
  importTooMany: `You can add at most ${limits.importMax} people at once`,
  importNone: 'Add at least one person',
  importProjectsInvalid: 'Projects must be a list of names',
  importProjectsTooMany: `A person can have at most ${limits.importProjectsMax} projects here`,
  importNewProjectsTooMany: `You can create at most ${limits.importProjectsMax} projects at once`,
  importSameEmail: (line: number) => `This email is also on line ${line}`,
  importProjectUnknown: (name: string) => `There is no project “${name}”`,
  importListTooLong: (count: number) =>
    `This list has ${formatCount(count)} people. You can add at most ${limits.importMax} at once.`,
  importNothingRead: 'Paste at least one name or email.',
  importFileUnreadable: "We couldn't read this file.",
  importFileTooLarge: `This file is too large for a list of ${limits.importMax} people.`,
  importIgnored: (headings: string[]) => `Ignored columns: ${headings.join(', ')}.`,
  importRoleUnknown: (word: string) => `“${word}” is not a role. Choose one.`,
  importProjectUndecided: (name: string) => `“${name}” doesn't exist yet. Create it or leave it out above.`,
  importSummary: (people: number, wrong: number) =>
    `${people} ${people === 1 ? 'person' : 'people'}. ${
      wrong === 0
        ? 'Everything looks right.'
        : `${wrong} ${wrong === 1 ? 'line needs' : 'lines need'} a change.`
    }`,
  importRefused: (wrong: number) => `Fix ${counted(wrong, 'line')} to send the invitations.`,
  importHaveAccounts: (count: number) =>
    count === 1
      ? '1 person on this list already has an account.'
      : `${count} people on this list already have an account.`,
  importNoAnswer: "We couldn't reach the server. Please try again. No one will be invited twice.",
  importFailed: "We couldn't invite these people. Please try again.",
  importInvited: (count: number) => `You've invited ${count === 1 ? '1 person' : `${count} people`}.`,
  importMailed: "We've emailed each of them a link. You can also copy the links.",
  importSendLinks: 'Send each of them their link.',
  importLinksLater: "Until then, you'll also find it in Manage Users.",
  importCopyFailed: "We couldn't copy this. You'll find each link in Manage Users.",
  importProjectsFailed: "We couldn't load the projects. Please try again.",
  formerMember: (id: number) => `Former member ${id}`,
  stillLive: (name: string) =>
    `${name} still has an account. Delete it first, then erase the name and email.`,
  erased: (name: string, id: number, changed: ErasedCounts) =>
    [
      `The name and email of ${name} were erased.`,
      shownOn(changed, `Former member ${id}`),
      `The password was removed${removedFailures(changed.failures)}.`,
      'Text that people typed and earlier backups are unchanged.',
    ].join(' '),
  alreadyErased: (name: string) => `${name} was already erased. Nothing was changed.`,
  confirmErase: (name: string, id: number) =>
    `Replace the name and email of "${name}" with "Former member ${id}" everywhere?`,
  eraseIsFinal: "This can't be undone. Text that people typed and earlier backups stay as they are.",
  eraseFailed: "We couldn't erase the name and email.",
  noneDeleted: 'No deleted accounts',
  deletedFailed: "We couldn't load deleted accounts. Please try again.",
} as const
