import { inflateRawSync } from 'node:zlib'

/** The text of one file in a ZIP archive without a comment, found by the directory at its end. */
export function unzip(archive: Buffer, wanted: string): string {
  const end = archive.length - 22
  let at = archive.readUInt32LE(end + 16)
  while (at < end) {
    const nameLength = archive.readUInt16LE(at + 28)
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength)
    const start = archive.readUInt32LE(at + 42)
    const content = start + 30 + archive.readUInt16LE(start + 26) + archive.readUInt16LE(start + 28)
    if (name === wanted)
      return inflateRawSync(archive.subarray(content, content + archive.readUInt32LE(at + 20))).toString()
    at += 46 + nameLength + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32)
  }
  throw new Error(`The archive has no file ${wanted}.`)
}
