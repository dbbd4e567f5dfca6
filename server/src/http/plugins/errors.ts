import type { Socket } from 'node:net'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { type Failure, fieldErrors } from '#shared/contract/errors.ts'
import { messages } from '#shared/messages.ts'
import { isDatabaseAway, isDiskFull } from '../../db/errors.ts'
import { StoreAwayError, StoreFullError } from '../../storage/storage.ts'
import { Refusal, refuse } from '../refusals.ts'
import { headersFor, securityHeaders } from './security-headers.ts'

const retryAfterSeconds = 5
const farewellMs = 2000

/** The only place that turns a throw into an answer. */
export default fp(async function errorsPlugin(app: FastifyInstance) {
  app.setErrorHandler((error: FastifyError, request, reply) => answer(error, request, reply))
})

/** For what Fastify refuses before any hook runs, such as an address it cannot decode. */
export function answerFrameworkError(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  reply.headers(headersFor(request)).header('cache-control', 'no-store').header('x-request-id', request.id)
  answer(error, request, reply)
}

/** For what is no HTTP at all, or came too slowly: there is no request yet, only a socket. */
export function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const [status, sentence] =
    error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
      ? ['408 Request Timeout', messages.general.bodyTooSlow]
      : error.code === 'HPE_HEADER_OVERFLOW'
        ? ['431 Request Header Fields Too Large', messages.general.bodyTooLarge]
        : ['400 Bad Request', messages.general.badRequest]
  const body = JSON.stringify(failure(sentence))
  const headers = Object.entries({
    ...securityHeaders,
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  })
  socket.end(
    `HTTP/1.1 ${status}\r\n${headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`,
  )
  // Time to read that, and no more: whoever neither reads nor goes would be kept for ever.
  const timer = setTimeout(() => socket.destroy(), farewellMs).unref()
  socket.once('close', () => clearTimeout(timer))
}

function answer(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = refusalFor(error, request)
  if (!refusal) {
    request.log.error({ err: error }, 'unexpected error')
    reply
      .code(500)
      .send({ ...failure(messages.general.unexpected(request.id)), request_id: request.id } satisfies Failure)
    return
  }
  if (refusal.status >= 500) request.log.warn({ err: error }, 'request refused')
  if (refusal.retryAfterSeconds !== undefined) reply.header('retry-after', refusal.retryAfterSeconds)
  reply.code(refusal.status).send({
    ...failure(refusal.message),
    ...(refusal.errors && { errors: refusal.errors }),
  } satisfies Failure)
}

const failure = (sentence: string): Failure => ({ msg: sentence, error: sentence })

function refusalFor(error: FastifyError, request: FastifyRequest): Refusal | undefined {
  if (error instanceof Refusal) return error
  if (error.validation) return validationRefusal(error)
  if (isDatabaseAway(error)) return refuse.unavailable(messages.general.databaseAway, retryAfterSeconds)
  if (error instanceof StoreAwayError)
    return refuse.unavailable(messages.general.fileStoreAway, retryAfterSeconds)
  if (isDiskFull(error) || error instanceof StoreFullError) return new Refusal(507, messages.general.diskFull)
  switch (error.code) {
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new Refusal(
        415,
        request.routeOptions?.config?.isUpload
          ? messages.file.onlyMultipart
          : messages.general.wrongContentType,
      )
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
      return refuse.badRequest(messages.general.invalidJson)
  }
  const status = error.statusCode ?? 500
  if (status === 413) return new Refusal(413, messages.general.bodyTooLarge)
  return status >= 400 && status < 500 ? refuse.badRequest(messages.general.badRequest) : undefined
}

function validationRefusal(error: FastifyError): Refusal {
  // An id in a path that can't be one names nothing.
  if (error.validationContext === 'params') return refuse.notFound()
  const issues = (error.validation ?? []).map(
    ({ instancePath, message = messages.general.invalidInput }) => ({
      path: instancePath.split('/').filter(part => part !== ''),
      message,
    }),
  )
  return refuse.invalid(fieldErrors(issues))
}
