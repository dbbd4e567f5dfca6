/** `page`: the app's one page; `file`: a file of the build; `network`: none of the worker's business. */
export type Answer = 'page' | 'file' | 'network'

type Asked = { method: string; mode: string; url: string }

/** Of the server, not screens of the app: its API with files and previews, and what monitoring asks for. */
const ofServer = /^\/(api|assets|licenses|healthz|readyz|metrics)(\/|$)/
const isFileName = /\.[a-z0-9]+$/i

/**
 * How the worker answers a request. `named` are the files of the build without a hash in their name. Everything that is
 * not a file of a build or a screen goes to the network untouched: data of users never passes through the worker.
 */
export function answerTo({ method, mode, url }: Asked, origin: string, named: readonly string[]): Answer {
  const asked = new URL(url)
  if (method !== 'GET' || asked.origin !== origin) return 'network'
  if (asked.pathname.startsWith('/assets/') || named.includes(asked.pathname)) return 'file'
  if (mode !== 'navigate' || ofServer.test(asked.pathname) || isFileName.test(asked.pathname))
    return 'network'
  return 'page'
}
