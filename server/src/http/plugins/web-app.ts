import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { refuse } from '../refusals.ts'

const forEver = 'public, max-age=31536000, immutable'
const aDay = 'public, max-age=86400'

const isUnder = (folder: string, path: string) => path === folder || path.startsWith(`${folder}/`)

/** An internal tool: no search engine needs to know its pages. */
const robots = 'User-agent: *\nDisallow: /\n'
const isRead = ({ method }: FastifyRequest) => method === 'GET' || method === 'HEAD'

/** Serves the built React app. It routes by itself, so every path that is neither ours nor a file gives the page. */
export default fp(async function webAppPlugin(
  app: FastifyInstance,
  { root, marks }: { root: string | undefined; marks: Marks },
) {
  app.get('/robots.txt', async (_request, reply) =>
    reply.header('cache-control', aDay).type('text/plain; charset=utf-8').send(robots),
  )
  // Before its files: those of a build stay when the next one comes, not the other way round.
  const built = root && readPage(root, 'index.html')
  const page = built && marked(built, marks)
  const docs = root && readPage(root, 'api-docs.html')
  if (root) {
    const shared = { index: false, preCompressed: true, cacheControl: false } as const
    await app.register(fastifyStatic, {
      ...shared,
      root,
      wildcard: false,
      // The pages are not among them, see below; the assets are hundreds, and a route for each costs 20 MB.
      globIgnore: ['*.html*', 'assets/**'],
      setHeaders: reply => void reply.header('cache-control', aDay),
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
    return sendPage(request, reply, page)
  })
})

/** By content encoding. */
type Page = Map<string, Buffer>

const encodings = ['br', 'gzip']

function sendPage(request: FastifyRequest, reply: FastifyReply, page: Page) {
  const encoding = encodings.find(name => page.has(name) && accepts(request, name))
  if (encoding) reply.header('content-encoding', encoding)
  return reply
    .header('cache-control', 'no-store')
    .header('vary', 'accept-encoding')
    .type('text/html; charset=utf-8')
    .send(page.get(encoding ?? 'identity'))
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
}

function marked(page: Page, marks: Marks): Page {
  const attributes = Object.entries(marks).flatMap(([name, value]) =>
    value === true ? name : value ? `${name}="${value}"` : [],
  )
  if (attributes.length === 0) return page
  const html = Buffer.from(String(page.get('identity')).replace('<html ', `<html ${attributes.join(' ')} `))
  return new Map([
    ['identity', html],
    ['br', brotliCompressSync(html)],
    ['gzip', gzipSync(html)],
  ])
}

function accepts({ headers }: FastifyRequest, encoding: string): boolean {
  return (headers['accept-encoding'] ?? '').split(',').some(part => {
    const [name, weight = '1'] = part.toLowerCase().replaceAll(' ', '').split(';q=')
    return name === encoding && Number(weight) > 0
  })
}
