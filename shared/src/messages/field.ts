export const field = {
  required: (path: string) => `${path} is a required field`,
  email: (path: string) => `${path} must be a valid email`,
  invalid: (path: string) => `${path} is not valid`,
  tooLong: (label: string, max: number) =>
    `${label} must be at most ${max.toLocaleString('en-US')} characters`,
  unstorable: (label: string) => `${label} contains an unsupported character`,
} as const
