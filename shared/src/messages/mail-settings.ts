/** The mail section of the settings, and links that turn mails off. Not in all.ts, like days.ts. */
export const mailSettingsMessages = {
  testSent: (email: string) => `We sent a test email to ${email}. Check that it arrives.`,
  refused: (reason: string) => `The mail server didn't accept the email: ${reason}`,
  /** Of a job that was given up without an answer: whatever it was doing, the process ended in the middle of it. */
  processEnded: "The server's process ended each time this was tried",
  beginsWithTls: 'The port begins with TLS, and SMTP_URL with smtp://',
  deliveryNotFound: 'Email not found',
  retried: (email: string) => `We're sending the email to ${email} again.`,
  unsubscribeInvalid: 'This unsubscribe link is no longer valid',
} as const
