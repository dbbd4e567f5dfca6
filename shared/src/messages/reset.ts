export const reset = {
  invalid: 'This link is no longer valid',
  requested:
    'If this email has an account, we have sent a link to choose a new password. It works for one hour.',
} as const
