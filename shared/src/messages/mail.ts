export const mail = {
  openApp: 'Open Daily Report App',
  notSetUp: 'Mail is not set up',
  hello: (name: string) => `Hello ${name},`,
  invitationSubject: 'Your invitation to Daily Report App',
  invitationText:
    'You now have an account in Daily Report App. Choose a password to sign in. The link works once and expires after 7 days.',
  invitationLink: 'Choose a password',
  invitationReason: "You're getting this email because your team created an account with this address.",
  resetSubject: 'Choose a new password',
  resetText:
    "You asked for a new password for Daily Report App. The link works once and expires after one hour. If it wasn't you, ignore this email. Your password won't change.",
  resetLink: 'Choose a new password',
  resetReason: "You're getting this email because a new password was requested for this address.",
  testSubject: 'Mail from Daily Report App works',
  testText: 'This is a test. If you can read it and the link below opens the app, email is set up correctly.',
  testReason:
    "You're getting this email because an operator of Daily Report App sent a test to this address.",
} as const
