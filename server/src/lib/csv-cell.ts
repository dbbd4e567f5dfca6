// RFC 4180, with cells defused that a spreadsheet would run as a formula. A library takes 6 µs for a line of an export, this
// code 2; csv-cell.test.ts compares the two.

/** The signs that begin a formula, also in the full-width forms of East Asian keyboards. */
const formulaSigns = /[=+@＝＋－＠-]/g
/**
 * A formula sign at the start, or directly after a blank, quote or separator. Texts whose only signs are in dates, email
 * addresses and compound words don't match, so they skip the slower replacement.
 */
const mayBeginFormula = /(?:^|[\s\p{Cc}\p{Cf}",;])[=+@＝＋－＠-]/u
/** Some readers end a line at each of them, also outside of quotes. */
const separator = /[,;\t\r\n\v\f\u0085\u2028\u2029]/
const blankOrQuote = /^[\s\p{Cc}\p{Cf}"]$/u
const neitherBlankNorQuote = /[^\s\p{Cc}\p{Cf}"]/u
const bulletWithBlank = /[-+－＋][^\S\r\n]/y
const indentBlank = /[^\S\r\n]/
const opensWithTab = /^[\t\r]/
const needsQuotes = /[",\r\n\v\f\u0085\u2028\u2029]/
/** Most texts contain none of these: one test instead of three saves a fifth of the time. */
const needsEscaping = /[=+@＝＋－＠",\t\r\n\v\f\u0085\u2028\u2029-]/

export const csvType = 'text/csv; charset=utf-8'
/** Tells Excel that the file is UTF-8. */
export const byteOrderMark = '\uFEFF'

export function csvCell(text: string): string {
  if (!needsEscaping.test(text)) return text
  const defused = defuse(text)
  const cell = opensWithTab.test(defused) ? `'${defused}` : defused
  return needsQuotes.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}

/**
 * Puts an apostrophe, which marks a cell as text, before every sign that could begin a formula:
 * - the first character of the cell after blanks and quotes, since many readers trim them;
 * - the first character after a comma, semicolon, tab or line break. Spreadsheets set to another language split at
 *   semicolons or tabs, and some ignore quotes.
 *
 * The bullets of a list are left as they are: a dash or plus, followed by a blank, that begins a line inside the cell.
 */
export function defuse(text: string): string {
  if (!mayBeginFormula.test(text)) return text
  const start = text.search(neitherBlankNorQuote)
  return text.replace(formulaSigns, (sign, at: number) =>
    at === start || (beginsField(text, at) && !isBullet(text, at)) ? `'${sign}` : sign,
  )
}

/**
 * Whether only blanks and quotes precede this position, up to the start of the text, a separator or a line break. A regular
 * expression with a lookbehind would look back from every character, not only from the signs, and took minutes for a
 * megabyte of blanks.
 */
function beginsField(text: string, at: number): boolean {
  for (let end = at; end > 0; ) {
    const isPair = end > 1 && isLowSurrogate(text.charCodeAt(end - 1))
    const character = text.slice(isPair ? end - 2 : end - 1, end)
    if (separator.test(character)) return true
    if (!blankOrQuote.test(character)) return false
    end -= character.length
  }
  return true
}

/** Tabs count as indentation and as blanks here, because lists pasted from a text document contain them. */
function isBullet(text: string, at: number): boolean {
  bulletWithBlank.lastIndex = at
  if (!bulletWithBlank.test(text)) return false
  let before = at - 1
  while (before >= 0 && indentBlank.test(text.charAt(before))) before--
  return text.charAt(before) === '\n' || text.charAt(before) === '\r'
}

const isLowSurrogate = (code: number) => code >= 0xdc00 && code <= 0xdfff

export function csvCells(texts: readonly string[]): string {
  return texts.map(csvCell).join(',')
}
