import { createHash } from 'node:crypto'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'
import type { Config } from '../config.ts'
import { StorageUnavailableError } from './storage.ts'

export type S3Settings = NonNullable<Config['s3']>

type Call = {
  method: 'GET' | 'PUT' | 'POST' | 'DELETE'
  /** Without a key the call is about the bucket. */
  key?: string
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: Buffer
  /** How long the connection to the store may be idle. */
  silenceMs?: number
}

export type S3Answer = { status: number; headers: IncomingMessage['headers']; text: string }

export type S3Client = ReturnType<typeof s3Client>

const attempts = 3
/** Short enough for a user to wait; a healthy store begins to answer within milliseconds. */
const longestSilenceMs = 8000
const passing = new Set([429, 500, 502, 503, 504])

/**
 * Signed calls to one bucket. The library only signs; the calls use Node's HTTP client, which sends a buffer without
 * copying it and returns the response as a stream with back pressure.
 */
export function s3Client(
  { endpoint, bucket, accessKey, secretKey, region }: S3Settings,
  usualSilenceMs = longestSilenceMs,
) {
  const bucketUrl = `${endpoint.replace(/\/+$/, '')}/${encodeURIComponent(bucket)}`
  const { request, Agent } = endpoint.startsWith('https:') ? https : http
  const agent = new Agent({ keepAlive: true })
  const signingKeys = new Map<string, ArrayBuffer>()

  async function send({ method, key, query = {}, headers = {}, body, silenceMs = usualSilenceMs }: Call) {
    const url = new URL(key === undefined ? bucketUrl : `${bucketUrl}/${key}`)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    const signed = await new AwsV4Signer({
      method,
      url: url.href,
      // The store compares the body with this checksum and refuses a damaged one.
      headers: { ...headers, 'x-amz-content-sha256': sha256(body) },
      accessKeyId: accessKey,
      secretAccessKey: secretKey,
      service: 's3',
      region,
      cache: signingKeys,
    }).sign()
    return new Promise<IncomingMessage>((resolve, reject) => {
      let answer: IncomingMessage | undefined
      const outgoing = request(
        signed.url,
        {
          method,
          agent,
          headers: { ...Object.fromEntries(signed.headers), 'content-length': body?.length ?? 0 },
          timeout: silenceMs,
        },
        reply => {
          answer = reply
          resolve(reply)
        },
      )
      outgoing.on('timeout', () => {
        if (!answer) outgoing.destroy(new SilenceError(`no answer within ${silenceMs} ms`))
        // Data are received but not consumed yet: the client that reads them may have a slow connection.
        else if (answer.readableLength > 0) answer.socket.setTimeout(silenceMs)
        else
          answer.destroy(
            new StorageUnavailableError(`${method} at the file store: nothing more for ${silenceMs} ms`),
          )
      })
      outgoing.on('error', reject)
      outgoing.end(body)
    })
  }

  /** Resolves before the content is read. Retries temporary failures, because every call is idempotent. */
  async function open(call: Call): Promise<IncomingMessage> {
    for (let attempt = 1; ; attempt++) {
      const isLast = attempt === attempts
      try {
        const reply = await send(call)
        if (isLast || !passing.has(reply.statusCode ?? 0)) return reply
        reply.resume()
      } catch (error) {
        const problem = `${call.method} at the file store: ${(error as Error).message || (error as NodeJS.ErrnoException).code}`
        if (isLast || error instanceof SilenceError)
          throw new StorageUnavailableError(problem, { cause: error })
      }
      await sleep(100 * 2 ** attempt)
    }
  }

  /** Reads the whole response, for calls with short responses. */
  async function call(request: Call): Promise<S3Answer> {
    const reply = await open(request)
    try {
      return { status: reply.statusCode ?? 0, headers: reply.headers, text: await text(reply) }
    } catch (error) {
      throw new StorageUnavailableError(`${request.method} at the file store: the answer broke off`, {
        cause: error,
      })
    }
  }

  return { open, call }
}

class SilenceError extends Error {}

const sha256 = (body: Buffer | undefined) =>
  createHash('sha256')
    .update(body ?? '')
    .digest('hex')

/** The content of the first element of that name. The elements in use contain no markup and no escapes. */
export function element(xml: string, name: string): string | undefined {
  return new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1]
}

/** The content of each element of that name. */
export function elements(xml: string, name: string): string[] {
  return [...xml.matchAll(new RegExp(`<${name}>(.*?)</${name}>`, 'gs'))].map(([, content = '']) => content)
}
