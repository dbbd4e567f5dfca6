import { limits } from '../limits.ts'

/** "Add several people". Not in all.ts: what stands there is loaded with the login page. */
export const importMessages = {
  tooMany: `You can add at most ${limits.importMax} people at once`,
  none: 'Add at least one person',
  projectsInvalid: 'Projects must be a list of names',
  projectsTooMany: `A person can be given at most ${limits.importProjectsMax} projects here`,
  newProjectsTooMany: `You can create at most ${limits.importProjectsMax} projects at once`,
  sameEmail: (line: number) => `This email is also on line ${line}`,
  projectUnknown: (name: string) => `There is no project “${name}”`,
  listTooLong: (count: number) =>
    `This list has ${count.toLocaleString('en-US')} people. You can add at most ${limits.importMax} at once.`,
  nothingRead: 'Paste at least one name or email.',
  fileUnreadable: "We couldn't read this file.",
  fileTooLarge: `This file is too large for a list of ${limits.importMax} people.`,
  ignored: (headings: string[]) => `Columns we left out: ${headings.join(', ')}.`,
  roleUnknown: (word: string) => `“${word}” is not a role. Choose one.`,
  projectUndecided: (name: string) => `“${name}” doesn't exist yet. Create it or leave it out above.`,
  summary: (people: number, wrong: number) =>
    `${people} ${people === 1 ? 'person' : 'people'}. ${
      wrong === 0
        ? 'Everything looks right.'
        : `${wrong} ${wrong === 1 ? 'line needs' : 'lines need'} a change.`
    }`,
  refused: (wrong: number) =>
    `We haven't invited anyone yet: ${wrong} ${wrong === 1 ? 'line needs' : 'lines need'} a change.`,
  haveAccounts: (count: number) =>
    count === 1
      ? '1 person on this list already has an account.'
      : `${count} people on this list already have an account.`,
  noAnswer: "We couldn't reach the server. Please try again. No one will be invited twice.",
  failed: "We couldn't invite these people. Please try again.",
  invited: (count: number) => `You've invited ${count === 1 ? '1 person' : `${count} people`}.`,
  mailed: "We've emailed each of them a link. You can also copy the links.",
  sendLinks: 'Send each of them their link.',
  linksLater: "Until then, you'll also find it in Manage Users.",
  copyFailed: "We couldn't copy this. You'll find each link in Manage Users.",
  loadFailed: "We couldn't load the projects. Please try again.",
} as const
