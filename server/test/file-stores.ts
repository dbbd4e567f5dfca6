import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { inject } from 'vitest'
import { diskStorage } from '../src/storage/disk-storage.ts'
import { element, elements, s3Client } from '../src/storage/s3-client.ts'
import { s3Storage } from '../src/storage/s3-storage.ts'
import type { Storage } from '../src/storage/storage.ts'
import { makeBucket, s3Variables } from './object-store/object-store.ts'

/** An empty file store of this run's kind, as a test sees it from outside the program. */
export type TestFileStore = {
  /** The environment variables that select it, beside DATA_DIR. */
  settings: Record<string, string>
  /** Opens the same store with another value of `settledAfterMs`. */
  open(settledAfterMs: number): Promise<Storage>
  names(): Promise<string[]>
  /** Uploads that were begun and neither completed nor aborted. */
  unfinished(): Promise<string[]>
  /** Makes an old file without a row and an old unfinished upload, as a crash leaves them. */
  leaveBehind(): Promise<void>
}

const kinds: Record<string, (dataDir: string) => Promise<TestFileStore>> = {
  async disk(dataDir) {
    const folder = join(dataDir, 'files')
    mkdirSync(join(folder, 'incoming'), { recursive: true })
    return {
      settings: {},
      open: async settledAfterMs => ({ ...(await diskStorage(folder)), settledAfterMs }),
      names: async () => readdirSync(folder).filter(name => name !== 'incoming'),
      unfinished: async () => readdirSync(join(folder, 'incoming')),
      async leaveBehind() {
        const stray = join(folder, crypto.randomUUID())
        writeFileSync(stray, 'a crash came before the row')
        const longAgo = Date.now() / 1000 - 60
        utimesSync(stray, longAgo, longAgo)
        writeFileSync(join(folder, 'incoming', crypto.randomUUID()), 'cut')
      },
    }
  },

  async s3() {
    const s3 = await makeBucket(inject('objectStoreUrl'))
    const client = s3Client(s3)
    const keys = (xml: string, tag: string) => elements(xml, tag).map(part => element(part, 'Key') ?? '')
    const nameOf = (key: string) => key.replace(/^daily-report\/files\//, '')
    const unfinished = async () =>
      keys((await client.call({ method: 'GET', query: { uploads: '' } })).text, 'Upload').map(nameOf)
    return {
      settings: s3Variables(s3),
      open: async settledAfterMs => s3Storage(s3, { settledAfterMs }),
      names: async () =>
        keys((await client.call({ method: 'GET', query: { 'list-type': '2' } })).text, 'Contents').map(
          nameOf,
        ),
      unfinished,
      async leaveBehind() {
        await s3Storage(s3).write(crypto.randomUUID(), Readable.from([Buffer.from('no row came')]))
        const key = `daily-report/files/${crypto.randomUUID()}`
        await client.call({ method: 'POST', key, query: { uploads: '' } })
      },
    }
  },
}

export function createTestFileStore(dataDir: string): Promise<TestFileStore> {
  const create = kinds[process.env.TEST_FILES ?? 'disk']
  if (!create) throw new Error(`TEST_FILES must be one of ${Object.keys(kinds).join(', ')}`)
  return create(dataDir)
}
