/** The pages behind links that work once. Not part of `messages`, which every page loads. */
export const linkPages = {
  withPassword: 'An invited person chooses their own password',
  intro: (email: string) => `Your account for ${email} is ready. Choose a password to sign in.`,
  askAgain:
    'Each invitation works once, for 7 days. If you already have a password, log in. Otherwise ask the person who invited you for a new link.',
  isFor: (name: string) => `This invitation is for ${name}`,
  otherAccount: (name: string) =>
    `You're signed in as ${name} in this browser. If you continue, ${name} will be signed out.`,
  resetOther: (name: string) =>
    `You're signed in as ${name} in this browser. This link may be for another account. If you continue, you'll be signed in to the account it was sent to.`,
  loadFailed: "We couldn't load the invitation. Please try again.",
  failed: "We couldn't save your password. Please try again.",
  made: (name: string) => `You've invited ${name}.`,
  sendIt: 'Send this link to them.',
  mailed: (email: string) => `We've emailed this link to ${email}. You can also copy it.`,
  copyFailed: "We couldn't copy the link. It's selected, so you can copy it yourself.",
  againNote: 'Did it reach the wrong person? Create a new link, and this one stops working.',
  madeAgain: 'New link created. The old one no longer works.',
  noLink: (name: string) =>
    `The link has expired, or the account has changed. Create a new one so that ${name} can choose a password.`,
  againFailed: "We couldn't create a new link.",
  withoutMail: "This server can't send email. Ask an admin or a manager to set a new password for you.",
  forgotIntro: "Enter your email, and we'll send you a link to choose a new password.",
  requestFailed: "We couldn't send the link. Please try again.",
  signsOut: "You'll be signed in here and signed out everywhere else.",
  resetFailed: "We couldn't save your password. Please try again.",
} as const
