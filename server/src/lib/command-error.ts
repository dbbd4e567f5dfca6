/** What stops a command, in a sentence for the person at the terminal. */
export class CommandError extends Error {}
