import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { messageReply } from '#shared/contract/errors.ts'
import { unsubscribeQuery } from '#shared/contract/notifications.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import type { Context } from '../../context.ts'
import { unsubscribePage } from '../../mail/compose-mail.ts'
import { unsubscribe } from './unsubscribe.service.ts'

const oneClick = {
  type: 'object',
  properties: { 'List-Unsubscribe': { type: 'string', description: 'Sent by mail programs, and ignored.' } },
}

/** The targets of the unsubscribe links in mails. */
export const unsubscribeRoutes: FastifyPluginAsyncZod<{ ctx: Context }> = async (app, { ctx }) => {
  // Mail programs send a URL-encoded or a multipart form. Its content is ignored, so it is not parsed.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _body, done) => done(null, undefined))

  app.get(
    '/unsubscribe',
    {
      config: { access: 'public', redirects: 303 },
      schema: {
        operationId: 'openUnsubscribe',
        summary: 'Open the page that turns off emails',
        description: 'Changes nothing: programs that look for viruses open links too.',
        querystring: unsubscribeQuery,
      },
    },
    (request, reply) => reply.redirect(unsubscribePage(request.query.code), 303),
  )

  app.post(
    '/unsubscribe',
    {
      bodyLimit: limits.signInBodyBytes,
      config: {
        access: 'public',
        codes: ['unsubscribe_invalid'],
        takes: ['application/x-www-form-urlencoded', oneClick],
      },
      schema: {
        operationId: 'unsubscribe',
        summary: 'Turn off emails of a kind',
        description:
          'With the code of a link in an email: for its user and its kind. The body is ignored; mail programs send one of their own (RFC 8058).',
        querystring: unsubscribeQuery,
        response: { 200: messageReply },
      },
    },
    async request => ({
      msg: messages.notifications.mail.turnedOff(await unsubscribe(ctx, request.query.code)),
    }),
  )
}
