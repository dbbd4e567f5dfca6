// All that some reader takes for the end of a line: CR and LF, vertical tab and form feed, NEL, and the separators of Unicode.
const lineBreaks = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/g

/** The text with line feeds only, so that what is done for each line is done for every line that a reader sees. */
export const withLineFeeds = (text: string) => text.replace(lineBreaks, '\n')

/** The lines of a text. */
export const linesOf = (text: string) => withLineFeeds(text).split('\n')
