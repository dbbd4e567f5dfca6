import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, inject, test } from 'vitest'
import { createTestFileStore } from '../../test/file-stores.ts'
import { makeBucket } from '../../test/object-store/object-store.ts'
import { ConfigError } from '../config.ts'
import { s3Storage } from './s3-storage.ts'

const files = await createTestFileStore('')
const storage = await files.open(3_600_000)

const megabyte = 1024 * 1024
/** The content differs everywhere, so that parts in a wrong order are noticed. */
const content = Buffer.alloc(11 * megabyte + 12_345)
for (let at = 0; at < content.length; at += 4)
  content.writeUInt32LE(at % 2 ** 32, Math.min(at, content.length - 4))

async function* inChunks(bytes: Buffer, size: number) {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size)
}
const streamOf = (bytes: Buffer, size = 65_000) => Readable.from(inChunks(bytes, size))
const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

test.each([0, 1, 5 * megabyte - 1, 5 * megabyte, 5 * megabyte + 1, 10 * megabyte, content.length])(
  'a file of %i bytes is read back unchanged',
  async size => {
    const name = crypto.randomUUID()
    const bytes = content.subarray(0, size)
    expect(await storage.write(name, streamOf(bytes))).toBe(size)
    const back = await buffer((await storage.read(name)) ?? Readable.from([]))
    expect([back.length, digest(back)]).toEqual([size, digest(bytes)])
    expect(await files.unfinished()).toEqual([])
    await storage.remove(name)
  },
)

test('a range can span two parts', async () => {
  const name = crypto.randomUUID()
  await storage.write(name, streamOf(content, 7 * megabyte))
  const [start, end] = [5 * megabyte - 3, 5 * megabyte + 4]
  const part = await storage.read(name, { start, end })
  expect(await buffer(part ?? Readable.from([]))).toEqual(content.subarray(start, end + 1))
  await storage.remove(name)
})

test.each([10, 3 * megabyte, 5 * megabyte, 9 * megabyte])(
  'content that breaks off after %i bytes leaves nothing',
  async size => {
    const name = crypto.randomUUID()
    async function* broken() {
      yield* inChunks(content.subarray(0, size), 100_000)
      throw new Error('cut')
    }
    await expect(storage.write(name, Readable.from(broken()))).rejects.toThrow('cut')
    expect(await storage.read(name)).toBeUndefined()
    expect(await files.unfinished()).toEqual([])
    expect(await files.names()).toEqual([])
  },
)

test('a missing file is read as undefined and removed without an error', async () => {
  expect(await storage.read(crypto.randomUUID())).toBeUndefined()
  expect(await storage.read(crypto.randomUUID(), { start: 0, end: 5 })).toBeUndefined()
  await storage.remove(crypto.randomUUID())
})

test('an upload that another instance is working on survives the sweep', async () => {
  await files.leaveBehind()
  expect(await storage.removeUnfinished()).toBe(0)
  expect(await files.unfinished()).toHaveLength(1)
  const ages: number[] = []
  for await (const some of storage.list()) ages.push(...some.map(file => file.ageMs))
  expect(ages).toHaveLength(1)
  expect(Math.abs(ages[0] ?? Number.NaN)).toBeLessThan(600_000)
})

test('a mark is written and read', async () => {
  expect(await storage.readMark()).toBeUndefined()
  await storage.writeMark('this very store')
  expect(await storage.readMark()).toBe('this very store')
})

test('a listing returns more files than fit on one page', async () => {
  const other = s3Storage(await makeBucket(inject('objectStoreUrl')), { pageSize: 10 })
  const names = Array.from({ length: 25 }, () => crypto.randomUUID())
  await Promise.all(names.map(name => other.write(name, streamOf(Buffer.from('x')))))
  const pages: string[][] = []
  for await (const some of other.list()) pages.push(some.map(file => file.name))
  expect(pages.map(page => page.length)).toEqual([10, 10, 5])
  expect(pages.flat()).toEqual(names.sort())
})

test.each([
  ['S3_BUCKET', { bucket: 'nobody-made-this' }],
  ['S3_BUCKET', { bucket: 'No Bucket!' }],
  ['S3_SECRET_KEY', { secretKey: 'not-the-secret' }],
  ['S3_SECRET_KEY', { accessKey: 'nobody' }],
  ['S3_REGION', { region: 'moon-1' }],
])('a check names %s when it is wrong (%#)', async (variable, wrong) => {
  const settings = { ...(await makeBucket(inject('objectStoreUrl'))), ...wrong }
  const complaint = await s3Storage(settings)
    .check()
    .catch((error: unknown) => error)
  expect(complaint).toBeInstanceOf(ConfigError)
  expect(String(complaint)).toContain(`  ${variable}: `)
  expect(String(complaint)).not.toContain(settings.secretKey)
})

test('a check accepts correct settings', async () => {
  await storage.check()
})
