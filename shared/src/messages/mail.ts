import { formatCount } from '../numbers.ts'
/** Texts that all mails share, and texts about the set-up of mail, the test mail and the pause after a restore. */
export const mail = {
  openApp: 'Open Daily Report App',
  notSetUp: 'Mail is not set up',
  hello: (name: string) => `Hello ${name},`,
  testSubject: 'Mail from Daily Report App works',
  testText: 'This is a test. If you can read it and the link below opens the app, email is set up correctly.',
  testReason: "You're getting this email because an admin of Daily Report App sent a test to this address.",
  testSent: (email: string) => `We sent a test email to ${email}. Check that it arrives.`,
  refused: (reason: string) => `The mail server didn't accept the email: ${reason}`,
  /** The error of a job whose process ended during every attempt. */
  processEnded: "The server's process ended each time this was tried",
  beginsWithTls: 'The port begins with TLS, and SMTP_URL with smtp://',
  works: 'Email is set up',
  worksFor: 'Notifications, invitations and password links also go out by email.',
  off: "Email isn't set up",
  offHint:
    'Everything works in the app, and you can copy invitation links. To send email, set SMTP_URL, MAIL_FROM and PUBLIC_URL on the server and restart it.',
  testNotSent: (problem: string) => `The test email wasn't sent. ${problem}`,
  testFailed: "We couldn't send the test email.",
  pausedTitle: 'Email and webhooks are paused',
  pausedWhy:
    'This server was restored from a backup and may be a copy, so no email goes out and no webhook is called.',
  pausedWhatToDo: 'Resume them if this is the server your team uses.',
  pausedQueued: (count: number) =>
    count === 0
      ? 'No emails are waiting.'
      : count === 1
        ? '1 email is waiting.'
        : `${formatCount(count)} emails are waiting.`,
  pausedLeftOut: "When you resume, we'll skip outdated reminders, summaries and password links.",
  resume: 'Resume',
  resumed: 'Email and webhooks are on again. What waited is going out now.',
  resumeFailed: "We couldn't resume email and webhooks. Please try again.",
  notPaused: 'Nothing is paused',
  /** Printed by the command that restores a backup. */
  pausedByRestore:
    'Email and webhooks are paused, because this server may be a copy. If it is the server your team uses, resume them in Settings or with: npm run admin -- resume-mail',
  pausedInLog:
    'Email and webhooks are paused, because this server was restored from a backup and may be a copy. Resume them in Settings or with: npm run admin -- resume-mail',
  /** Why the mail server didn't accept a mail, and what an admin can do about it. */
  problems: {
    unreachable: "We can't reach the mail server. Check SMTP_URL, and that the mail server is running.",
    unknownHost: "We can't find the mail server. Check the host in SMTP_URL.",
    timedOut: "The mail server didn't answer in time.",
    closed: 'The mail server closed the connection before it accepted the email.',
    signIn: 'The mail server refused the user name or password. Check SMTP_URL.',
    beginsWithTls:
      'This port needs TLS from the start. In SMTP_URL, change smtp:// to smtps://, or use the STARTTLS port, usually 587.',
    beginsWithoutTls:
      "This port doesn't start with TLS. In SMTP_URL, change smtps:// to smtp://, or use the TLS port, usually 465.",
    otherName: "The mail server's certificate is for another name. Use that name in SMTP_URL.",
    unknownAuthority:
      "The mail server's certificate isn't signed by a known authority. Set NODE_EXTRA_CA_CERTS to a file with that authority's certificate, then restart the server.",
    certificate:
      "The mail server's certificate isn't trusted. Check that it hasn't expired, and the host in SMTP_URL.",
    processEnded:
      "The server stopped each time it tried to send this email. Check the server's log, then try again.",
    noSuchAddress: "The mail server says this address doesn't exist. Check it under Manage Users.",
    mailboxFull: "The recipient's mailbox is full.",
    senderRefused: 'The mail server refuses the sender. Check MAIL_FROM.',
    spam: 'The mail server rejected the email as spam.',
    later: 'The mail server was busy and asked us to try later.',
    refused: 'The mail server refused the email.',
    unknown: "The email couldn't be sent.",
  },
} as const
