/** Texts that all mails share, and texts about the set-up of mail, the test mail and the pause after a restore. */
export const mail = {
  openApp: 'Open Daily Report App',
  notSetUp: 'Mail is not set up',
  hello: (name: string) => `Hello ${name},`,
  testSubject: 'Mail from Daily Report App works',
  testText: 'This is a test. If you can read it and the link below opens the app, email is set up correctly.',
  testReason:
    "You're getting this email because an operator of Daily Report App sent a test to this address.",
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
  pausedTitle: 'Email is paused',
  pausedWhy: 'This server was restored from a backup and may be a copy, so no email goes out.',
  pausedWhatToDo: 'Resume email if this is the server that your team uses.',
  pausedQueued: (count: number) =>
    count === 0
      ? 'No email waits.'
      : count === 1
        ? '1 email waits.'
        : `${count.toLocaleString('en-US')} emails wait.`,
  pausedLeftOut:
    'Reminders and summaries of earlier days are left out, and so are password links older than an hour.',
  resume: 'Resume email',
  resumed: 'Email is on again. What waited goes out now.',
  resumeFailed: "We couldn't resume email. Please try again.",
  notPaused: "Email isn't paused",
  /** Printed by the command that restores a backup. */
  pausedByRestore:
    'Email is paused, because this place was empty and may be a copy: a server here sends no email. If it is the server that your team uses, resume it in Settings or with: npm run admin -- resume-mail',
  pausedInLog:
    'Email is paused, because this database was restored into an empty place. Resume it in Settings or with: npm run admin -- resume-mail',
  /** Why the mail server didn't accept a mail, and what an admin can do about it. */
  problems: {
    unreachable: "The mail server can't be reached. Check SMTP_URL, and that the mail server is running.",
    unknownHost: "The mail server's name isn't known. Check the host in SMTP_URL.",
    timedOut: "The mail server didn't answer in time.",
    closed: 'The mail server closed the connection before it accepted the email.',
    signIn: 'The mail server refused the user name or password. Check SMTP_URL.',
    beginsWithTls:
      'This port of the mail server begins with TLS. In SMTP_URL, change smtp:// to smtps://, or use the port for STARTTLS, usually 587.',
    beginsWithoutTls:
      "This port of the mail server doesn't begin with TLS. In SMTP_URL, change smtps:// to smtp://, or use the port for TLS, usually 465.",
    otherName: "The mail server's certificate is for another name. In SMTP_URL, use the name that it is for.",
    unknownAuthority:
      "The mail server's certificate isn't signed by a known authority. Set NODE_EXTRA_CA_CERTS to a file with it, and restart the server.",
    certificate:
      "The mail server's certificate isn't trusted. Check that it hasn't expired, and the host in SMTP_URL.",
    processEnded:
      "The server stopped each time it tried to send this email. Check the server's log, then try again.",
    noSuchAddress: "The mail server says this address doesn't exist. Check it under Manage Users.",
    mailboxFull: "The recipient's mailbox is full.",
    senderRefused: 'The mail server refuses the sender. Check MAIL_FROM.',
    spam: 'The mail server refused the email as unwanted.',
    later: 'The mail server was busy and asked us to try later.',
    refused: 'The mail server refused the email.',
    unknown: "The email couldn't be sent.",
  },
} as const
