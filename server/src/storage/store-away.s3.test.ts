import { Readable } from 'node:stream'
import { afterAll, expect, test } from 'vitest'
import { messages } from '#shared/messages.ts'
import { fileUpload } from '../../test/multipart.ts'
import { s3Variables, startObjectStore } from '../../test/object-store/object-store.ts'
import { expectRefusal, type Reply, startTestApp } from '../../test/start-test-app.ts'
import { sweepStorage } from '../features/files/files.service.ts'
import { s3Storage } from './s3-storage.ts'

// This file has its own store, because it is stopped here.
const store = await startObjectStore()
afterAll(() => store.remove())
const bucket = await store.makeBucket()
const { as, call, cast, ctx, make, signIn } = await startTestApp({ settings: s3Variables(bucket) })
const project = await make.project()
const token = await signIn(cast.ada)

function upload(content: Buffer): Promise<Reply> {
  const { payload, headers } = fileUpload('plan.txt', content)
  const url = `/api/projects/${project.id}/files`
  return call({ method: 'POST', url, payload, headers: { ...headers, 'x-auth-token': token } })
}
const download = (id: number) => as(cast.dina).post(`/api/files/${id}/download`)
const rows = async () => (await as(cast.dina).get(`/api/projects/${project.id}/files`)).body.length

async function names() {
  const found: string[] = []
  for await (const some of s3Storage(bucket).list()) found.push(...some.map(file => file.name))
  return found
}

function expectAway(reply: Reply) {
  expectRefusal(reply, 503, messages.general.fileStoreUnreachable)
  expect(reply.headers['retry-after']).toBe('5')
}

test.each(['small', 'in parts'])(
  'a store that does not answer causes 503, and no row of %s files',
  async kind => {
    const content = Buffer.alloc(kind === 'small' ? 100 : 6 * 1024 * 1024, 'x')
    const { body } = await upload(content)
    const before = await rows()
    store.pause()
    const [uploaded, downloaded] = await Promise.all([upload(content), download(body.id)])
    expectAway(uploaded)
    expectAway(downloaded)
    // Everything else continues to work.
    expect(await rows()).toBe(before)
    store.resume()
    expect((await download(body.id)).text).toBe(String(content))
    expect((await upload(content)).status).toBe(201)
  },
)

test('deleting while the store is unavailable takes effect, and a sweep cleans up the store', async () => {
  const { body } = await upload(Buffer.from('to be deleted'))
  store.pause()
  expect((await as(cast.ada).delete(`/api/files/${body.id}`)).status).toBe(200)
  store.resume()
  expect((await download(body.id)).status).toBe(404)
  const settled = { ...ctx, storage: s3Storage(bucket, { settledAfterMs: 0 }) }
  // Also of the uploads above, whose requests the store may have found and finished when it woke up.
  const withoutRow = async () => {
    await sweepStorage(settled)
    return (await names()).length - (await rows())
  }
  await expect.poll(withoutRow, { timeout: 30_000 }).toBe(0)
})

test('a store that refuses connections causes 503, however long it does', async () => {
  const { body } = await upload(Buffer.from('content'))
  await store.remove()
  expectAway(await upload(Buffer.from('content')))
  expectAway(await download(body.id))
  await expect(ctx.storage.write(crypto.randomUUID(), Readable.from([Buffer.from('x')]))).rejects.toThrow(
    'at the file store',
  )
})
