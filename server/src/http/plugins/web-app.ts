import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { buildCachePrefix, workerSwitch } from '#shared/service-worker.ts'
import {
  type PreparedAnswer,
  prepare,
  readPrepared,
  sendPrepared,
  sendUnlessUnchanged,
} from '../prepared-answer.ts'
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
  // They name the scripts and styles of their build, so a new build beside a running server must not change them.
  const read = (name: string) => (root === undefined ? undefined : readPrepared(join(root, name)))
  const built = read('index.html')
  const page = built && (await marked(built, marks))
  const docs = read('api-docs.html')
  const worker = hasServiceWorker ? read('sw.js') : await prepare(workerRemoval)
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
    app.get('/sw.js', (request, reply) =>
      sendUnlessUnchanged(request, reply.headers(switched).type('text/javascript; charset=utf-8'), worker),
    )
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

function sendPage(request: FastifyRequest, reply: FastifyReply, page: PreparedAnswer) {
  return sendPrepared(
    request,
    reply.header('cache-control', 'no-store').type('text/html; charset=utf-8'),
    page,
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

async function marked(page: PreparedAnswer, marks: Marks): Promise<PreparedAnswer> {
  const attributes = Object.entries(marks).flatMap(([name, value]) =>
    value === true ? name : value ? `${name}="${escapeAttribute(String(value))}"` : [],
  )
  if (attributes.length === 0) return page
  const html = String(page.forms.get('identity'))
  return prepare(html.replace('<html ', () => `<html ${attributes.join(' ')} `))
}

const escapeAttribute = (text: string) => text.replace(/[&"<>]/g, sign => `&#${sign.charCodeAt(0)};`)
