export const signIn = {
  resetMailSubject: 'Choose a new password',
  resetMailText:
    "You asked for a new password for Daily Report App. The link works once and expires after one hour. If it wasn't you, ignore this email. Your password won't change.",
  resetMailLink: 'Choose a new password',
  resetMailReason: "You're getting this email because a new password was requested for this address.",
  noToken: 'No token, authorization denied',
  tokenInvalid: 'Token is not valid',
  invalidCredentials: 'Invalid email or password',
  tooManyAttempts: (minutes: number) =>
    `Too many failed sign-ins. Try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
  loginFailed: 'Login failed',
  noTokenReceived: 'No token received from server',
  signedOut: {
    expired: 'Your session has expired. Please log in again.',
    unreachable: "We couldn't reach the server, so you were signed out. Please log in again.",
    failed: 'Something went wrong on our end, so you were signed out. Please log in again.',
  },
  wayBack: 'You were signed out while another page was open.',
  loggedOut: "You're logged out.",
  useAuthOutside: 'useAuth must be used within an AuthProvider',
  contactAdmin: 'Please contact an administrator if you need an account',
  registerAdminOnly: 'You must be logged in as an admin to register new users',
  registerFailed: 'Registration failed',
  registerFailure: (reason: string) => `Error: ${reason}`,
  registerUnexpectedFormat: 'Registration failed: Unexpected response format',
  registerNoToken: 'No token received from server during registration',
  setupLinkInvalid:
    'This setup link is no longer valid. Use the latest link that the server printed when it started.',
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
