export const mail = {
  openApp: 'Open Daily Report App',
  testSubject: 'Mail from Daily Report App works',
  testText: 'This is a test. If you can read it and the link below opens the app, mail is set up right.',
  testReason: 'You get this mail because an operator of Daily Report App sent a test to this e-mail address.',
} as const
