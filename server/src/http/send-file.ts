import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

type Download = { name: string; type: string; content: AsyncIterable<string | Buffer> }

/** Streams a file while it is being made. The browser saves it under this name. */
export function sendFile(reply: FastifyReply, { name, type, content }: Download) {
  return reply
    .header('content-type', type)
    .header('content-disposition', `attachment; filename="${name}"`)
    .send(Readable.from(content, { objectMode: false }))
}
