export const general = {
  notFound: 'Not found',
  invalidInput: 'Please check your input and try again.',
  invalidJson: "The request body isn't valid JSON.",
  bodyTooLarge: 'The request is too large.',
  bodyTooSlow: 'The request took too long to arrive.',
  wrongContentType: 'Send the request body as JSON (Content-Type: application/json).',
  badRequest: "The server couldn't understand the request.",
  givenTwice: (name: string) => `${name} appears more than once`,
  unexpected: (requestId: string) =>
    `Something went wrong on our end. Please try again. (Request ${requestId})`,
  overloaded: 'The server is busy. Please try again in a moment.',
  shuttingDown: 'The server is restarting. Please try again in a moment.',
  databaseAway: "We can't reach the database right now. Please try again in a moment.",
  fileStoreAway: "We can't reach the file storage right now. Please try again in a moment.",
  diskFull: 'The server is out of disk space.',
  noResponse: 'No response received from server. Please check your connection and try again.',
  unreadableAnswer: "The server's response wasn't what this page expected. Please reload the page.",
  answeredWith: (status: number) => `The server answered with status ${status}.`,
  pageFailed:
    "We couldn't load this page. The app may have just been updated, or you may have lost your connection. Your saved work is safe.",
} as const
