import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { messages } from '#shared/messages.ts'
import { fileUpload } from '../../test/multipart.ts'
import { expectRefusal, startTestApp } from '../../test/start-test-app.ts'
import { s3Storage } from './s3-storage.ts'
import { StorageUnavailableError } from './storage.ts'

const { ctx, as, call, cast, make, signIn } = await startTestApp()
const ownStorage = ctx.storage
const project = await make.project()

// The timeout is short where a test waits for it, and long where a slow machine must not cause it.
const [shortMs, longMs] = [300, 5000]
const name = crypto.randomUUID()

/** Starts a store that answers every call in the same way. */
async function storeAnswering(answer: RequestListener, silenceMs: number) {
  const server = createServer(answer)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as { port: number }
  const settings = { bucket: 'b', accessKey: 'a', secretKey: 's', region: 'us-east-1' }
  return s3Storage({ ...settings, endpoint: `http://127.0.0.1:${port}` }, { silenceMs })
}

/** Announces a content length, sends only a part of the content, and then nothing more. */
const stallingAfter =
  (sent: string): RequestListener =>
  (_request, response) => {
    response.writeHead(200, { 'content-length': '1000' })
    response.flushHeaders()
    if (sent) response.write(sent)
  }

test.each(['', 'half'])('a content that stops after "%s" fails instead of hanging', async sent => {
  const storage = await storeAnswering(stallingAfter(sent), shortMs)
  const reading = async () => buffer((await storage.read(name)) ?? Readable.from([]))
  await expect(reading()).rejects.toBeInstanceOf(StorageUnavailableError)
})

test('a short response that stops in the middle fails too', async () => {
  const storage = await storeAnswering(stallingAfter('<ListBucketResult>'), shortMs)
  await expect(storage.check()).rejects.toBeInstanceOf(StorageUnavailableError)
})

/** Downloads a file from a store that answers like this. */
async function downloadFrom(answer: RequestListener, silenceMs: number) {
  const { payload, headers } = fileUpload('plan.txt', 'content')
  const url = `/api/projects/${project.id}/files`
  const token = { 'x-auth-token': await signIn(cast.ada) }
  ctx.storage = ownStorage
  const { body } = await call({ method: 'POST', url, payload, headers: { ...headers, ...token } })
  ctx.storage = await storeAnswering(answer, silenceMs)
  return as(cast.dina).post(`/api/files/${body.id}/download`)
}

test('a request that waits for such a file gets the usual refusal', async () => {
  const reply = await downloadFrom(stallingAfter(''), shortMs)
  expectRefusal(reply, 503, messages.general.fileStoreUnreachable)
  expect(reply.headers['retry-after']).toBe('5')
})

test('a file that has become empty in the store is answered at once', async () => {
  const reply = await downloadFrom((_request, response) => void response.end(), longMs)
  expect(reply.text).toBe('')
})

test('a slow reader causes no timeout', async () => {
  const large = Buffer.alloc(3 * 1024 * 1024, 'x')
  const storage = await storeAnswering((_request, response) => void response.end(large), longMs)
  const content = await storage.read(name)
  if (!content) throw new Error('nothing there')
  let got = 0
  for await (const chunk of content) {
    // Longer than two timeouts in a row.
    if (got === 0) await new Promise(resolve => setTimeout(resolve, 2.2 * longMs))
    got += chunk.length
  }
  expect(got).toBe(large.length)
})
