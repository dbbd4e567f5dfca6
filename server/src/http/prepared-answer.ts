import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

// Answers that are the same for every client are compressed once. Compressing the API description takes 25 ms of processor
// time, which a hundred requests without a token would spend a hundred times.

type Encoding = 'br' | 'gzip' | 'identity'

export type PreparedAnswer = { readonly etag: string; readonly forms: ReadonlyMap<Encoding, Buffer> }

/** If a client likes several encodings equally, it gets the first. */
const preferred: readonly Encoding[] = ['br', 'gzip', 'identity']

const compressInBrotli = promisify(brotliCompress)
const compressInGzip = promisify(gzip)

/** Half a megabyte takes 30 ms at this quality, and 800 ms at the highest one, which saves another 7 %. */
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }

/** Compresses a text in threads, so that other requests run meanwhile. */
export async function prepare(text: string): Promise<PreparedAnswer> {
  const [br, zipped] = await Promise.all([compressInBrotli(text, brotliOptions), compressInGzip(text)])
  return prepared([
    ['identity', Buffer.from(text)],
    ['br', br],
    ['gzip', zipped],
  ])
}

/** Reads a file of the build in all encodings in which the build wrote it. */
export function readPrepared(file: string): PreparedAnswer | undefined {
  if (!existsSync(file)) return undefined
  const files = [
    ['identity', file],
    ['br', `${file}.br`],
    ['gzip', `${file}.gz`],
  ] as const
  return prepared(
    files.flatMap(([encoding, path]) => (existsSync(path) ? [[encoding, readFileSync(path)] as const] : [])),
  )
}

function prepared(forms: Iterable<readonly [Encoding, Buffer]>): PreparedAnswer {
  const byEncoding = new Map(forms)
  return { etag: weakEtag(byEncoding.get('identity') ?? ''), forms: byEncoding }
}

/** Sends the answer as the client accepts it. */
export function sendPrepared(request: FastifyRequest, reply: FastifyReply, { forms }: PreparedAnswer) {
  addVary(reply)
  const encoding = chooseEncoding(request.headers['accept-encoding'], [...forms.keys()])
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.send(forms.get(encoding))
}

/** The same for an answer that clients keep: one that they still have is answered with 304. */
export function sendUnlessUnchanged(request: FastifyRequest, reply: FastifyReply, answer: PreparedAnswer) {
  reply.headers({ etag: answer.etag, 'cache-control': 'no-cache' })
  if (!isUnchanged(request, answer.etag)) return sendPrepared(request, reply, answer)
  addVary(reply)
  return reply.code(304).removeHeader('content-type').send()
}

/** CORS_ORIGIN adds `origin`, which must stay. */
function addVary(reply: FastifyReply) {
  const others = reply.getHeader('vary')
  reply.header('vary', others ? `${others}, accept-encoding` : 'accept-encoding')
}

/** Weak, because one tag stands for all encodings. */
export const weakEtag = (content: string | Buffer) =>
  `W/"${createHash('sha256').update(content).digest('base64url')}"`

/** Whether the client already has the content of this tag. Some programs send a weak tag as a strong one. */
export function isUnchanged({ headers }: FastifyRequest, etag: string): boolean {
  const tags = (headers['if-none-match'] ?? '').split(',').map(tag => tag.trim().replace(/^W\//, ''))
  return tags.includes('*') || tags.includes(etag.slice(2))
}

function chooseEncoding(header: string | undefined, available: readonly Encoding[]): Encoding {
  const weights = readWeights(header ?? '')
  const weightOf = (encoding: Encoding) =>
    // Without a word about it, the content as it is is acceptable, but anything that was asked for is better.
    weights.get(encoding) ?? weights.get('*') ?? (encoding === 'identity' ? Number.MIN_VALUE : 0)
  const [best] = preferred
    .filter(encoding => available.includes(encoding) && weightOf(encoding) > 0)
    .sort((a, b) => weightOf(b) - weightOf(a))
  // A client that accepts nothing of what there is gets the content as it is, as RFC 9110 allows.
  return best ?? 'identity'
}

/** `br;q=1.0, *;q=0` as a weight for each encoding. */
function readWeights(header: string): Map<string, number> {
  const parts = header.toLowerCase().replaceAll(/[ \t]/g, '').split(',')
  return new Map(
    parts.map(part => {
      const [name = '', weight = '1'] = part.split(';q=')
      return [name, Number(weight) || 0]
    }),
  )
}
