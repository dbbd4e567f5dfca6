export const register = {
  adminOnly: 'You must be logged in as an admin to register new users',
  userExists: 'User already exists',
  failed: 'Registration failed',
  failure: (reason: string) => `Error: ${reason}`,
  unexpectedFormat: 'Registration failed: Unexpected response format',
  noTokenReceived: 'No token received from server during registration',
  noAdmins: 'Only admins can register other admins.',
  setupLinkInvalid:
    'This setup link is no longer valid. Use the latest link that the server printed when it started.',
} as const
