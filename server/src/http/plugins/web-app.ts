import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { buildCachePrefix, workerSwitch } from '#shared/service-worker.ts'
import { refuse } from '../refusals.ts'

const forEver = 'public, max-age=31536000, immutable'
const aDay = 'public, max-age=86400'
/** Kept, but never used without asking whether it is still the same. */
const askFirst = 'no-cache'

const isUnder = (folder: string, path: string) => path === folder || path.startsWith(`${folder}/`)

/** An internal tool: no search engine needs to know its pages. */
const robots = 'User-agent: *\nDisallow: /\n'
const isRead = ({ method }: FastifyRequest) => method === 'GET' || method === 'HEAD'

type Options = { root: string | undefined; marks: Marks; hasServiceWorker: boolean }

/** Serves the built React app. It routes by itself, so every path that is neither ours nor a file gives the page. */
export default fp(async function webAppPlugin(
  app: FastifyInstance,
  { root, marks, hasServiceWorker }: Options,
) {
  app.get('/robots.txt', async (_request, reply) =>
    reply.header('cache-control', aDay).type('text/plain; charset=utf-8').send(robots),
  )
  // Before its files: those of a build stay when the next one comes, not the other way round.
  const built = root && readPage(root, 'index.html')
  const page = built && marked(built, marks)
  const docs = root && readPage(root, 'api-docs.html')
  const worker = hasServiceWorker ? root && readPage(root, 'sw.js') : compressed(workerRemoval)
  const switched = hasServiceWorker ? {} : { [workerSwitch.header]: workerSwitch.off }
  if (root) {
    const shared = { index: false, preCompressed: true, cacheControl: false } as const
    await app.register(fastifyStatic, {
      ...shared,
      root,
      wildcard: false,
      // The pages are not among them, see below; the assets are hundreds, and a route for each costs 20 MB.
      globIgnore: ['*.html*', 'sw.js*', 'assets/**'],
      setHeaders: (reply, path) =>
        void reply.header('cache-control', path.includes('.webmanifest') ? askFirst : aDay),
    })
    const assets = join(root, 'assets')
    if (existsSync(assets))
      await app.register(fastifyStatic, {
        ...shared,
        root: assets,
        prefix: '/assets/',
        decorateReply: false,
        setHeaders: reply => void reply.header('cache-control', forEver),
      })
  }
  if (worker) {
    const etag = `W/"${createHash('sha256')
      .update(worker.get('identity') ?? '')
      .digest('base64url')}"`
    app.get('/sw.js', (request, reply) => {
      reply.headers({ ...switched, etag, 'cache-control': askFirst, vary: 'accept-encoding' })
      if (request.headers['if-none-match'] === etag) return reply.code(304).send()
      return send(request, reply.type('text/javascript; charset=utf-8'), worker)
    })
  }
  if (docs) app.get('/api/docs', (request, reply) => sendPage(request, reply, docs))
  // Bodies for unknown paths are not read: otherwise anyone could make the server parse a megabyte of JSON.
  app.addHook('preParsing', (request, reply, payload, done) => {
    if (!request.is404 || isRead(request)) return done(null, payload)
    reply.header('cache-control', 'no-store')
    done(refuse('not_found'))
  })
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? ''
    // Not index.html: a tab with an older build must notice that its scripts are gone.
    if (!page || !isRead(request) || isUnder('/api', path) || isUnder('/assets', path)) {
      reply.header('cache-control', 'no-store')
      throw refuse('not_found')
    }
    return sendPage(request, reply.headers(switched), page)
  })
})

/**
 * What /sw.js is while the service worker is switched off: takes the place of the one that is there, and removes itself
 * with all that it kept. What the app stored (drafts, reports that wait, the sign-in) stays.
 */
const workerRemoval = `self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', event => {
  async function remove() {
    const names = (await caches.keys()).filter(name => name.startsWith('${buildCachePrefix}'))
    await Promise.all(names.map(name => caches.delete(name)))
    await self.registration.unregister()
  }
  event.waitUntil(remove())
})
`

/** By content encoding. */
type Page = Map<string, Buffer>

const encodings = ['br', 'gzip']

function sendPage(request: FastifyRequest, reply: FastifyReply, page: Page) {
  reply.headers({ 'cache-control': 'no-store', vary: 'accept-encoding' })
  return send(request, reply.type('text/html; charset=utf-8'), page)
}

function send(request: FastifyRequest, reply: FastifyReply, page: Page) {
  const encoding = encodings.find(name => page.has(name) && accepts(request, name))
  if (encoding) reply.header('content-encoding', encoding)
  return reply.send(page.get(encoding ?? 'identity'))
}

/**
 * As it was at the start, in every form the build made: it names the scripts and styles of its own build, so a new
 * build beside a running server must not change it.
 */
function readPage(root: string, name: string): Page | undefined {
  const file = join(root, name)
  if (!existsSync(file)) return undefined
  const forms = { identity: file, br: `${file}.br`, gzip: `${file}.gz` }
  return new Map(
    Object.entries(forms).flatMap(([name, form]) => (existsSync(form) ? [[name, readFileSync(form)]] : [])),
  )
}

/** What the page tells its scripts, as attributes of its root, so that they need no call to know it. */
type Marks = {
  /** The server can send mail. */
  'data-mail': boolean
  /** In how many days a report can be edited; undefined: in as many as usual. */
  'data-edit-days': number | undefined
  /** The service worker is to be removed. */
  'data-service-worker': string | undefined
}

function marked(page: Page, marks: Marks): Page {
  const attributes = Object.entries(marks).flatMap(([name, value]) =>
    value === true ? name : value ? `${name}="${value}"` : [],
  )
  if (attributes.length === 0) return page
  return compressed(String(page.get('identity')).replace('<html ', `<html ${attributes.join(' ')} `))
}

const compressed = (text: string): Page =>
  new Map([
    ['identity', Buffer.from(text)],
    ['br', brotliCompressSync(text)],
    ['gzip', gzipSync(text)],
  ])

function accepts({ headers }: FastifyRequest, encoding: string): boolean {
  return (headers['accept-encoding'] ?? '').split(',').some(part => {
    const [name, weight = '1'] = part.toLowerCase().replaceAll(' ', '').split(';q=')
    return name === encoding && Number(weight) > 0
  })
}
