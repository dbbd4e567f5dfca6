/**
 * Lines and their fields, as spreadsheets and mail programs write them: a field in quotes may contain the separator, line
 * breaks and doubled quotes. What follows a closing quote belongs to the field: `"Doe, Jane" <jane@example.com>`.
 */
export function splitRecords(text: string, isSeparator: (char: string) => boolean): string[][] {
  // A quote that is never closed is a character like any other.
  return split(text, isSeparator, true) ?? split(text, isSeparator, false) ?? []
}

function split(text: string, isSeparator: (char: string) => boolean, quotes: boolean): string[][] | null {
  const records: string[][] = []
  let record: string[] = []
  let field = ''
  let isQuoted = false
  for (let at = 0; at < text.length; at++) {
    const char = text[at] as string
    if (isQuoted) {
      if (char !== '"') field += char
      else if (text[at + 1] === '"') field += text[++at]
      else isQuoted = false
    } else if (quotes && char === '"' && field.trim() === '') {
      isQuoted = true
      field = ''
    } else if (char === '\n') {
      records.push([...record, field])
      record = []
      field = ''
    } else if (isSeparator(char)) {
      record.push(field)
      field = ''
    } else field += char
  }
  if (isQuoted) return null
  records.push([...record, field])
  return records
}
