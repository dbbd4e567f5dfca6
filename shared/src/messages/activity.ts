import { limits } from '../limits.ts'
import { formatCount } from '../numbers.ts'

export const activity = {
  nameRequired: 'Name is required',
  kindUnknown: 'Choose GitHub, GitLab or Gitea',
  projectRequired: 'Choose a project',
  sourceNotFound: 'Source not found',
  hookRefused: 'This call was not accepted.',
  titleRequired: 'Title is required',
  urlRequired: 'URL is required',
  urlInvalid: 'URL must begin with https:// or http://',
  atInvalid: 'at must be a time such as 2026-03-10T16:45:00Z',
  externalIdRequired: 'external_id is required',
  itemsRequired: 'Send at least one item',
  tooManyItems: `Send at most ${limits.activityItemsMax} items at once`,
  emailsInvalid: 'Emails must be a list of emails',
  tooManyEmails: `List at most ${limits.activityEmailsMax} emails`,
  emailTaken: (email: string) => `The email ${email} belongs to another account`,
  loginRequired: 'Login is required',
  loginInvalid: 'Write the login without spaces, @ and slashes',
  loginsInvalid: 'Logins must be a list of kinds and logins',
  tooManyLogins: `List at most ${limits.activityLoginsMax} logins`,
  loginTaken: (login: string) => `The login ${login} belongs to another account`,
  claimNotFound: 'This email or login no longer waits to be confirmed.',
  codeRequired: 'Code is required',
  codeWrong: "That code isn't right, or it has expired.",
  codeSent: (email: string) => `We've sent a new code to ${email}.`,
  tooManyCodes: `You've had ${limits.activityCodeMailsPerDay} codes sent today. Try again tomorrow, or ask a reviewer to confirm it.`,
  ownConfirmed: (email: string) => `${email} now counts as yours.`,
  confirmed: (name: string, userName: string) => `${name} now counts for ${userName}.`,
  declined: (name: string, userName: string) => `${name} was removed from ${userName}'s list.`,
  claimsHeading: 'Git emails and logins to confirm',
  claimsAbout:
    'People listed these as theirs, and someone else may use them: a Git server named them in the last 90 days, or another account lists them. Ask the person before you confirm.',
  confirmFailed: "We couldn't confirm it. Please try again.",
  declineFailed: "We couldn't remove it. Please try again.",
  pendingHeading: 'Waiting to be confirmed',
  pendingAbout:
    "Someone else may use these, so they count only once they are confirmed. Until then, we don't suggest anything from them.",
  pendingLogin: 'Ask an admin or a manager to confirm it in Manage Users.',
  pendingEmail: 'Ask an admin or a manager to confirm it in Manage Users, or have a code sent to it.',
  pendingCode: (email: string) =>
    `We've sent a code to ${email}. Enter it here within ${limits.activityCodeHours} hours, or ask an admin or a manager to confirm the email in Manage Users.`,
  codeFailed: "We couldn't check the code. Please try again.",
  mailCodeFailed: "We couldn't send the code. Please try again.",
  codeMailSubject: 'Confirm an email of your commits',
  codeMailText: (name: string, email: string) =>
    `${name} listed ${email} as an email of their commits. If that was you, enter this code in Your account, under Activity:`,
  codeMailLife: `The code works for ${limits.activityCodeHours} hours. If it wasn't you, ignore this email: without the code, nothing changes.`,
  codeMailLink: 'Enter the code',
  codeMailReason: "You're getting this email because someone listed this address in Daily Report App.",
  folded: (title: string, others: number) =>
    others === 0 ? title : `${title} and ${others === 1 ? '1 more commit' : `${others} more commits`}`,
  about:
    'Commits, merged requests and closed issues of people are suggested to them for their reports. No one else sees them.',
  none: 'No sources yet.',
  loadFailed: "We couldn't load the sources. Please try again.",
  projectsFailed: "We couldn't load the projects. Please try again.",
  made: "Paste both into the Git server now. You won't see the secret again.",
  /** What to paste where. */
  pasteInto: {
    github:
      'In the repository or organization on GitHub: Settings, Webhooks, Add webhook. Paste the address as Payload URL and the secret as Secret. Choose the content type application/json, and the events Pushes, Pull requests and Issues.',
    gitlab:
      'In the project or group on GitLab: Settings, Webhooks, Add new webhook. Paste the address as URL and the secret as Secret token. Choose Push events, Issues events and Merge request events.',
    gitea:
      'In the repository or organization on Gitea: Settings, Webhooks, Add webhook, Gitea. Paste the address as Target URL and the secret as Secret. Choose the events Push, Pull request and Issues.',
  },
  saveSourceFailed: "We couldn't save the source. Please try again.",
  sourceSaved: (name: string) => `Source ${name} saved.`,
  neverHeard: 'has sent nothing yet',
  unmatched: (count: number) => `${formatCount(count)} not matched`,
  aboutUnmatched: 'Not matched: no account has their email or login. People can add theirs in Your account.',
  secretQuestion: (name: string) =>
    `Create a new secret for ${name}? The Git server is refused until you have pasted the new one.`,
  secretFailed: "We couldn't create a new secret. Please try again.",
  deleteQuestion: (name: string) =>
    `Delete the source ${name}? Its address stops working at once. This action cannot be undone.`,
  deleteFailed: "We couldn't delete the source. Please try again.",
  own: 'Your commits, merged requests and closed issues of the day are suggested for your report. Only you see them, and they are deleted after 14 days.',
  ownSwitch: 'Suggest what I did on GitHub, GitLab or Gitea',
  ownOff: 'Saving this deletes what is stored.',
  ownEmails: 'Other emails in your commits',
  ownEmailsHelp: `Your account's email always counts. Add up to ${limits.activityEmailsMax}, separated by commas.`,
  ownLogins: (server: string) => `${server} login`,
  ownSaved: 'Activity settings saved.',
  ownSaveFailed: "We couldn't save your changes.",
  ownLoadFailed: "We couldn't load your activity settings. Please try again.",
  sourceDeleted: (name: string) => `Source ${name} deleted.`,
} as const
