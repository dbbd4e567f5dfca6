// RFC 4180, with cells that a spreadsheet would run as a formula defused. Written out here because an export of a
// million lines spends most of its time in it; csv-cell.test.ts holds it to a library's idea of the same.

const opensFormula = /^[=+\-@\t\r＝＋－＠]/
const needsCare = /[",;\t\r\n]/
const needsQuotes = /[",\r\n]/
const opensFormulaInside = /(?<=[;\t\r\n])(?=[=@＝＠]|[-+－＋](?!\s))/g

export function csvCell(text: string): string {
  // Most texts are looked through once.
  const isPlain = !needsCare.test(text)
  const inside = isPlain ? text : defuseInside(text)
  const defused = opensFormula.test(inside) ? `'${inside}` : inside
  return !isPlain && needsQuotes.test(defused) ? `"${defused.replaceAll('"', '""')}"` : defused
}

/**
 * Where the list separator is a semicolon, spreadsheets cut lines at semicolons, tabs and line breaks and know no
 * quotes: what begins there begins a cell. A dash or plus with a blank behind it is an item of a list and stays.
 */
export function defuseInside(text: string): string {
  return text.replace(opensFormulaInside, "'")
}

export function csvCells(texts: readonly string[]): string {
  return texts.map(csvCell).join(',')
}
