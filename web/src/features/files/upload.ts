import type * as z from 'zod/mini'
import { noResponse, readAnswer } from '../../lib/api-client.ts'
import { readToken } from '../../lib/sign-in.ts'

type Upload<Reply extends z.core.$ZodType> = {
  /** Below /api. */
  path: string
  form: FormData
  reply: Reply
  /** Receives the percentage that was sent so far. */
  onProgress: (percent: number) => void
  signal: AbortSignal
}

/** Like `request`, but with XMLHttpRequest, because fetch doesn't report the progress of an upload. */
export function upload<Reply extends z.core.$ZodType>(options: Upload<Reply>): Promise<z.output<Reply>> {
  const { path, form, reply, onProgress, signal } = options
  return new Promise((resolve, reject) => {
    const token = readToken()
    const xhr = new XMLHttpRequest()
    xhr.open('POST', `/api${path}`)
    xhr.withCredentials = true
    if (token !== null) xhr.setRequestHeader('x-auth-token', token)

    xhr.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? (100 * loaded) / total : 0)
    xhr.onload = () => {
      try {
        resolve(readAnswer({ path, reply }, { status: xhr.status, text: xhr.responseText, token }))
      } catch (error) {
        reject(error)
      }
    }
    xhr.onerror = () => reject(noResponse(`POST ${path}`, 'The connection broke'))
    xhr.onabort = () => reject(signal.reason)
    signal.addEventListener('abort', () => xhr.abort(), { once: true })
    xhr.send(form)
  })
}
