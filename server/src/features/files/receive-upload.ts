import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { messages } from '#shared/messages.ts'
import type { Context } from '../../context.ts'
import { isDiskFull } from '../../db/errors.ts'
import { actorOf } from '../../http/plugins/access.ts'
import { Refusal, refuse, refuseInput } from '../../http/refusals.ts'
import { findSignedInUser } from '../../identity/sign-ins.ts'
import { StorageUnavailableError } from '../../storage/storage.ts'

/** Resolves when the request has arrived completely, and rejects if its connection closes before that. */
export function waitUntilReceived(request: IncomingMessage): Promise<void> {
  return new Promise((resolve, reject) => {
    if (request.readableEnded) return resolve()
    const fail = () => reject(refuse('bad_request'))
    // A closed connection emits no further events.
    if (request.destroyed) return fail()
    request.once('end', resolve)
    request.once('close', fail)
  })
}

const field = 'projectFile'

/** The multipart headers and boundaries around the file. */
const envelopeBytes = 64 * 1024

const tooLarge = (maxBytes: number) => refuse('file_too_large', maxBytes / 1024 / 1024)

/** Refuses an upload by its headers, before a byte of the file is read. */
export function refuseUnfitUpload(ctx: Context, request: FastifyRequest): void {
  if (!request.isMultipart()) throw refuse('multipart_required')
  const { maxUploadBytes } = ctx.config
  if (Number(request.headers['content-length'] ?? 0) > maxUploadBytes + envelopeBytes)
    throw tooLarge(maxUploadBytes)
}

/**
 * Passes the file of an upload to `store` as a stream. The stream fails, so that nothing is stored, if the upload is cut off
 * or too large, or if the user was signed out meanwhile.
 */
export async function receiveUpload<T>(
  ctx: Context,
  request: FastifyRequest,
  store: (upload: { name: string; content: Readable }) => Promise<T>,
): Promise<T> {
  const { maxUploadBytes } = ctx.config
  // The multipart parser never ends if the connection was closed before it starts.
  if (request.raw.destroyed) throw refuse('bad_request')
  try {
    const part = await request.file({
      limits: {
        fileSize: maxUploadBytes,
        files: 1,
        fields: 5,
        parts: 6,
        fieldSize: 1024,
        headerPairs: 20,
      },
    })
    if (!part || part.fieldname !== field || !part.filename) {
      throw refuseInput({ [field]: messages.files.missing })
    }
    return await store({ name: part.filename, content: Readable.from(wholeContent(part.file)) })
  } catch (error) {
    if (isOwnError(error) || isDiskFull(error) || isFastifyError(error)) throw error
    if (isBrokenMultipart(error)) throw refuse('bad_request')
    throw error
  }

  /** Ends only if the file is complete and not too large and the user is still signed in. Fails otherwise. */
  async function* wholeContent(file: MultipartFile['file']) {
    yield* file
    if (file.truncated) throw tooLarge(maxUploadBytes)
    await waitUntilReceived(request.raw)
    if (!(await findSignedInUser(ctx.db, actorOf(request)))) throw refuse('token_invalid')
  }
}

const isOwnError = (error: unknown) => error instanceof Refusal || error instanceof StorageUnavailableError

const isFastifyError = (error: unknown) => String((error as { code?: unknown }).code ?? '').startsWith('FST_')

/** The multipart parser throws plain errors for malformed input. "needle" is in its error about a boundary that is too long. */
const isBrokenMultipart = (error: unknown) =>
  error instanceof Error &&
  /multipart|part terminated|unexpected end|boundary|needle|premature close|malformed/i.test(error.message)
