// The app without a network. Keeps the files of the build, and nothing of any user: web/worker/answer-to.ts says what it
// answers at all. Built to /sw.js, with the list of files, by vite.config.ts.
import { buildCachePrefix, keptPageAttribute, workerSwitch } from '#shared/service-worker.ts'
import { answerTo } from './answer-to.ts'

declare const self: ServiceWorkerGlobalScope
/** `named` are the files without a hash in their name: others of that name may have another content. */
declare const BUILD: { version: string; hashed: string[]; named: string[] }

const { version, hashed, named } = BUILD
const ownCache = buildCachePrefix + version
const pagePath = '/'
/** A network that says nothing for so long is taken for none. */
const patienceMs = 4000
/** Of the browser's six connections to a server: the page, which asks at the same time, has the others. */
const downloads = 2

self.addEventListener('install', event => {
  passBy(event)
  event.waitUntil(install())
})
self.addEventListener('activate', event => event.waitUntil(activate()))

self.addEventListener('message', event => {
  event.source?.postMessage({ build: version })
  event.waitUntil(removeOldBuilds())
})

self.addEventListener('fetch', event => {
  const answer = answerTo(event.request, self.location.origin, named)
  if (answer === 'page') event.respondWith(pageFor(event))
  if (answer === 'file') event.respondWith(fileFor(event.request))
})

type Rule = { condition: { urlPattern: { pathname: string } }; source: 'network' }
type Installing = ExtendableEvent & { addRoutes?: (rule: Rule) => Promise<void> }

/** Where the browser knows such rules, a call of the API neither waits for the worker nor starts it. */
function passBy(event: Installing) {
  event.addRoutes?.({ condition: { urlPattern: { pathname: '/api/*' } }, source: 'network' }).catch(() => {})
}

async function install() {
  const page = await fetch(pagePath, { cache: 'no-store' })
  const html = await page.text()
  // Of another build, as while instances are being replaced: the page must match the files, so the next visit tries again.
  const isOwn = page.ok && html.includes(`data-build="${version}"`)
  if (!isOwn) throw new Error(`The server's page is not of build ${version}.`)
  const cache = await caches.open(ownCache)
  const waiting = [...named, ...hashed]
  const download = async () => {
    for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) await keep(cache, path)
  }
  await Promise.all(Array.from({ length: downloads }, download))
  // Last: a cache with a page is complete.
  await cache.put(pagePath, keptPage(html, page.headers))
  // At once: tabs of older builds go on finding their files, because those stay as long as a tab needs them.
  await self.skipWaiting()
}

/** The page says that it comes from the device: the app then knows before its first render that no server answered. */
function keptPage(html: string, given: Headers) {
  const headers = new Headers(given)
  // They described the body as it was sent.
  for (const name of ['content-encoding', 'content-length']) headers.delete(name)
  return new Response(html.replace('<html ', `<html ${keptPageAttribute} `), { headers })
}

async function keep(cache: Cache, path: string) {
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

/** Compressed for one client or another, a file is the same. */
const anyForm = { ignoreVary: true }
/** Not `caches.open`, which would create a cache anew after the worker has removed itself. */
const ofOwnBuild = { ...anyForm, cacheName: ownCache }

/** The server's page, which is always of its newest build; without the server the one that matches the kept files. */
async function pageFor(event: FetchEvent): Promise<Response> {
  const asked = fetch(event.request)
  const answered = await Promise.race([asked, pause(patienceMs)]).catch(() => undefined)
  if (answered && !isAway(answered.status)) {
    if (answered.headers.get(workerSwitch.header) === workerSwitch.off) event.waitUntil(removeItself())
    return answered
  }
  return (await caches.match(pagePath, ofOwnBuild)) ?? answered ?? asked
}

/** A proxy without the server behind it. */
const isAway = (status: number) => status >= 502 && status <= 504

/** Hashed files are the same in every build that names them. Only the build's list is kept, never what is asked for. */
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

const pause = (ms: number) => new Promise<undefined>(resolve => setTimeout(() => resolve(undefined), ms))
