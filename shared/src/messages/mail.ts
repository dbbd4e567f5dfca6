export const mail = {
  openApp: 'Open Daily Report App',
  notSetUp: 'Mail is not set up',
  hello: (name: string) => `Hello ${name},`,
  invitationSubject: 'Your invitation to Daily Report App',
  invitationText:
    'You now have an account in Daily Report App. Choose a password to sign in. The link works once, for 7 days.',
  invitationLink: 'Choose a password',
  invitationReason: 'You get this mail because your team made an account with this e-mail address.',
  resetSubject: 'Choose a new password',
  resetText:
    'You asked for a new password for Daily Report App. The link works once, for one hour. If it was not you, ignore this mail: your password stays as it is.',
  resetLink: 'Choose a new password',
  resetReason: 'You get this mail because a new password was asked for with this e-mail address.',
  testSubject: 'Mail from Daily Report App works',
  testText: 'This is a test. If you can read it and the link below opens the app, mail is set up right.',
  testReason: 'You get this mail because an operator of Daily Report App sent a test to this e-mail address.',
} as const
