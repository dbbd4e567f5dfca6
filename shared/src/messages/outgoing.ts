/** Why the server doesn't call a URL that an admin gave, or what went wrong when it called. */
export const outgoing = {
  invalid: 'This is not a complete URL, such as https://example.com/hook',
  scheme: 'The URL must begin with https:// or http://',
  hasUser: 'The URL must not contain a user name or password',
  unknownHost: (host: string) => `We can't find the host ${host}. Check its spelling.`,
  notPublic: (host: string) =>
    `${host} is not a public address. To call it anyway, add it to OUTGOING_ALLOW on the server.`,
  timedOut: (seconds: number) => `No answer within ${seconds} seconds`,
  unreachable: 'The connection was refused',
  closed: 'The connection ended before there was an answer',
  certificate: "The host's certificate isn't trusted",
  tooLong: 'The answer was too long',
  failed: (code: string) => `The call failed (${code})`,
} as const
