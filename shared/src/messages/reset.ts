export const reset = {
  invalid: 'This link is no longer valid',
  requested:
    "If there's an account with this email, we've sent it a link to choose a new password. The link works for one hour.",
} as const
