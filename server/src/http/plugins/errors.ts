import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { type Failure, fieldErrors } from '#shared/contract/errors.ts'
import { messages } from '#shared/messages.ts'
import { isDatabaseUnavailable, isDiskFull } from '../../db/errors.ts'
import { StorageUnavailableError, StoreFullError } from '../../storage/storage.ts'
import { Refusal, refuse, refuseInput } from '../refusals.ts'
import { headersFor, securityHeaders } from './security-headers.ts'
import { challengeOf } from './www-authenticate.ts'

const closeDelayMs = 2000

/** The only place that turns an exception into a response. */
export default fp(async function errorsPlugin(app: FastifyInstance) {
  app.setErrorHandler((error: FastifyError, request, reply) => answer(error, request, reply))
})

/** Answers requests that Fastify refuses before any hook runs, such as a URL that it can't decode. */
export function answerFrameworkError(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  reply.headers(headersFor(request)).header('cache-control', 'no-store').header('x-request-id', request.id)
  if (request.server.isStopping()) reply.header('connection', 'close')
  answer(error, request, reply)
}

const brokenRequests: Record<string, 'request_timeout' | 'headers_too_large'> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
  HPE_HEADER_OVERFLOW: 'headers_too_large',
}

/** Answers input that is not HTTP or arrives too slowly. It has only a socket, because there is no request yet. */
export function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const refusal = refuse(brokenRequests[error.code ?? ''] ?? 'bad_request')
  const body = JSON.stringify(failureOf(refusal))
  const headers = Object.entries({
    ...securityHeaders,
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  })
  socket.end(
    `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}\r\n${headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`,
  )
  // A client that never reads the response would otherwise keep its connection open indefinitely.
  const timer = setTimeout(() => socket.destroy(), closeDelayMs).unref()
  socket.once('close', () => clearTimeout(timer))
}

function answer(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = refusalFor(error, request)
  if (!refusal) {
    request.log.error({ err: error }, 'unexpected error')
    const unexpected = refuse('unexpected_error', request.id)
    reply.code(unexpected.status).send({ ...failureOf(unexpected), request_id: request.id } satisfies Failure)
    return
  }
  if (refusal.status >= 500) request.log.warn({ err: error }, 'request refused')
  const challenge = refusal.status === 401 ? challengeOf(request.routeOptions) : undefined
  if (challenge !== undefined) reply.header('www-authenticate', challenge)
  if (refusal.retryAfterSeconds !== undefined) reply.header('retry-after', refusal.retryAfterSeconds)
  reply.code(refusal.status).send(failureOf(refusal))
}

const failureOf = ({ message, code, errors, more }: Refusal): Failure => ({
  msg: message,
  error: message,
  code,
  ...(errors && { errors }),
  ...more,
})

function refusalFor(error: FastifyError, request: FastifyRequest): Refusal | undefined {
  if (error instanceof Refusal) return error
  if (error.validation) return validationRefusal(error)
  if (isDatabaseUnavailable(error)) return refuse('database_unavailable')
  if (error instanceof StorageUnavailableError) return refuse('file_store_unavailable')
  if (isDiskFull(error) || error instanceof StoreFullError) return refuse('disk_full')
  switch (error.code) {
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return refuse(
        request.routeOptions?.config?.isUpload ? 'multipart_required' : 'content_type_unsupported',
      )
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
      return refuse('invalid_json')
  }
  const status = error.statusCode ?? 500
  if (status === 413) return refuse('body_too_large')
  return status >= 400 && status < 500 ? refuse('bad_request') : undefined
}

function validationRefusal(error: FastifyError): Refusal {
  // An invalid id in a path is answered as not found.
  if (error.validationContext === 'params') return refuse('not_found')
  const issues = (error.validation ?? []).map(
    ({ instancePath, message = messages.general.invalidInput }) => ({
      path: instancePath.split('/').filter(part => part !== ''),
      message,
    }),
  )
  return refuseInput(fieldErrors(issues))
}
