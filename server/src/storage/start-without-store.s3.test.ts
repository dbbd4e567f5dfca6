import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { messages } from '#shared/messages.ts'
import { fileUpload } from '../../test/multipart.ts'
import { type ObjectStore, s3Variables, startObjectStore } from '../../test/object-store/object-store.ts'
import { createTestFolder } from '../../test/test-folder.ts'
import { readConfig } from '../config.ts'
import { startServer } from '../server.ts'
import { type S3Settings, s3Client } from './s3-client.ts'
import { s3Storage } from './s3-storage.ts'

// This file has its own store, because it is paused here.
let store: ObjectStore
beforeAll(async () => {
  store = await startObjectStore()
})
afterAll(() => store.remove())

const admin = { name: 'Ada Admin', email: 'ada@example.com', password: 'ada-password' }

async function startAt(bucket: S3Settings, dataDir: string) {
  const config = readConfig({
    ...s3Variables(bucket),
    DATA_DIR: dataDir,
    PORT: '0',
    HOST: '127.0.0.1',
    LOG_LEVEL: 'silent',
    ADMIN_NAME: admin.name,
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
  })
  const server = await startServer(config)
  let isClosed = false
  async function close() {
    if (!isClosed) await server.close()
    isClosed = true
  }
  onTestFinished(close)
  let token = ''
  async function call(method: string, path: string, body?: object) {
    const reply = await fetch(server.url + path, {
      method,
      headers: { 'x-auth-token': token, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await reply.text()
    return { status: reply.status, retryAfter: reply.headers.get('retry-after'), text }
  }
  token = JSON.parse((await call('POST', '/api/auth/login', admin)).text).token
  async function upload(project: number, content: Buffer) {
    const { payload, headers } = fileUpload('plan.txt', content)
    const url = `${server.url}/api/projects/${project}/files`
    const reply = await fetch(url, {
      method: 'POST',
      headers: { ...headers, 'x-auth-token': token },
      body: new Uint8Array(payload),
    })
    const text = await reply.text()
    return { status: reply.status, retryAfter: reply.headers.get('retry-after'), text }
  }
  return {
    call,
    upload,
    close,
    download: (id: number) => call('POST', `/api/files/${id}/download`),
    ready: async () => (await call('GET', '/readyz')).status,
  }
}

/** A server that has stored two files and has ended. */
async function fillBucket() {
  const [bucket, dataDir] = [await store.makeBucket(), createTestFolder('daily-report-store-away-')]
  const server = await startAt(bucket, dataDir)
  const project = JSON.parse((await server.call('POST', '/api/projects', { name: 'North' })).text).id
  const ids: number[] = []
  for (const text of ['first', 'second'])
    ids.push(JSON.parse((await server.upload(project, Buffer.from(text))).text).id)
  await server.close()
  const [first = 0, second = 0] = ids
  return { bucket, dataDir, project, first, second }
}

async function namesIn(bucket: S3Settings) {
  const names: string[] = []
  for await (const files of s3Storage(bucket).list()) names.push(...files.map(({ name }) => name))
  return names.sort()
}

const away = { status: 503, retryAfter: '5' }

test('a server that is started while the store is away serves everything else, and files once it is back', async () => {
  const { bucket, dataDir, project, first, second } = await fillBucket()
  store.pause()
  const server = await startAt(bucket, dataDir)
  expect(await server.ready()).toBe(200)
  expect(await server.call('GET', '/api/projects')).toMatchObject({ status: 200 })
  expect(await server.download(first)).toMatchObject(away)
  expect((await server.download(first)).text).toContain(messages.general.fileStoreUnreachable)
  expect(await server.upload(project, Buffer.from('third'))).toMatchObject(away)
  expect(await server.upload(project, Buffer.alloc(6 * 1024 * 1024, 'x'))).toMatchObject(away)
  expect(await server.call('DELETE', `/api/files/${first}`)).toMatchObject({ status: 200 })
  store.resume()
  await expect.poll(async () => (await server.download(second)).text).toBe('second')
  expect((await server.upload(project, Buffer.from('third'))).status).toBe(201)
})

describe.each(['another mark', 'no mark'])('if the store comes back with %s', kind => {
  test('files stay closed, nothing there is changed, and the server is not ready until it is the right store', async () => {
    const { bucket, dataDir, first, second } = await fillBucket()
    const [files, storage] = [await namesIn(bucket), s3Storage(bucket)]
    const mark = (await storage.readMark()) ?? ''
    if (kind === 'another mark') await storage.writeMark('another')
    else await s3Client(bucket).call({ method: 'DELETE', key: 'daily-report/store-mark' })
    store.pause()
    const server = await startAt(bucket, dataDir)
    store.resume()
    await expect.poll(server.ready).toBe(503)
    expect((await server.call('GET', '/readyz')).text).toContain('"code":"file_store_refused"')
    expect(await server.call('GET', '/api/projects')).toMatchObject({ status: 200 })
    expect(await server.download(second)).toMatchObject(away)
    expect(await server.call('DELETE', `/api/files/${first}`)).toMatchObject({ status: 200 })
    expect(await storage.readMark()).toBe(kind === 'another mark' ? 'another' : undefined)
    expect(await namesIn(bucket)).toEqual(files)
    // A start is refused, as it always was.
    await expect(startAt(bucket, dataDir)).rejects.toThrow('Nothing was changed')

    await storage.writeMark(mark)
    await expect.poll(server.ready).toBe(200)
    expect((await server.download(second)).text).toBe('second')
  })
})
