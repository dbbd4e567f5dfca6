export const signIn = {
  resetMailSubject: 'Choose a new password',
  resetMailText:
    "You asked for a new password for Daily Report App. The link works once and expires after one hour. If it wasn't you, ignore this email. Your password won't change.",
  resetMailLink: 'Choose a new password',
  resetMailReason: "You're getting this email because a new password was requested for this address.",
  noToken: 'No token, authorization denied',
  tokenInvalid: 'Token is not valid',
  tokenKeyDiffers: (isSet: boolean) =>
    `JWT_SECRET: ${isSet ? 'is not that of an instance that is running on this database' : 'is missing, but an instance that is running on this database has another key'}. Each would refuse the tokens of the other. Set the same JWT_SECRET on all instances; to change it, stop all of them first`,
  tokenKeyChanged: (signIns: number, apps: number) =>
    `The key of the tokens (JWT_SECRET) has changed since the last start. ${signIns === 1 ? '1 sign-in ends: its user has' : `${signIns} sign-ins end: their users have`} to log in again.${apps === 0 ? '' : ` ${apps === 1 ? '1 authenticator app has' : `${apps} authenticator apps have`} to be set up again. Until then, ${apps === 1 ? 'its user needs' : 'their users need'} a recovery code or a passkey.`}`,
  invalidCredentials: 'Invalid email or password',
  tooManyAttempts: (minutes: number) =>
    `Too many failed sign-ins. Try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
  loginFailed: 'Login failed',
  noTokenReceived: 'No token received from server',
  signedOut: {
    expired: 'Your session has expired. Please log in again.',
    unreachable: "We couldn't reach the server, so you were signed out. Please log in again.",
    failed: 'Something went wrong on our end, so you were signed out. Please log in again.',
    ended: 'All your sign-ins and access tokens have ended. Please log in again.',
  },
  wayBack: 'You were signed out while another page was open.',
  loggedOut: "You're logged out.",
  useAuthOutside: 'useAuth must be used within an AuthProvider',
  landingPoints: [
    'Write your day in a minute: your tasks and your last plan are already there.',
    "Read the whole team's day on one page, with what blocks it first.",
    'See who is off, what is missing and where the hours went.',
  ],
  landingPicture: 'The page Today: the team by state on the left, a report beside it',
  contactAdmin: 'Please contact an administrator if you need an account',
  registerAdminOnly: 'You must be logged in as an admin to register new users',
  registerFailed: 'Registration failed',
  registerFailure: (reason: string) => `Error: ${reason}`,
  registerUnexpectedFormat: 'Registration failed: Unexpected response format',
  registerNoToken: 'No token received from server during registration',
  setupLinkInvalid: 'This setup link is no longer valid. Use the newest link the server printed.',
  resetInvalid: 'This link is no longer valid',
  resetRequested:
    "If there's an account with this email, we've sent it a link to choose a new password. The link works for one hour.",
  resetOther: (name: string) =>
    `You're signed in as ${name} in this browser. This link may be for another account. If you continue, you'll be signed in to the account it was sent to.`,
  resetWithoutMail: "This server can't send email. Ask an admin or a manager to set a new password for you.",
  forgotIntro: "Enter your email, and we'll send you a link to choose a new password.",
  resetRequestFailed: "We couldn't send the link. Please try again.",
  resetSignsOut: "You'll be signed in here and signed out everywhere else.",
  resetFailed: "We couldn't save your password. Please try again.",
} as const
