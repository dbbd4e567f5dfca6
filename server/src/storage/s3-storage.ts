import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { ConfigError } from '../config.ts'
import { element, elements, type S3Answer, type S3Settings, s3Client } from './s3-client.ts'
import { isOurName, type Storage, StorageUnavailableError, StoreFullError } from './storage.ts'

/** The bucket may hold objects of other programs, so only keys with this prefix are read or deleted. */
const prefix = 'daily-report/files/'
const markKey = 'daily-report/store-mark'
const asidePrefix = (place: string) => `daily-report/${place}/`

/** The smallest part size that all stores accept; an upload needs no more memory than this. */
const partBytes = 5 * 1024 * 1024
/** Stores may need a while to combine many parts. */
const completionSilenceMs = 60_000

type Options = {
  /**
   * Some stores date an object from the first byte of its upload, and an upload may last minutes: only a far older object
   * can't belong to an upload in progress.
   */
  settledAfterMs?: number
  /** How long the connection to the store may be idle. */
  silenceMs?: number
  /** Files on one page of a listing. */
  pageSize?: number
}

/** Stores files in a bucket of any S3-compatible store. An object appears under its name only when it is complete. */
export function s3Storage(
  settings: S3Settings,
  { settledAfterMs = 3_600_000, silenceMs, pageSize = 500 }: Options = {},
): Storage {
  const client = s3Client(settings, silenceMs)
  const keyOf = (name: string) => prefix + name

  async function put(key: string, body: Buffer) {
    expectOk(await client.call({ method: 'PUT', key, body }))
  }

  async function remove(key: string) {
    const answer = await client.call({ method: 'DELETE', key })
    if (answer.status !== 404) expectOk(answer)
  }

  const abort = (key: string, uploadId: string) => client.call({ method: 'DELETE', key, query: { uploadId } })

  /** Uploads in parts, because the length is known only at the end; the last call creates the object. */
  async function putInParts(key: string, first: Buffer, rest: AsyncGenerator<Buffer>): Promise<void> {
    const uploadId = element(
      expectOk(await client.call({ method: 'POST', key, query: { uploads: '' } })),
      'UploadId',
    )
    if (!uploadId) throw new StorageUnavailableError('the file store began no upload')
    try {
      const tags: string[] = []
      const send = async (body: Buffer) => {
        const query = { partNumber: String(tags.length + 1), uploadId }
        const answer = await client.call({ method: 'PUT', key, query, body })
        expectOk(answer)
        tags.push(String(answer.headers.etag))
      }
      await send(first)
      for await (const part of rest) await send(part)
      const parts = tags.map(
        (tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${tag}</ETag></Part>`,
      )
      const body = Buffer.from(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`)
      const completed = expectOk(
        await client.call({
          method: 'POST',
          key,
          query: { uploadId },
          body,
          silenceMs: completionSilenceMs,
        }),
      )
      // A slow store sends the status 200 first, and a failure can follow in the body.
      if (!completed.includes('<CompleteMultipartUploadResult')) throw failure(200, completed)
    } catch (error) {
      await takeBack(error, abort(key, uploadId))
      throw error
    }
  }

  return {
    where: `the bucket ${settings.bucket} at ${settings.endpoint}`,
    settledAfterMs,

    async check() {
      const answer = await client.call({
        method: 'GET',
        query: { 'list-type': '2', prefix, 'max-keys': '1' },
      })
      if (answer.status === 200 && answer.text.includes('<ListBucketResult')) return
      // The store is starting or busy, so the caller retries.
      if (answer.status >= 500 || answer.status === 429)
        throw new StorageUnavailableError(`it answers ${answer.status}`)
      throw new ConfigError([complaintAbout(settings, answer)])
    },

    async readMark() {
      const answer = await client.call({ method: 'GET', key: markKey })
      return answer.status === 404 ? undefined : expectOk(answer).trim()
    },

    writeMark: mark => put(markKey, Buffer.from(`${mark}\n`)),

    async write(name, content, { isAgain = false } = {}) {
      const key = keyOf(name)
      let size = 0
      const parts = chunksOf(content, partBytes, bytes => {
        size += bytes
      })
      try {
        const first = (await parts.next()).value ?? Buffer.alloc(0)
        if (first.length < partBytes) await put(key, first)
        else await putInParts(key, first, parts)
        return size
      } catch (error) {
        // The store may have accepted the object although its response was lost. An older object of that name must stay.
        if (error instanceof StorageUnavailableError && !isAgain) await takeBack(error, remove(key))
        throw error
      } finally {
        content.destroy()
      }
    },

    async read(name, range) {
      const headers = range && { range: `bytes=${range.start}-${range.end}` }
      const reply = await client.open({ method: 'GET', key: keyOf(name), ...(headers && { headers }) })
      if (reply.statusCode === (range ? 206 : 200)) return reply
      const said = await text(reply).catch(() => '')
      if (reply.statusCode === 404) return undefined
      throw failure(reply.statusCode ?? 0, said)
    },

    remove: name => remove(keyOf(name)),

    async *list() {
      let last = ''
      for (;;) {
        const answer = await client.call({
          method: 'GET',
          query: {
            'list-type': '2',
            prefix,
            'max-keys': String(pageSize),
            ...(last && { 'start-after': last }),
          },
        })
        const now = storeTime(answer.headers)
        const objects = elements(expectOk(answer), 'Contents').map(object => ({
          key: element(object, 'Key') ?? '',
          ageMs: now - Date.parse(element(object, 'LastModified') ?? ''),
        }))
        yield objects
          .map(({ key, ageMs }) => ({ name: key.slice(prefix.length), ageMs }))
          .filter(file => isOurName(file.name))
        last = objects.at(-1)?.key ?? ''
        if (last === '' || element(answer.text, 'IsTruncated') !== 'true') return
      }
    },

    async setAside(names, place) {
      for (const name of names) {
        const copied = await client.call({
          method: 'PUT',
          key: asidePrefix(place) + name,
          headers: { 'x-amz-copy-source': `/${encodeURIComponent(settings.bucket)}/${keyOf(name)}` },
          silenceMs: completionSilenceMs,
        })
        if (copied.status === 404) continue
        // As at the end of an upload in parts, a failure can follow the status 200.
        if (!expectOk(copied).includes('<CopyObjectResult')) throw failure(200, copied.text)
        await remove(keyOf(name))
      }
      return `${asidePrefix(place)} in the bucket ${settings.bucket} at ${settings.endpoint}`
    },

    async removeUnfinished() {
      const answer = await client.call({ method: 'GET', query: { uploads: '', prefix } })
      // Not every store can list unfinished uploads; the others end them by their own rules.
      if (answer.status === 501) return 0
      const now = storeTime(answer.headers)
      let removed = 0
      for (const upload of elements(expectOk(answer), 'Upload')) {
        const key = element(upload, 'Key') ?? ''
        const uploadId = element(upload, 'UploadId')
        const ageMs = now - Date.parse(element(upload, 'Initiated') ?? '')
        // Another instance may be removing it at the same time.
        if (!key.startsWith(prefix) || !uploadId || !(ageMs > settledAfterMs)) continue
        await abort(key, uploadId)
        removed++
      }
      return removed
    },
  }
}

/**
 * Cleans up after a failure as far as possible; the next sweep does the rest. The caller doesn't wait, because the store
 * has just failed to answer.
 */
async function takeBack(failure: unknown, undoing: Promise<unknown>): Promise<void> {
  const undone = undoing.catch(() => {})
  if (!(failure instanceof StorageUnavailableError)) await undone
}

/** Reuses one buffer for every chunk: the consumer must be done with a chunk before it asks for the next. */
async function* chunksOf(content: Readable, bytes: number, onBytes: (count: number) => void) {
  const part = Buffer.allocUnsafe(bytes)
  let filled = 0
  for await (const chunk of content as AsyncIterable<Buffer>) {
    onBytes(chunk.length)
    for (let from = 0; from < chunk.length; ) {
      const taken = chunk.copy(part, filled, from)
      from += taken
      filled += taken
      if (filled < bytes) continue
      yield part
      filled = 0
    }
  }
  if (filled > 0) yield part.subarray(0, filled)
}

/** Ages are computed with the store's clock, because the clock of this machine may differ. */
function storeTime(headers: IncomingMessage['headers']): number {
  return Date.parse(String(headers.date))
}

function expectOk({ status, text }: S3Answer): string {
  if (status < 200 || status > 299) throw failure(status, text)
  return text
}

function failure(status: number, text: string): Error {
  const code = element(text, 'Code') ?? ''
  const problem = `the file store answered ${status} ${code}`.trim()
  return status === 507 || /Quota|StorageFull/.test(code)
    ? new StoreFullError(problem)
    : new StorageUnavailableError(problem)
}

/** The setting that is wrong, judged by the store's response to the first call. */
function complaintAbout({ endpoint, bucket, region }: S3Settings, { status, text }: S3Answer): string {
  const code = element(text, 'Code') ?? ''
  const said = `the store answered ${`${status} ${code}`.trim()}`
  if (code === 'NoSuchBucket')
    return `S3_BUCKET: there is no bucket "${bucket}" at ${endpoint}; create it first`
  if (code === 'InvalidBucketName') return `S3_BUCKET: "${bucket}" is not a valid bucket name`
  if (code === 'InvalidAccessKeyId') return "S3_ACCESS_KEY: the store doesn't know this key"
  if (code === 'SignatureDoesNotMatch')
    return "S3_SECRET_KEY: doesn't match S3_ACCESS_KEY, or the store doesn't know that key"
  if (/AuthorizationHeaderMalformed|PermanentRedirect|TemporaryRedirect|IllegalLocation/.test(code))
    return `S3_REGION: the bucket is not in "${region}" (${said})`
  if (code === 'RequestTimeTooSkewed')
    return 'S3_ENDPOINT: the clocks of this machine and of the store differ too much'
  if (status === 401 || status === 403)
    return `S3_ACCESS_KEY: this key may not use the bucket "${bucket}" (${said})`
  return `S3_ENDPOINT: there is no S3-compatible store at ${endpoint} (${said})`
}
