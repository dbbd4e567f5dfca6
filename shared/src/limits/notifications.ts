/** Notifications are kept for so many days. */
export const keptDays = 90
export const pageSize = 25
/** Marked in one call. */
export const readMax = 1000
/** Users offered after an @. */
export const readersPage = 100
/** Characters of a comment in the inbox. */
export const excerptCut = 200
/** The bell asks again this often while the page is visible. */
export const askEveryMs = 30_000
/** Mails wait for so long, so that what follows at once goes out with them, and what is read meanwhile does not. */
export const mailDelayMs = 60_000
/** How often notifications whose mail is due are looked for. */
export const mailsEveryMs = 15_000
/** How often the server looks for users whose reminder time has come. */
export const remindersEveryMs = 20_000
/** How many notifications one mail describes. It counts the others and links to them. */
export const mailItems = 20
/** Characters of a mail's subject. */
export const mailSubjectCut = 150
/** Characters of what it quotes, if the mail stays small enough: all of a comment. */
export { commentMax as mailQuoteCut } from './general.ts'
