import { limits } from '../limits.ts'

const devices = 'Your other devices are signed out.'

export const secondStep = {
  // Signing in
  needed: "Confirm that it's you with a second step",
  codeRequired: 'Enter a code',
  codeWrong: "That code isn't right.",
  wrong: "That isn't right. Try again.",
  triesLeft: (count: number) => (count === 1 ? '1 try left.' : `${count} tries left.`),
  tooManyWrong: 'Too many wrong codes. Please log in again.',
  ended: 'This sign-in has ended. Please log in again.',
  keyLost:
    "This server can't check your authenticator app any more, because its key has changed. Use a recovery code, or ask an administrator to remove your second step.",
  keyMissing: (count: number) =>
    `${count === 1 ? '1 authenticator app' : `${count} authenticator apps`} can't be checked here: set the JWT_SECRET of the earlier server, or copy its file second-step.key to DATA_DIR. Until then, these users need a recovery code or a passkey.`,
  passkeyRefused: "This passkey can't be used here.",
  passkeyRequired: 'A passkey is required',
  required: 'Set up a second step first. Your organization asks for one.',
  failed: "We couldn't check this. Please try again.",
  title: 'Second step',
  codeLabel: 'Code of your authenticator app',
  recoveryLabel: 'Recovery code',
  recoveryHelp: 'One of the ten codes that you saved when you set this up. Each works once.',
  usePasskey: 'Use a passkey',
  useRecoveryCode: 'Use a recovery code',
  useApp: 'Use the authenticator app',
  passkeyCancelled: "The passkey wasn't used. Try again, or use another way.",
  onlyPasskey: 'Confirm with the passkey of this account.',

  // The account page
  about: 'With a second step, a password alone opens nothing. Use an authenticator app, passkeys, or both.',
  loadFailed: "We couldn't load your second step. Please try again.",
  off: 'Off. Only your password protects this account.',
  on: 'On',
  passwordHelp: "To confirm that it's you.",
  noPasswordHelp: 'To change this, sign in again first if that was more than ten minutes ago.',
  appAdded: `Authenticator app added. ${devices}`,
  appRemoved: `Authenticator app removed. ${devices}`,
  passkeyAdded: `Passkey added. ${devices}`,
  passkeyRemoved: `Passkey removed. ${devices}`,
  removeAppQuestion: 'Remove the authenticator app? Codes of it stop working at once.',
  removePasskeyQuestion: (name: string) => `Remove the passkey "${name}"? It stops working at once.`,
  changeFailed: "We couldn't change your second step. Please try again.",
  scan: 'Scan this with your authenticator app, or type the key into it.',
  enterCode: 'Then enter the code that the app shows.',
  keyLabel: 'Key',
  openApp: 'Open an app on this phone',
  nameRequired: 'Name is required',
  noTotp: "You haven't got an authenticator app.",
  totpNotStarted: 'Start again: there is no key that waits for its code.',
  passkeyNotFound: 'Passkey not found',
  tooManyPasskeys: `You have ${limits.passkeysMax} passkeys. Delete one first.`,
  noFactor: 'Set up an authenticator app or a passkey first.',
  passkeysNeedUrl:
    'Passkeys need the address of this app: set PUBLIC_URL on the server, or open the app at localhost.',
  noPasskeysInBrowser: "This browser can't make passkeys.",
  codesLeft: (count: number) =>
    count === 0
      ? 'No recovery codes left. Make new ones.'
      : `${count === 1 ? '1 recovery code' : `${count} recovery codes`} left`,
  newCodes: 'New codes end the old ones.',
  saveCodes:
    "Save these recovery codes now. You won't see them again. Each replaces your second step once, if you lose your phone.",
  codesSaved: 'I saved them',
  codesOf: (email: string) => `Recovery codes of ${email} in the Daily Report App. Each works once.`,
  codesFile: 'recovery-codes.txt',
  requiredTitle: 'Set up a second step',
  requiredIntro:
    'Your organization asks for a second step after the password. It takes a minute; then you go on.',
  requiredByOrganization: 'Your organization asks for a second step.',

  // Other users
  removeQuestion: (name: string) =>
    `Remove the second step of ${name}? Their password alone opens the account then, and they're signed out everywhere.`,
  removed: (name: string) => `${name} has no second step any more and is signed out everywhere.`,
  none: (name: string) => `${name} has no second step.`,
  removeOwn: 'You can remove your own in Your account.',
  removeFailed: "We couldn't remove the second step. Please try again.",

  // Settings
  ownFirst: 'Set up your own second step first, in Your account.',
  setUpOwn: 'Go to Your account',
  policies: {
    optional: 'Everyone decides for themselves',
    reviewers: 'Required of admins and managers',
    everyone: 'Required of everyone',
  },
  aboutPolicy: {
    optional: 'Everyone can set up a second step in Your account.',
    reviewers: 'Admins and managers without one set it up before they can go on.',
    everyone: 'Everyone without one sets it up before they can go on.',
  },
  policySaved: 'Saved. Everyone sees the change with their next page.',
} as const
