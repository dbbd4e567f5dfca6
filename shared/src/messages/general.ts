export const general = {
  notFound: 'Not found',
  invalidInput: 'Please check what you entered.',
  invalidJson: 'The request body is not valid JSON.',
  bodyTooLarge: 'The request is too large.',
  bodyTooSlow: 'The request took too long to arrive.',
  wrongContentType: 'The request body must be JSON (Content-Type: application/json).',
  badRequest: 'The request could not be understood.',
  givenTwice: (name: string) => `${name} is given more than once`,
  unexpected: (requestId: string) =>
    `Something went wrong on our side. Please try again. (Request ${requestId})`,
  overloaded: 'The server is busy. Please try again in a moment.',
  shuttingDown: 'The server is restarting. Please try again in a moment.',
  databaseAway: 'The database cannot be reached right now. Please try again in a moment.',
  fileStoreAway: 'The store of files cannot be reached right now. Please try again in a moment.',
  diskFull: 'There is no room left on the disk.',
  noResponse: 'No response received from server. Please check your connection and try again.',
  unreadableAnswer: 'The server gave an answer that this page does not understand. Please reload it.',
  answeredWith: (status: number) => `The server answered with status ${status}.`,
  pageFailed:
    'This page could not be shown. The app may just have been updated, or the connection was lost. Your saved work is safe.',
} as const
