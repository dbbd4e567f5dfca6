// Opens the app without a network. It caches the files of the build and no data of users: web/worker/route-request.ts
// decides which requests it answers. vite.config.ts builds it to /sw.js, with the list of files.
import { buildCachePrefix, keptPageAttribute, workerSwitch } from '#shared/service-worker.ts'
import { routeRequest } from './route-request.ts'

declare const self: ServiceWorkerGlobalScope
/** `named` are the files without a hash in their name: their content differs between builds. */
declare const BUILD: { version: string; hashed: string[]; named: string[] }

const { version, hashed, named } = BUILD
const ownCache = buildCachePrefix + version
const pagePath = '/'
/** Without a response within this time, the server counts as unreachable. */
const timeoutMs = 4000
/** Files downloaded at once. A browser has six connections to a server, and the page needs the others. */
const downloads = 2

self.addEventListener('install', event => {
  bypassApiCalls(event)
  event.waitUntil(install())
})
self.addEventListener('activate', event => event.waitUntil(activate()))

self.addEventListener('message', event => {
  event.source?.postMessage({ build: version })
  event.waitUntil(removeOldBuilds())
})

self.addEventListener('fetch', event => {
  const route = routeRequest(event.request, self.location.origin, named)
  if (route === 'page') event.respondWith(pageFor(event))
  if (route === 'file') event.respondWith(fileFor(event.request))
})

type Rule = { condition: { urlPattern: { pathname: string } }; source: 'network' }
type Installing = ExtendableEvent & { addRoutes?: (rule: Rule) => Promise<void> }

/** In browsers with static routing, calls of the API neither wait for the worker nor start it. */
function bypassApiCalls(event: Installing) {
  event.addRoutes?.({ condition: { urlPattern: { pathname: '/api/*' } }, source: 'network' }).catch(() => {})
}

async function install() {
  const page = await fetch(pagePath, { cache: 'no-store' })
  const html = await page.text()
  // The page must match the files. While instances are being replaced it may be of another build: the next visit retries.
  const isOwn = page.ok && html.includes(`data-build="${version}"`)
  if (!isOwn) throw new Error(`The server's page is not of build ${version}.`)
  const cache = await caches.open(ownCache)
  const waiting = [...named, ...hashed]
  const download = async () => {
    for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) await cacheFile(cache, path)
  }
  await Promise.all(Array.from({ length: downloads }, download))
  // The page is cached last, so that a cache with a page is complete.
  await cache.put(pagePath, markedPage(html, page.headers))
  // The worker takes over at once. Tabs of older builds still find their files, which are kept while such a tab is open.
  await self.skipWaiting()
}

/** Marks the page as cached, so that the app knows before its first render that no server answered. */
function markedPage(html: string, given: Headers) {
  const headers = new Headers(given)
  // These headers described the compressed body, and the new body is not compressed.
  for (const name of ['content-encoding', 'content-length']) headers.delete(name)
  return new Response(html.replace('<html ', `<html ${keptPageAttribute} `), { headers })
}

async function cacheFile(cache: Cache, path: string) {
  const isHashed = hashed.includes(path)
  if (isHashed && (await cache.match(path, anyForm))) return
  const known = isHashed ? await caches.match(path, anyForm) : undefined
  const response = known ?? (await fetch(path, { cache: isHashed ? 'default' : 'no-cache', priority: 'low' }))
  if (!response.ok) throw new Error(`${path} is ${response.status}.`)
  await cache.put(path, response)
}

async function activate() {
  // Firefox shows its own error page as soon as the preload of a screen fails, whatever the worker answers. Workers of
  // earlier builds switched it on, and the browser keeps that for the next one.
  await self.registration.navigationPreload?.disable()
  await self.clients.claim()
  await removeOldBuilds()
  for (const tab of await self.clients.matchAll({ type: 'window' })) tab.postMessage({ build: version })
}

/** Ignores the Vary header: files vary only by compression, so a cached file fits every request. */
const anyForm = { ignoreVary: true }
/** Matches only this build's cache. `caches.open` would create it anew after the worker has removed itself. */
const ofOwnBuild = { ...anyForm, cacheName: ownCache }

/** The server's page, which is of its newest build; without the server the cached one, which matches the cached files. */
async function pageFor(event: FetchEvent): Promise<Response> {
  const requested = fetch(event.request)
  const answered = await Promise.race([requested, delay(timeoutMs)]).catch(() => undefined)
  if (answered && !isUnreachable(answered.status)) {
    if (answered.headers.get(workerSwitch.header) === workerSwitch.off) event.waitUntil(removeItself())
    return answered
  }
  return (await caches.match(pagePath, ofOwnBuild)) ?? answered ?? requested
}

/** A proxy sends these statuses when it can't reach its server. */
const isUnreachable = (status: number) => status >= 502 && status <= 504

/** A hashed file is the same in every build that lists it. Only listed files are cached, never other responses. */
async function fileFor(request: Request): Promise<Response> {
  return (
    (await caches.match(request.url, ofOwnBuild)) ??
    (await caches.match(request.url, anyForm)) ??
    fetch(request)
  )
}

const buildCaches = async () => (await caches.keys()).filter(name => name.startsWith(buildCachePrefix))

/** Every tab holds a lock with the name of its build's cache (web/src/pwa/start.ts). */
async function removeOldBuilds() {
  const { held = [] } = (await navigator.locks?.query()) ?? {}
  const inUse = new Set([ownCache, ...held.map(({ name }) => name)])
  for (const name of await buildCaches()) if (!inUse.has(name)) await caches.delete(name)
}

async function removeItself() {
  await self.registration.unregister()
  for (const name of await buildCaches()) await caches.delete(name)
}

const delay = (ms: number) => new Promise<undefined>(resolve => setTimeout(() => resolve(undefined), ms))
