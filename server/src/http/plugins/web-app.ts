import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { buildCachePrefix, workerSwitch } from '#shared/service-worker.ts'
import { refuse } from '../refusals.ts'

const immutable = 'public, max-age=31536000, immutable'
const aDay = 'public, max-age=86400'
/** Browsers keep the file but always revalidate it. */
const revalidate = 'no-cache'

const isUnder = (folder: string, path: string) => path === folder || path.startsWith(`${folder}/`)

/** The app is an internal tool, so search engines must not index it. */
const robots = 'User-agent: *\nDisallow: /\n'
const isRead = ({ method }: FastifyRequest) => method === 'GET' || method === 'HEAD'

type Options = { root: string | undefined; marks: Marks; hasServiceWorker: boolean }

/** Serves the built React app. It routes in the browser, so every path that is neither a route nor a file gets the page. */
export default fp(async function webAppPlugin(
  app: FastifyInstance,
  { root, marks, hasServiceWorker }: Options,
) {
  app.get('/robots.txt', async (_request, reply) =>
    reply.header('cache-control', aDay).type('text/plain; charset=utf-8').send(robots),
  )
  // The page is read before the files are listed. If a build is made in between, the files of this page still exist.
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
      // Pages have routes of their own below. A route for each of the hundreds of assets would cost 20 MB.
      globIgnore: ['*.html*', 'sw.js*', 'assets/**'],
      setHeaders: (reply, path) =>
        void reply.header('cache-control', path.includes('.webmanifest') ? revalidate : aDay),
    })
    const assets = join(root, 'assets')
    if (existsSync(assets))
      await app.register(fastifyStatic, {
        ...shared,
        root: assets,
        prefix: '/assets/',
        decorateReply: false,
        setHeaders: reply => void reply.header('cache-control', immutable),
      })
  }
  if (worker) {
    const etag = `W/"${createHash('sha256')
      .update(worker.get('identity') ?? '')
      .digest('base64url')}"`
    app.get('/sw.js', (request, reply) => {
      reply.headers({ ...switched, etag, 'cache-control': revalidate, vary: 'accept-encoding' })
      if (request.headers['if-none-match'] === etag) return reply.code(304).send()
      return send(request, reply.type('text/javascript; charset=utf-8'), worker)
    })
  }
  if (docs) app.get('/api/docs', (request, reply) => sendPage(request, reply, docs))
  // Bodies for unknown paths are not read: otherwise any client could make the server parse a megabyte of JSON.
  app.addHook('preParsing', (request, reply, payload, done) => {
    if (!request.is404 || isRead(request)) return done(null, payload)
    reply.header('cache-control', 'no-store')
    done(refuse('not_found'))
  })
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? ''
    // A missing asset is a 404 instead of the page, so that a tab with an older build notices that it is gone.
    if (!page || !isRead(request) || isUnder('/api', path) || isUnder('/assets', path)) {
      reply.header('cache-control', 'no-store')
      throw refuse('not_found')
    }
    return sendPage(request, reply.headers(switched), page)
  })
})

/**
 * The content of /sw.js while the service worker is switched off: it replaces the installed worker and removes itself and
 * its caches. The data of the app (drafts, waiting reports, the sign-in) stay.
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

/** The content of a page by content encoding. */
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
 * Reads the page once at the start, in every encoding of the build. It names the scripts and styles of its build, so a new
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

/** Values for the page's scripts, as attributes of its root element, so that they need no request for them. */
type Marks = {
  /** The name of the provider of single sign-on. */
  'data-oidc': string | undefined
  /** Only administrators can sign in with a password, unless a command has allowed it to everyone. */
  'data-oidc-only': boolean
  /** The server can send mail. */
  'data-mail': boolean
  /** The number of days in which a report can be edited; undefined for the default. */
  'data-edit-days': number | undefined
  /** Set if the service worker must be removed. */
  'data-service-worker': string | undefined
}

function marked(page: Page, marks: Marks): Page {
  const attributes = Object.entries(marks).flatMap(([name, value]) =>
    value === true ? name : value ? `${name}="${escapeAttribute(String(value))}"` : [],
  )
  if (attributes.length === 0) return page
  return compressed(String(page.get('identity')).replace('<html ', () => `<html ${attributes.join(' ')} `))
}

const escapeAttribute = (text: string) => text.replace(/[&"<>]/g, sign => `&#${sign.charCodeAt(0)};`)

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
