import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, inject, test } from 'vitest'
import { open, type Place, scratchFolder } from '../../test/backup-drill.ts'
import { expectNothingDeleted } from '../../test/lost-database.ts'
import { makeBucket } from '../../test/object-store/object-store.ts'
import { type S3Settings, s3Client } from './s3-client.ts'
import { s3Storage } from './s3-storage.ts'

const newPlace = async (): Promise<Place & { s3: S3Settings }> => ({
  dataDir: join(scratchFolder(), 'data'),
  s3: await makeBucket(inject('objectStoreUrl')),
})

const readKey = async (s3: S3Settings, key: string) => text(await s3Client(s3).open({ method: 'GET', key }))

test('in a bucket, too, files of a lost database are named, moved aside and never deleted', async () => {
  const place = await newPlace()
  await expectNothingDeleted(place, {
    lose: async ({ dataDir }) => rmSync(dataDir, { recursive: true }),
    readAside: (_place, where, name) => readKey(place.s3, where + name),
    nothingMade: ({ dataDir }) =>
      expect(readdirSync(dataDir).filter(name => name.startsWith('daily-report.db'))).toEqual([]),
  })
})

test('a file that went to the store in parts is moved whole', async () => {
  const place = await newPlace()
  const ctx = await open(place)
  const name = crypto.randomUUID()
  const large = Buffer.alloc(6 * 1024 * 1024, 'x')
  await ctx.storage.write(name, Readable.from([large]))
  await ctx.storage.setAside([name, crypto.randomUUID()], 'set-aside-test')
  expect(await s3Storage(place.s3).read(name)).toBeUndefined()
  expect(await readKey(place.s3, `daily-report/set-aside-test/${name}`)).toHaveLength(large.length)
  await ctx.db.destroy()
})
