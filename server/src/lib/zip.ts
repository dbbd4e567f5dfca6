import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, crc32, createDeflateRaw } from 'node:zlib'

// A ZIP archive that is written while its content is still being made. Nothing is known of a file before its end, so its
// checksum and sizes follow it (a data descriptor) and are repeated in the directory at the end of the archive.

export type ZipEntry = { name: string; content: string | AsyncIterable<string> }

type Written = { name: Buffer; crc: number; packed: number; size: number; offset: number }

/** The largest number in a field of the format. Beyond it an archive would need ZIP64, which older programs can't read. */
const sizeMax = 0xffff_ffff

/** Sizes are in a descriptor after the content, and names are UTF-8. */
const flags = 0x0808
const deflateMethod = 8
const versionNeeded = 20
/** 1 January 1980, the earliest date of the format: an archive of the same content has the same bytes. */
const [noTime, noDate] = [0, 0x0021]

export async function* zip(entries: readonly ZipEntry[]): AsyncGenerator<Buffer> {
  const directory: Written[] = []
  let offset = 0
  for (const { name, content } of entries) {
    const entry: Written = { name: Buffer.from(name), crc: 0, packed: 0, size: 0, offset }
    directory.push(entry)
    const header = localHeader(entry)
    yield header
    for await (const piece of deflate(typeof content === 'string' ? [content] : content, entry)) {
      entry.packed += piece.length
      yield piece
    }
    const end = descriptor(entry)
    yield end
    offset += header.length + entry.packed + end.length
    assertFits(offset, entry.size)
  }
  const headers = Buffer.concat(directory.map(centralHeader))
  assertFits(offset + headers.length)
  yield Buffer.concat([headers, endOfDirectory(directory.length, headers.length, offset)])
}

/** The threads of zlib compress, so that the event loop stays free. */
async function* deflate(content: Iterable<string> | AsyncIterable<string>, entry: Written) {
  async function* bytes() {
    for await (const text of content) {
      const chunk = Buffer.from(text)
      entry.crc = crc32(chunk, entry.crc)
      entry.size += chunk.length
      yield chunk
    }
  }
  const deflating = createDeflateRaw({ level: constants.Z_BEST_SPEED })
  // A failure also ends the loop below, which throws it.
  pipeline(Readable.from(bytes()), deflating).catch(() => {})
  for await (const piece of deflating) yield piece as Buffer
}

/** An archive with a number that is cut off would be damaged without a word. */
function assertFits(...sizes: number[]): void {
  if (sizes.some(size => size > sizeMax)) throw new Error('The archive has more than 4 GB.')
}

type Field = [bytes: 2 | 4, value: number]

function record(...fields: Field[]): Buffer {
  const buffer = Buffer.alloc(fields.reduce((sum, [bytes]) => sum + bytes, 0))
  let at = 0
  for (const [bytes, value] of fields) at = buffer.writeUIntLE(value, at, bytes)
  return buffer
}

/** The fields that the header of a file and its line in the directory have in common. */
const commonFields = ({ name, crc, packed, size }: Written): Field[] => [
  [2, versionNeeded],
  [2, flags],
  [2, deflateMethod],
  [2, noTime],
  [2, noDate],
  [4, crc],
  [4, packed],
  [4, size],
  [2, name.length],
  [2, 0],
]

const localHeader = (entry: Written) =>
  Buffer.concat([record([4, 0x0403_4b50], ...commonFields(entry)), entry.name])

const descriptor = ({ crc, packed, size }: Written) => {
  assertFits(packed, size)
  return record([4, 0x0807_4b50], [4, crc], [4, packed], [4, size])
}

const centralHeader = (entry: Written) =>
  Buffer.concat([
    record(
      [4, 0x0201_4b50],
      [2, versionNeeded],
      ...commonFields(entry),
      [2, 0],
      [2, 0],
      [2, 0],
      [4, 0],
      [4, entry.offset],
    ),
    entry.name,
  ])

const endOfDirectory = (entries: number, bytes: number, offset: number) =>
  record([4, 0x0605_4b50], [2, 0], [2, 0], [2, entries], [2, entries], [4, bytes], [4, offset], [2, 0])
