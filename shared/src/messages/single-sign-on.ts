export const singleSignOn = {
  button: (name: string) => `Sign in with ${name}`,
  opening: (name: string) => `Opening ${name}...`,
  notSetUp: "Single sign-on isn't set up on this server.",
  unavailable: (name: string) => `${name} can't be reached right now. Try again later.`,
  cancelled: (name: string) => `You stopped signing in with ${name}.`,
  failed: (name: string) => `Signing in with ${name} didn't work. Please try again.`,
  expired: 'This sign-in took too long or was used already. Please try again.',
  noAccount: (email: string) => `There is no account for ${email}. Ask an administrator.`,
  emailUnverified: (name: string, email: string) => `${name} hasn't verified ${email}.`,
  emailMissing: (name: string) => `${name} didn't share your email. Ask an administrator.`,
  domainRefused: (email: string) => `${email} can't sign in here. Ask an administrator.`,
  /** `linked`: the e-mail is verified, but the account is linked with another person there. */
  passwordNeeded: (name: string, email: string, why: 'unverified' | 'linked' = 'unverified') =>
    why === 'linked'
      ? `The account of ${email} is linked to another ${name} account. Enter the password of your account here once, and we'll link this one too.`
      : `${name} hasn't verified ${email}. Enter the password of your account here once, and we'll link the two.`,
  emailTaken: (email: string, name: string) =>
    `The account of ${email} is linked to another ${name} account. Ask an administrator.`,
  passwordsOff: (name: string) => `Passwords are switched off here. Sign in with ${name}.`,
  link: 'Link and sign in',
  identityTaken: (name: string) => `This ${name} account is linked to another person here.`,
  identityNotFound: 'This sign-in is not linked to your account.',
  lastWayIn: 'This is your only way to sign in. Choose a password first.',
  signInAgain: 'You have no password to confirm this with. Log out, sign in again, and try again.',
  about: (name: string) => `Sign in to your account with ${name}, without your password here.`,
  linkWith: (name: string) => `Link ${name}`,
  linked: (name: string) => `Your account is linked with ${name}.`,
  linkedMailText: (sentence: string) =>
    `${sentence}. It signs in without your password. If you didn't do this, unlink it in Your account, change your password there, and tell an administrator.`,
  linkedMailLink: 'Open your account',
  linkedMailReason:
    "You're getting this email because it's about who can sign in to your account. It can't be turned off.",
  unlinked: 'Unlinked. You can link it again at any time.',
  noneLinked: 'Nothing is linked yet.',
  listFailed: "We couldn't load your linked sign-ins. Please try again.",
  linkFailed: "We couldn't start linking. Please try again.",
  /** Beside a new password. */
  endToo: (name: string) => `Also unlink ${name}: linked sign-ins work without the password.`,
  unlinkFailed: "We couldn't unlink it. Please try again.",
  unlinkConfirm: (who: string) => `${who} will no longer sign in to your account.`,
  passwordLoginOn: 'Passwords work for everyone again, whatever OIDC_ONLY says.',
  passwordLoginOff: (isOnly: boolean) =>
    isOnly
      ? 'OIDC_ONLY counts again: only administrators can sign in with a password.'
      : 'OIDC_ONLY counts again. It is off, so passwords still work for everyone.',
} as const
