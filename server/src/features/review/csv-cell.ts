// RFC 4180, with cells that a spreadsheet would run as a formula defused. Written out here because an export of a
// million lines spends most of its time in it; csv-cell.test.ts holds it to a library's idea of the same.

/** What formulas begin with, also in the wide forms of East Asian keyboards. Most texts have none of them. */
const formulaSign = /[=+@＝＋－＠-]/
const formulaSigns = new RegExp(formulaSign, 'g')
const separator = /[,;\t\r\n]/
const blankOrQuote = /^[\s\p{Cc}\p{Cf}"]$/u
const opensWithTab = /^[\t\r]/
const needsQuotes = /[",\r\n]/

export function csvCell(text: string): string {
  const defused = defuse(text)
  const cell = opensWithTab.test(defused) ? `'${defused}` : defused
  return needsQuotes.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}

/**
 * Spreadsheets set to another language split lines at semicolons or tabs, some ignore quotes, and many trim: what
 * begins behind a separator may begin a cell of its own. The apostrophe says that it is text.
 */
export function defuse(text: string): string {
  if (!formulaSign.test(text)) return text
  return text.replace(formulaSigns, (sign, at: number) => (beginsCell(text, at) ? `'${sign}` : sign))
}

/**
 * Whether only blanks and quotes stand between this place and the start of the text, a separator or a line break.
 * Looks back by hand: a regular expression with a lookbehind looks back from every character, not only from the signs,
 * and took minutes for a megabyte of blanks.
 */
function beginsCell(text: string, at: number): boolean {
  for (let end = at; end > 0; ) {
    const isPair = end > 1 && isLowSurrogate(text.charCodeAt(end - 1))
    const character = text.slice(isPair ? end - 2 : end - 1, end)
    if (separator.test(character)) return true
    if (!blankOrQuote.test(character)) return false
    end -= character.length
  }
  return true
}

const isLowSurrogate = (code: number) => code >= 0xdc00 && code <= 0xdfff

export function csvCells(texts: readonly string[]): string {
  return texts.map(csvCell).join(',')
}
