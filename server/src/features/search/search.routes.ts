import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { quickSearchQuery, quickSearchReply, searchQuery, searchReply } from '#shared/contract/search.ts'
import type { Context } from '../../context.ts'
import { actorOf } from '../../http/plugins/access.ts'
import { quickSearch, search } from './search.service.ts'

export const searchRoutes: FastifyPluginAsyncZod<{ ctx: Context }> = async (app, { ctx }) => {
  app.get(
    '/search',
    {
      config: { access: 'signedIn', codes: ['search_too_slow'], heavyRead: 'list' },
      schema: {
        operationId: 'search',
        summary: 'Search everything',
        description:
          'All words must occur, in any order; beginnings of words count, case and accents do not. Of reports, the summary, rows, blockers and plan are searched; of tasks the title, description and completion note; of projects the name and description; of people, for reviewers, the name and email. A report is found by its first 10,000 different words. Reports and comments are the newest first, names by how well they fit. Words of one letter are looked for only in names, and a digit only as a whole word. Staff find only their own reports, comments on them, their tasks, and projects.',
        querystring: searchQuery,
        response: { 200: searchReply },
      },
    },
    // A client that asks again while its user types leaves the first search, which then ends.
    request => search(ctx, actorOf(request), request.query, request.signal),
  )

  app.get(
    '/search/quick',
    {
      config: { access: 'signedIn', codes: ['search_too_slow'] },
      schema: {
        operationId: 'quickSearch',
        summary: 'Search while typing',
        description: 'The first five hits of each kind that `GET /search` finds, without counts.',
        querystring: quickSearchQuery,
        response: { 200: quickSearchReply },
      },
    },
    request => quickSearch(ctx, actorOf(request), request.query, request.signal),
  )
}
