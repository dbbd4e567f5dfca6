import { limits } from '../limits.ts'

export const accessTokens = {
  nameRequired: 'Name is required',
  scopeUnknown: 'Choose what the token may do: read or write',
  lifetimeUnknown: 'Choose 30, 90 or 365 days, or never',
  notFound: 'Token not found',
  tooMany: `You have ${limits.accessTokensMax} tokens. Delete one first.`,
  readOnly: 'This token can only read',
  needsSignIn: 'This needs a signed-in person',
  tooManyCalls: (seconds: number) =>
    `This token made too many calls. Try again in ${seconds === 1 ? '1 second' : `${seconds} seconds`}.`,
  loadFailed: "We couldn't load your access tokens. Please try again.",
  none: "You haven't created a token yet.",
  about:
    'For programs that act for you, such as scripts. Never share a token: anyone who has it has your rights.',
  scopes: {
    read: { label: 'Read', about: 'Everything that you can read. It changes nothing.' },
    write: {
      label: 'Read and write',
      about: 'Everything that you can do, except passwords, tokens, sign-ins and invitations.',
    },
  },
  made: "Copy your token now. You won't see it again.",
  makeFailed: "We couldn't create the token. Please try again.",
  deleteQuestion: (name: string) =>
    `Delete the token "${name}"? Programs that use it stop working at once. This action cannot be undone.`,
  deleteFailed: "We couldn't delete the token. Please try again.",
  deleted: 'Token deleted.',
  expiresIn: (days: number) =>
    days === 0 ? 'Expires today' : `Expires in ${days === 1 ? '1 day' : `${days} days`}`,
  endQuestion: (name: string) =>
    `End all access tokens of ${name}? Programs that use them stop working at once.`,
  stillWork: (count: number, name: string) =>
    `The password is updated. ${count === 1 ? '1 access token' : `${count} access tokens`} of ${name} still ${count === 1 ? 'works' : 'work'}.`,
  endFailed: "We couldn't end the tokens. Please try again.",
  ended: (count: number, name: string) =>
    count === 0
      ? `${name} has no tokens.`
      : `${count === 1 ? '1 token' : `${count} tokens`} of ${name} ended.`,
} as const
