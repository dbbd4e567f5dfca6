export const auth = {
  noToken: 'No token, authorization denied',
  tokenInvalid: 'Token is not valid',
  notAllowed: 'You are not allowed to do this.',
  invalidCredentials: 'Invalid email or password',
  tooManyAttempts: (minutes: number) =>
    `Too many failed sign-ins. Please try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
  loginFailed: 'Login failed',
  noTokenReceived: 'No token received from server',
  loggedOut: 'You are logged out.',
  useAuthOutside: 'useAuth must be used within an AuthProvider',
  contactAdmin: 'Please contact an administrator if you need an account',
} as const
