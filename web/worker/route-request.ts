/** `page`: the app's one page; `file`: a file of the build; `network`: passed through untouched. */
export type Route = 'page' | 'file' | 'network'

type Requested = { method: string; mode: string; url: string }

/** Paths of the server that are not screens of the app: the API, static files and monitoring. */
const serverPaths = /^\/(api|assets|licenses|healthz|readyz|metrics)(\/|$)/
const isFileName = /\.[a-z0-9]+$/i

/**
 * How the worker answers a request. `named` are the files of the build without a hash in their name. Everything that is
 * not a file of a build or a screen goes to the network untouched: data of users never passes through the worker.
 */
export function routeRequest(
  { method, mode, url }: Requested,
  origin: string,
  named: readonly string[],
): Route {
  const { origin: requested, pathname } = new URL(url)
  if (method !== 'GET' || requested !== origin) return 'network'
  if (pathname.startsWith('/assets/') || named.includes(pathname)) return 'file'
  if (mode !== 'navigate' || serverPaths.test(pathname) || isFileName.test(pathname)) return 'network'
  return 'page'
}
