import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { create as contentDisposition } from 'content-disposition'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { refuse } from '../../http/refusals.ts'
import { getPresentation } from './file-types.ts'
import type { FileRow } from './files.queries.ts'

/** Streams a file, whole or the range asked for, under headers that give it no power over the app. */
export async function sendFile(
  ctx: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  file: FileRow,
  wantsPreview: boolean,
) {
  const { disposition, type, policy } = getPresentation(file.file_name, wantsPreview)
  const range = parseRange(request.headers.range, file.file_size)
  if (range === 'beyond') {
    reply.header('content-range', `bytes */${file.file_size}`)
    throw refuse('range_not_satisfiable')
  }
  const content = await ctx.storage.read(file.storage_name, range)
  if (!content) throw refuse('file_not_found')
  // Before the first byte a failing store can still be answered with a 503; afterwards only the connection can end.
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

/** Until there is something to send, or nothing will come. */
async function waitForContent(content: Readable): Promise<void> {
  const waiting = new AbortController()
  const either = ['readable', 'end'].map(event => once(content, event, { signal: waiting.signal }))
  await Promise.race(either).finally(() => waiting.abort())
}

/** One range of bytes; several at once, or other units, are answered with the whole file, as the standard allows. */
type Range = { start: number; end: number }

function parseRange(header: string | undefined, size: number): Range | 'beyond' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (first === '' && last === '') return undefined
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  return start > end ? 'beyond' : { start, end }
}
