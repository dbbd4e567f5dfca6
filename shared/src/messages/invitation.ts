export const invitation = {
  invalid: 'This invitation is no longer valid',
  hasPassword: (name: string) => `${name} already has a password`,
} as const
