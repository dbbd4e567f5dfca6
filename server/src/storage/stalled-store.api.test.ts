import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { messages } from '#shared/messages.ts'
import { fileUpload } from '../../test/multipart.ts'
import { expectRefusal, startTestApp } from '../../test/start-test-app.ts'
import { s3Storage } from './s3-storage.ts'
import { StoreAwayError } from './storage.ts'

const silenceMs = 300
const name = crypto.randomUUID()

/** A store that answers every call in the same way. */
async function storeAnswering(answer: RequestListener) {
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

/** Says how much will come, sends so much of it, and nothing more. */
const stallingAfter =
  (sent: string): RequestListener =>
  (_request, response) => {
    response.writeHead(200, { 'content-length': '1000' })
    response.flushHeaders()
    if (sent) response.write(sent)
  }

test.each(['', 'half'])('a content that stops after "%s" fails instead of lasting for ever', async sent => {
  const storage = await storeAnswering(stallingAfter(sent))
  const content = await storage.read(name)
  const failure = await buffer(content ?? Readable.from([])).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(StoreAwayError)
  expect(String(failure)).toContain(`nothing more for ${silenceMs} ms`)
})

test('a short answer that stops in the middle fails too', async () => {
  const storage = await storeAnswering(stallingAfter('<ListBucketResult>'))
  await expect(storage.check()).rejects.toBeInstanceOf(StoreAwayError)
})

test('whoever waits for such a file is told the usual sentence', async () => {
  const { ctx, as, call, cast, make, signIn } = await startTestApp()
  const project = await make.project()
  const { payload, headers } = fileUpload('plan.txt', 'content')
  const url = `/api/projects/${project.id}/files`
  const token = { 'x-auth-token': await signIn(cast.ada) }
  const { body } = await call({ method: 'POST', url, payload, headers: { ...headers, ...token } })
  ctx.storage = await storeAnswering(stallingAfter(''))
  const reply = await as(cast.dina).post(`/api/files/${body.id}/download`)
  expectRefusal(reply, 503, messages.general.fileStoreAway)
  expect(reply.headers['retry-after']).toBe('5')
})

test('a file that has become empty in the store is answered at once', async () => {
  const { ctx, as, call, cast, make, signIn } = await startTestApp()
  const project = await make.project()
  const { payload, headers } = fileUpload('empty.txt', 'x')
  const url = `/api/projects/${project.id}/files`
  const token = { 'x-auth-token': await signIn(cast.ada) }
  const { body } = await call({ method: 'POST', url, payload, headers: { ...headers, ...token } })
  ctx.storage = await storeAnswering((_request, response) => void response.end())
  expect((await as(cast.dina).post(`/api/files/${body.id}/download`)).text).toBe('')
})

test('a reader may be slower than that', async () => {
  const large = Buffer.alloc(3 * 1024 * 1024, 'x')
  const storage = await storeAnswering((_request, response) => void response.end(large))
  const content = await storage.read(name)
  if (!content) throw new Error('nothing there')
  let got = 0
  for await (const chunk of content) {
    // Longer than two silences in a row.
    if (got === 0) await new Promise(resolve => setTimeout(resolve, 3 * silenceMs))
    got += chunk.length
  }
  expect(got).toBe(large.length)
})
