/** Settings → Mail, and what went wrong with a mail. Not in all.ts: the login page doesn't need it. */
export const deliveryMessages = {
  works: 'Email is set up',
  worksFor: 'Notifications, invitations and password links also go out by email.',
  notSetUp: "Email isn't set up",
  notSetUpHint:
    'Everything works in the app, and you can copy invitation links. To send email, set SMTP_URL, MAIL_FROM and PUBLIC_URL on the server and restart it.',
  failing: (count: number) =>
    count === 1 ? "1 email couldn't be delivered." : `${count} emails couldn't be delivered.`,
  waiting: (count: number) =>
    count === 1
      ? "1 email hasn't been accepted yet. We keep trying."
      : `${count} emails haven't been accepted yet. We keep trying.`,
  latest: (count: number) => `The latest ${count} are shown.`,
  noneFailed: 'No email has failed.',
  loadFailed: "We couldn't load the failed emails. Please try again.",
  testNotSent: (problem: string) => `The test email wasn't sent. ${problem}`,
  testFailed: "We couldn't send the test email.",
  retryFailed: "We couldn't send this email again.",
  isGone: 'This email has been delivered or is being sent again.',
  attempts: (count: number) => (count === 1 ? 'Tried once' : `Tried ${count} times`),
} as const

/** Why a mail wasn't taken, and what to do about it. */
export const mailProblems = {
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
} as const
