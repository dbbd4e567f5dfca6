export const auth = {
  noToken: 'No token, authorization denied',
  tokenInvalid: 'Token is not valid',
  notAllowed: "You don't have permission to do this.",
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
} as const
