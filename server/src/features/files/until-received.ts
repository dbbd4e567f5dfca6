import type { IncomingMessage } from 'node:http'
import { refuse } from '../../http/refusals.ts'

/** Until the last byte of a request is there. Fails if it will never come, also where its sender has gone before. */
export function untilReceived(request: IncomingMessage): Promise<void> {
  return new Promise((resolve, reject) => {
    if (request.readableEnded) return resolve()
    const fail = () => reject(refuse('bad_request'))
    // A closed connection emits no further events.
    if (request.destroyed) return fail()
    request.once('end', resolve)
    request.once('close', fail)
  })
}
