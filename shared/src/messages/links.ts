/** The pages behind links that work once. Not part of `messages`, which every page loads. */
export const linkPages = {
  withPassword: 'An invited person chooses their own password',
  intro: (email: string) =>
    `Your account for ${email} is ready. Choose a password, and you can sign in with it from now on.`,
  askAgain:
    'Each invitation works once, for 7 days. If you already have a password, log in. Otherwise ask the person who invited you for a new link.',
  isFor: (name: string) => `This invitation is for ${name}`,
  otherAccount: (name: string) =>
    `You're signed in as ${name} in this browser. If you continue, ${name} is signed out here.`,
  resetOther: (name: string) =>
    `You're signed in as ${name} in this browser. The link may be for another account: if you continue, you'll be signed in with the account it was mailed to.`,
  loadFailed: "We couldn't load the invitation. Please try again.",
  failed: "We couldn't save your password. Please try again.",
  made: (name: string) => `${name} is invited`,
  sendIt: 'Send this link to them.',
  mailed: (email: string) => `We have sent this link to ${email}. You can also copy it.`,
  againNote: 'Did it reach the wrong person? A new link ends this one.',
  madeAgain: 'New link made. The one before no longer works.',
  expired: (name: string) => `The link has expired. Make a new one with which ${name} can choose a password.`,
  againFailed: 'Failed to make a new link.',
  withoutMail: "This server can't send mail. Ask an admin or a manager to set a new password for you.",
  forgotIntro: "Type your email, and we'll send you a link to choose a new password.",
  requestFailed: "We couldn't send the link. Please try again.",
  signsOut: "You'll be signed in here and signed out everywhere else.",
  resetFailed: "We couldn't save your password. Please try again.",
} as const
