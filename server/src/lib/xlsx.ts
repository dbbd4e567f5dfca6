import { type ZipEntry, zip } from './zip.ts'

// A workbook of one sheet that is written row by row, however many there are (docs/decisions/0020-our-own-xlsx.md). A cell
// is the XML after its reference, which its row adds: an object for each of a million cells would take longer than the text.

/** Characters of a cell. Excel calls a file with more of them damaged. */
const cellMax = 32_767

/** The place of each style in the list of `styles.xml`. */
const styles = {
  plain: 0,
  heading: 1,
  dayHeading: 2,
  day: 3,
  instant: 4,
  duration: 5,
  decimal: 6,
  note: 7,
  total: 8,
  decimalTotal: 9,
}
type Style = keyof typeof styles

const formats = {
  day: 'yyyy\\-mm\\-dd',
  shortDay: 'd\\ mmm',
  instant: 'yyyy\\-mm\\-dd\\ hh:mm\\ "UTC"',
  /** Without the brackets, 25 hours would be shown as 1:00. */
  duration: '[h]:mm',
  decimal: '0.00',
}
type Format = keyof typeof formats
/** The numbers below are those of built-in formats. */
const firstFormat = 164

const cellOf = (style: Style, value: number | string, formula = '') =>
  ` s="${styles[style]}">${formula}<v>${value}</v></c>`
export const emptyCell = ''

/** Text is never read as a formula or a number, whatever it begins with. */
export const textCell = (text: string, style: 'plain' | 'heading' | 'note' | 'total' = 'plain') =>
  text === ''
    ? emptyCell
    : ` t="inlineStr" s="${styles[style]}"><is><t xml:space="preserve">${sheetText(text)}</t></is></c>`

/** A calendar day such as 2026-03-31. */
export const dayCell = (day: string, style: 'day' | 'dayHeading' = 'day') =>
  cellOf(style, serial(`${day}T00:00:00.000Z`))
export const instantCell = (instant: string) => cellOf('instant', serial(instant))

const minutesPerDay = 24 * 60
const sumOf = (range: string) => `<f>SUM(${range})</f>`
/** Hours as a spreadsheet shows and adds them: 90 minutes are 1:30. */
export const durationCell = (minutes: number) => cellOf('duration', minutes / minutesPerDay)
export const decimalCell = (minutes: number) => cellOf('decimal', minutes / 60)
/** The sum of these cells. The value is for programs that don't compute. */
export const durationSumCell = (range: string, minutes: number) =>
  cellOf('total', minutes / minutesPerDay, sumOf(range))
/** The hours of a cell that has a duration, as a decimal number. */
export const decimalOfCell = (cell: string, minutes: number) =>
  cellOf('decimalTotal', minutes / 60, `<f>${cell}*24</f>`)

/** Days since the beginning of 1900, as spreadsheets count them. */
const serial = (instant: string) => Date.parse(instant) / 86_400_000 + 25_569

/** The name of a column: 0 is A, 26 is AA. */
export function columnName(index: number): string {
  const rest = String.fromCharCode(65 + (index % 26))
  return index < 26 ? rest : columnName(Math.floor(index / 26) - 1) + rest
}

/** Most texts have none of these characters and are written unchanged. */
const needsEscaping = /[&<>_\p{Cc}\p{Cs}\ufffe\uffff]/u
/** XML can't have control characters, halves of a pair and these two, not even escaped. */
const notInXml = /[^\P{Cc}\t\n]|[\p{Cs}\ufffe\uffff]/gu
const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function sheetText(text: string): string {
  const cut = text.length > cellMax ? `${text.slice(0, cellMax - 1)}…` : text
  if (!needsEscaping.test(cut)) return cut
  return (
    xmlText(cut.replace(/\r\n?/g, '\n'))
      // Excel reads _x0041_ as the letter A, unless its first underscore is written this way.
      .replace(/_(?=x[\da-f]{4}_)/gi, '_x005F_')
  )
}

