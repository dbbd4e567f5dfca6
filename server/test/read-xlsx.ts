import { crc32, inflateRawSync } from 'node:zlib'
import { expect } from 'vitest'

/** The files of a ZIP archive, read from its directory. The sizes and checksums have to be right wherever they are. */
export function unzip(archive: Buffer): Map<string, string> {
  const end = archive.length - 22
  expect(archive.readUInt32LE(end)).toBe(0x06054b50)
  const files = new Map<string, string>()
  let at = archive.readUInt32LE(end + 16)
  for (let left = archive.readUInt16LE(end + 10); left > 0; left--) {
    expect(archive.readUInt32LE(at)).toBe(0x02014b50)
    const [crc, packed, size] = [16, 20, 24].map(field => archive.readUInt32LE(at + field)) as [
      number,
      number,
      number,
    ]
    const nameLength = archive.readUInt16LE(at + 28)
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength)
    const start = archive.readUInt32LE(at + 42)
    expect(archive.readUInt32LE(start)).toBe(0x04034b50)
    expect(archive.toString('utf8', start + 30, start + 30 + nameLength)).toBe(name)
    const content = start + 30 + nameLength
    const bytes = inflateRawSync(archive.subarray(content, content + packed))
    expect([crc32(bytes), bytes.length]).toEqual([crc, size])
    // The same numbers follow the content.
    expect([0, 4, 8, 12].map(field => archive.readUInt32LE(content + packed + field))).toEqual([
      0x08074b50,
      crc,
      packed,
      size,
    ])
    files.set(name, bytes.toString('utf8'))
    at += 46 + nameLength
  }
  expect(at).toBe(end)
  return files
}

export type SheetCell = { value: string | number | null; formula: string | undefined; format: string }

/** The cells of the only sheet, with the format of their numbers. */
export function readSheet(archive: Buffer): { name: string; rows: SheetCell[][]; xml: string } {
  const files = unzip(archive)
  const styles = files.get('xl/styles.xml') ?? ''
  const formats = new Map(
    [...styles.matchAll(/<numFmt numFmtId="(\d+)" formatCode="([^"]*)"/g)].map(([, id, code]) => [
      id,
      plainText(code ?? ''),
    ]),
  )
  const styleList = [...(/<cellXfs.*<\/cellXfs>/.exec(styles)?.[0] ?? '').matchAll(/<xf numFmtId="(\d+)"/g)]
  const formatOf = (style = '0') => formats.get(styleList[Number(style)]?.[1]) ?? 'General'
  const xml = files.get('xl/worksheets/sheet1.xml') ?? ''
  const columns = [...xml.matchAll(/<col /g)].length
  const rows = [...xml.matchAll(/<row r="(\d+)">(.*?)<\/row>/gs)].map(([, number, row = ''], index) => {
    expect(number).toBe(String(index + 1))
    const empty: SheetCell = { value: null, formula: undefined, format: 'General' }
    const cells = Array<SheetCell>(columns).fill(empty)
    let last = -1
    for (const [, reference = '', type, style, content = ''] of row.matchAll(
      /<c r="(\w+)"(?: t="(\w+)")? s="(\d+)">(.*?)<\/c>/gs,
    )) {
      const column = cellsOfRow(index + 1).indexOf(reference)
      expect(column, reference).toBeGreaterThan(last)
      last = column
      const [, text] = /<t[^>]*>(.*)<\/t>/s.exec(content) ?? []
      const [, value] = /<v>(.*)<\/v>/.exec(content) ?? []
      const [, formula] = /<f>(.*)<\/f>/.exec(content) ?? []
      expect(type).toBe(text === undefined ? undefined : 'inlineStr')
      cells[column] = {
        value: text === undefined ? Number(value) : plainText(text),
        formula,
        format: formatOf(style),
      }
    }
    expect(row.replace(/<c r=.*?<\/c>/gs, '')).toBe('')
    return cells
  })
  const [, name = ''] = /<sheet name="([^"]*)"/.exec(files.get('xl/workbook.xml') ?? '') ?? []
  return { name: plainText(name), rows, xml }
}

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
const columnNames = [...letters, ...letters.flatMap(first => letters.map(second => first + second))]
const cellsOfRow = (row: number) => columnNames.map(name => `${name}${row}`)

const signs: Record<string, string> = { lt: '<', gt: '>', quot: '"', amp: '&' }
const plainText = (text: string) =>
  text.replace(/&(lt|gt|quot|amp);/g, (_, name) => signs[name] ?? '').replace(/_x005F_/g, '_')
