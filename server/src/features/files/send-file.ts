import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { create as contentDisposition } from 'content-disposition'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { refuse } from '../../http/refusals.ts'
import { getPresentation } from './file-types.ts'
import type { FileRow } from './files.queries.ts'

/** Streams a file or the requested range of it, with headers that keep its content from acting in the app's origin. */
export async function sendFile(
  ctx: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  file: FileRow,
  wantsPreview: boolean,
) {
  const { disposition, type, policy } = getPresentation(file.file_name, wantsPreview)
  const range = parseRange(request.headers.range, file.file_size)
  if (range === 'unsatisfiable') {
    reply.header('content-range', `bytes */${file.file_size}`)
    throw refuse('range_not_satisfiable')
  }
  const content = await ctx.storage.read(file.storage_name, range)
  if (!content) throw refuse('file_not_found')
  // Until the first byte is sent, a failing store can still be answered with 503. After that, only the connection can be cut.
  await waitForContent(content)
  if (range) {
    reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${file.file_size}`)
  }
  return reply
    .headers({
      'accept-ranges': 'bytes',
      'content-disposition': contentDisposition(file.file_name, { type: disposition }),
      'content-length': range ? range.end - range.start + 1 : file.file_size,
      'content-security-policy': policy,
      'content-type': type,
    })
    .send(content)
}

/** Resolves when the first bytes can be read or the stream has ended, and rejects if it fails. */
async function waitForContent(content: Readable): Promise<void> {
  const waiting = new AbortController()
  const either = ['readable', 'end'].map(event => once(content, event, { signal: waiting.signal }))
  await Promise.race(either).finally(() => waiting.abort())
}

/** A single range of bytes. Requests for several ranges or other units get the whole file, as RFC 9110 allows. */
type Range = { start: number; end: number }

function parseRange(header: string | undefined, size: number): Range | 'unsatisfiable' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (first === '' && last === '') return undefined
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  return start > end ? 'unsatisfiable' : { start, end }
}
