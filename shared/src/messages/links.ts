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
  loadFailed: "We couldn't load the invitation. Please try again.",
  failed: "We couldn't save your password. Please try again.",
  made: (name: string) => `${name} is invited`,
  sendIt: 'Send this link to them.',
  mailed: (email: string) => `We have sent this link to ${email}. You can also copy it.`,
  again: (name: string) =>
    `Make a new link with which ${name} can choose a password? The link before stops working.`,
  againNote: 'Where mail is set up, they also get the new link by mail.',
  againFailed: 'Failed to make a new link.',
  forgotIntro: "Type your email, and we'll send you a link to choose a new password.",
  requestFailed: "We couldn't send the link. Please try again.",
  signsOut: "You'll be signed in here and signed out everywhere else.",
  resetFailed: "We couldn't save your password. Please try again.",
} as const
