import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { createTarPacker } from 'modern-tar'
import { checksumsEntry, endName } from './archive-format.ts'

/** Higher levels make a backup much slower and hardly smaller. */
const compressionLevel = 2
const checksumsPerEntry = 1000

export type ArchiveWriter = ReturnType<typeof createArchive>

/** Writes one entry after the other with constant memory. The file is complete only once `finish` has resolved. */
export function createArchive(file: string) {
  const { readable, controller } = createTarPacker()
  const all = createHash('sha256')
  let lines: string[] = []
  let parts = 0

  const written = pipeline(
    Readable.fromWeb(readable as Parameters<typeof Readable.fromWeb>[0]),
    createGzip({ level: compressionLevel }),
    // Only the owner may read it: it has password hashes and the key that signs tokens. `flush` syncs it.
    createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }),
  )
  // A full disk destroys the packer too, and the next write reports it.
  written.catch(() => {})

  async function put(name: string, size: number, content: AsyncIterable<Uint8Array> | Uint8Array[]) {
    const sum = createHash('sha256')
    const body = controller.add({ name, size, mode: 0o600, type: 'file' }).getWriter()
    for await (const chunk of content) {
      sum.update(chunk)
      await body.ready
      await body.write(chunk)
    }
    await body.close()
    return sum.digest('hex')
  }

  async function writeChecksums() {
    const text = Buffer.from(lines.map(line => `${line}\n`).join(''))
    all.update(text)
    lines = []
    await put(checksumsEntry(++parts), text.length, [text])
  }

  return {
    async add(name: string, size: number, content: AsyncIterable<Uint8Array>) {
      lines.push(`${await put(name, size, content)}  ${name}`)
      if (lines.length >= checksumsPerEntry) await writeChecksums()
    },

    async addText(name: string, text: string) {
      const content = Buffer.from(text)
      lines.push(`${await put(name, content.length, [content])}  ${name}`)
      if (lines.length >= checksumsPerEntry) await writeChecksums()
    },

    async finish(end: object) {
      if (lines.length > 0) await writeChecksums()
      const text = Buffer.from(JSON.stringify({ ...end, checksums: all.digest('hex') }, null, 2))
      await put(endName, text.length, [text])
      controller.finalize()
      await written
    },

    /** Cancels the writing; resolves when the file is closed. */
    async abandon(reason: unknown) {
      controller.error(reason)
      await written.catch(() => {})
    },
  }
}
