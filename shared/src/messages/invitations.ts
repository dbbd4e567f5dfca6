export const invitations = {
  mailSubject: 'Your invitation to Daily Report App',
  mailText:
    'You now have an account in Daily Report App. Choose a password to sign in. The link works once and expires after 7 days.',
  mailLink: 'Choose a password',
  mailReason: "You're getting this email because your team created an account with this address.",
  withPassword: 'An invited person chooses their own password',
  intro: (email: string) => `Your account for ${email} is ready. Choose a password to sign in.`,
  askAgain:
    'Each invitation works once, for 7 days. If you already have a password, log in. Otherwise ask the person who invited you for a new link.',
  isFor: (name: string) => `This invitation is for ${name}`,
  otherAccount: (name: string) =>
    `You're signed in as ${name} in this browser. If you continue, ${name} will be signed out.`,
  loadFailed: "We couldn't load the invitation. Please try again.",
  failed: "We couldn't save your password. Please try again.",
  about: (isMailed: boolean) =>
    `${isMailed ? 'We email them' : 'You send them'} a link, and they choose their own password.`,
  made: (name: string) => `You've invited ${name}.`,
  sendIt: 'Send this link to them.',
  mailed: (email: string) => `We've emailed this link to ${email}. You can also copy it.`,
  againNote: 'Did it reach the wrong person? Create a new link, and this one stops working.',
  madeAgain: 'New link created. The old one no longer works.',
  noLink: (name: string) =>
    `The link has expired, or the account has changed. Create a new one so that ${name} can choose a password.`,
  againFailed: "We couldn't create a new link.",
  invalid: 'This invitation is no longer valid',
  hasPassword: (name: string) => `${name} already has a password`,
} as const
