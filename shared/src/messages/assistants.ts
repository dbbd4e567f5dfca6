export const assistants = {
  toolUnknown: (name: string) => `There is no tool "${name}" for you`,
  toolFailed: 'The tool failed. Please try again.',
  messageInvalid: 'Send one JSON-RPC 2.0 message',
  methodNotAllowed: 'This address takes POST only',
  originRefused: 'Other sites may not use this address',
  draftSaved: (url: string) => `Draft saved. Your user opens ${url} to check and submit it.`,
  shortened: 'Long texts are cut, so that the answer stays short.',
  withoutRows: 'Long texts are cut and the rows of reports are left out, so that the answer stays short.',
} as const