const xmlText = (text: string) =>
  text.replace(notInXml, '').replace(/[&<>"]/g, sign => entities[sign] ?? sign)

/** Excel refuses these characters in the name of a sheet, more than 31 of them, and an apostrophe at either end. */
export const sheetName = (name: string) =>
  name
    .replace(/[[\]:*?/\\]/g, ' ')
    .slice(0, 31)
    .replace(/^[\s']+|[\s']+$/g, '') || 'Sheet'

/** The cells of row `row`, of which 1 is the first. Many programs find no cell that doesn't name its row and column. */
export function rowOf(row: number, cells: readonly string[]): string {
  let text = `<row r="${row}">`
  for (let index = 0; index < cells.length; index++) {
    const cell = cells[index]
    if (cell) text += `<c r="${columnName(index)}${row}"${cell}`
  }
  return `${text}</row>`
}

export type Sheet = {
  name: string
  /** The width of each column in characters. */
  widths: readonly number[]
  /** Columns at the left that stay in sight. The first row always does. */
  frozenColumns?: number
  /** At the top of each printed page. */
  printTitle?: string
  rows: AsyncIterable<string>
}

export const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** The bytes of the file. `rows` are made with `rowOf`, any number of them in one text. */
export function xlsx(sheet: Sheet): AsyncGenerator<Buffer> {
  const entries: ZipEntry[] = [
    { name: '[Content_Types].xml', content: contentTypes },
    { name: '_rels/.rels', content: relations(['officeDocument', 'xl/workbook.xml']) },
    { name: 'xl/workbook.xml', content: workbook(sheet) },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: relations(['worksheet', 'worksheets/sheet1.xml'], ['styles', 'styles.xml']),
    },
    { name: 'xl/styles.xml', content: styleSheet() },
    { name: 'xl/worksheets/sheet1.xml', content: worksheet(sheet) },
  ]
  return zip(entries)
}

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const contentTypes = `${declaration}<Types xmlns="${packages}/content-types">
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
<Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/>
<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${types}.worksheet+xml"/>
<Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/>
</Types>`

const relations = (...list: [kind: string, target: string][]) =>
  `${declaration}<Relationships xmlns="${packages}/relationships">${list
    .map(
      ([kind, target], index) =>
        `<Relationship Id="rId${index + 1}" Type="${office}/${kind}" Target="${target}"/>`,
    )
    .join('')}</Relationships>`

/** The printed pages repeat the heading and the columns that stay in sight. */
function workbook({ name, frozenColumns = 0 }: Sheet): string {
  const own = xmlText(`'${sheetName(name).replaceAll("'", "''")}'`)
  const columns = frozenColumns > 0 ? `${own}!$A:$${columnName(frozenColumns - 1)},` : ''
  return `${declaration}<workbook xmlns="${main}" xmlns:r="${office}">
<bookViews><workbookView/></bookViews><sheets><sheet name="${xmlText(sheetName(name))}" sheetId="1" r:id="rId1"/></sheets>
<definedNames><definedName name="_xlnm.Print_Titles" localSheetId="0">${columns}${own}!$1:$1</definedName></definedNames>
</workbook>`
}

type Look = { format?: Format; font?: 'bold' | 'muted'; isFilled?: boolean }
/** In the order of `styles`. */
const looks: Record<Style, Look> = {
  plain: {},
  heading: { font: 'bold', isFilled: true },
  dayHeading: { format: 'shortDay', font: 'bold', isFilled: true },
  day: { format: 'day' },
  instant: { format: 'instant' },
  duration: { format: 'duration' },
  decimal: { format: 'decimal' },
  note: { font: 'muted' },
  total: { format: 'duration', font: 'bold' },
  decimalTotal: { format: 'decimal', font: 'bold' },
}

function styleSheet(): string {
  const names = Object.keys(formats) as Format[]
  const numbers = names.map(
    (name, index) => `<numFmt numFmtId="${firstFormat + index}" formatCode="${xmlText(formats[name])}"/>`,
  )
  const fonts = ['', '<b/>', '<color rgb="FF595959"/>'].map(
    look =>
      `<font>${look.startsWith('<b') ? look : ''}<sz val="11"/>${look.startsWith('<c') ? look : ''}<name val="Calibri"/></font>`,
  )
  const cells = Object.values(looks).map(({ format, font, isFilled }) => {
    const number = format ? firstFormat + names.indexOf(format) : 0
    const fontId = font === 'bold' ? 1 : font === 'muted' ? 2 : 0
    return `<xf numFmtId="${number}" fontId="${fontId}" fillId="${isFilled ? 2 : 0}" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1"/>`
  })
  const list = (tag: string, items: string[]) => `<${tag} count="${items.length}">${items.join('')}</${tag}>`
  return `${declaration}<styleSheet xmlns="${main}">${list('numFmts', numbers)}${list('fonts', fonts)}${list(
    'fills',
    [
      // The first two are fixed by the format.
      '<fill><patternFill patternType="none"/></fill>',
      '<fill><patternFill patternType="gray125"/></fill>',
      '<fill><patternFill patternType="solid"><fgColor rgb="FFEDEDED"/></patternFill></fill>',
    ],
  )}${list('borders', ['<border/>'])}${list('cellStyleXfs', [
    '<xf numFmtId="0" fontId="0" fillId="0" borderId="0"/>',
  ])}${list('cellXfs', cells)}${list('cellStyles', [
    '<cellStyle name="Normal" xfId="0" builtinId="0"/>',
  ])}</styleSheet>`
}

async function* worksheet({ widths, frozenColumns = 0, printTitle = '', rows }: Sheet) {
  const corner = `${columnName(frozenColumns)}2`
  const pane = frozenColumns > 0 ? 'bottomRight' : 'bottomLeft'
  const columns = widths.map(
    (width, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  )
  yield `${declaration}<worksheet xmlns="${main}"><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>
<sheetViews><sheetView workbookViewId="0"><pane ${frozenColumns > 0 ? `xSplit="${frozenColumns}" ` : ''}ySplit="1" topLeftCell="${corner}" activePane="${pane}" state="frozen"/></sheetView></sheetViews>
<sheetFormatPr defaultRowHeight="15"/><cols>${columns.join('')}</cols><sheetData>`
  yield* rows
  // All columns fit the width of a page of A4, and the rows take as many pages as they need.
  yield `</sheetData><pageMargins left="0.4" right="0.4" top="0.6" bottom="0.6" header="0.3" footer="0.3"/>
<pageSetup paperSize="9" orientation="landscape" fitToWidth="1" fitToHeight="0"/>
<headerFooter><oddHeader>${xmlText(`&L${printTitle.replaceAll('&', '&&')}`)}</oddHeader><oddFooter>${xmlText('&RPage &P of &N')}</oddFooter></headerFooter></worksheet>`
}
