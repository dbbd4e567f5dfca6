// RFC 4180, with cells that a spreadsheet would run as a formula defused. Written out here because an export of a
// million lines spends most of its time in it; csv-cell.test.ts holds it to a library's idea of the same.

/** What formulas begin with, also in the wide forms of East Asian keyboards. Most texts have none of them. */
const formulaSign = /[=+@＝＋－＠-]/
/** A sign with nothing but blanks and quotes between it and the begin of the text, a separator or a line break. */
const opensFormula = /(?<=(?:^|[,;\t\r\n])[\s\p{Cc}\p{Cf}"]*)[=+@＝＋－＠-]/gu
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
  return formulaSign.test(text) ? text.replace(opensFormula, "'$&") : text
}

export function csvCells(texts: readonly string[]): string {
  return texts.map(csvCell).join(',')
}
