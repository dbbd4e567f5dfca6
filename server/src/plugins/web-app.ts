import { basename } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { refuse } from '../refusals.ts'

const forEver = 'public, max-age=31536000, immutable'
const aDay = 'public, max-age=86400'

const isUnder = (folder: string, path: string) => path === folder || path.startsWith(`${folder}/`)

/** Serves the built React app. It routes by itself, so every path that is neither ours nor a file gives the page. */
export default fp(async function webAppPlugin(app: FastifyInstance, { root }: { root: string | undefined }) {
  if (root) {
    await app.register(fastifyStatic, {
      root,
      wildcard: false,
      index: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders(reply, file) {
        const name = basename(file)
        const isPage = /^index\.html(\.br|\.gz)?$/.test(name)
        const caching = isPage ? 'no-store' : file.includes('/assets/') ? forEver : aDay
        reply.header('cache-control', caching)
      },
    })
  }

  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? ''
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    // A page where a script was asked for would only confuse: an old tab must notice that its files are gone.
    if (!root || !isRead || isUnder('/api', path) || isUnder('/assets', path)) {
      reply.header('cache-control', 'no-store')
      throw refuse.notFound()
    }
    return reply.sendFile('index.html')
  })
})
