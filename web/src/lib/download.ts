import * as z from 'zod/mini'
import { messages } from '#shared/messages.ts'
import { noResponse, type Query, readAnswer, toSearch } from './api-client.ts'
import { ApiError } from './api-error.ts'
import { readToken } from './sign-in.ts'

type Download = {
  /** The path below /api. */
  path: string
  query: Query
  /** Bytes received so far; the total is unknown. */
  onProgress: (bytes: number) => void
  signal: AbortSignal
}

/** Like `request`, for a response that is a file. */
export async function download({ path, query, onProgress, signal }: Download): Promise<Blob> {
  const token = readToken()
  const response = await orNoResponse(
    fetch(`/api${path}${toSearch(query)}`, {
      headers: { 'x-auth-token': token ?? '' },
      credentials: 'include',
      signal,
    }),
    `GET ${path}`,
    signal,
  )
  const { status } = response
  // Throws the server's error.
  if (!response.ok) readAnswer({ path, reply: z.unknown() }, { status, text: await response.text(), token })

  try {
    return await collect(response, onProgress)
  } catch (error) {
    if (signal.aborted) throw error
    console.error(`GET ${path} broke off`, error)
    throw new ApiError(0, messages.exports.broken)
  }
}

async function orNoResponse(response: Promise<Response>, call: string, signal: AbortSignal) {
  try {
    return await response
  } catch (error) {
    throw signal.aborted ? error : noResponse(call, error)
  }
}

async function collect({ body, headers }: Response, onProgress: (bytes: number) => void): Promise<Blob> {
  const parts: BlobPart[] = []
  let bytes = 0
  const reader = body?.getReader()
  for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read()) {
    parts.push(piece.value)
    bytes += piece.value.byteLength
    onProgress(bytes)
  }
  return new Blob(parts, { type: headers.get('content-type') ?? '' })
}

/** Hands a file to the browser as if it had been downloaded under that name. */
export function saveFile(file: Blob, name: string) {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser reads the file after the click, which takes less than a minute.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
