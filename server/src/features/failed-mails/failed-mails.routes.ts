import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { messageReply } from '#shared/contract/errors.ts'
import { deliveriesQuery, deliveriesReply, retriedDeliveryReply } from '#shared/contract/failed-mails.ts'
import { pathId } from '#shared/contract/fields.ts'
import { settingsReply } from '#shared/contract/settings.ts'
import { messages } from '#shared/messages.ts'
import type { Context } from '../../context.ts'
import { actorOf } from '../../http/plugins/access.ts'
import { listDeliveries, resumeMailAs, retryDelivery, sendTestMail } from './failed-mails.service.ts'

export const failedMailsRoutes: FastifyPluginAsyncZod<{ ctx: Context }> = async (app, { ctx }) => {
  app.post(
    '/settings/test-mail',
    {
      config: { access: 'settings.manage', codes: ['mail_not_set_up', 'mail_refused'] },
      schema: {
        operationId: 'sendTestMail',
        summary: 'Send a test email to yourself',
        description: 'Answers once the mail server has taken it, or with what it said instead.',
        response: { 200: messageReply },
      },
    },
    async request => {
      const actor = actorOf(request)
      await sendTestMail(ctx, actor)
      return { msg: messages.mail.testSent(actor.email) }
    },
  )

  app.post(
    '/settings/resume-mail',
    {
      config: { access: 'settings.manage', codes: ['mail_not_paused'] },
      schema: {
        operationId: 'resumeMail',
        summary: 'Resume email and webhooks after a restore',
        description:
          'A database that was restored into an empty place sends no email and calls no webhook until then. What waited goes out, without reminders and summaries of earlier days and password links that were asked for more than an hour ago.',
        response: { 200: settingsReply },
      },
    },
    request => resumeMailAs(ctx, actorOf(request)),
  )

  app.get(
    '/settings/deliveries',
    {
      config: { access: 'settings.manage' },
      schema: {
        operationId: 'listDeliveries',
        summary: "List emails that couldn't be delivered",
        description:
          'Those that were tried eight times. The last one that failed comes first. `waiting` counts those that are being retried, with a reason, and `queued` all that wait.',
        querystring: deliveriesQuery,
        response: { 200: deliveriesReply },
      },
    },
    request => listDeliveries(ctx, request.query),
  )

  app.post(
    '/settings/deliveries/:id/retry',
    {
      config: { access: 'settings.manage', codes: ['delivery_not_found'] },
      schema: {
        operationId: 'retryDelivery',
        summary: 'Try an email again',
        description: 'It is queued at once, and tried as often as a new one.',
        params: pathId,
        response: { 200: retriedDeliveryReply },
      },
    },
    async request => {
      const delivery = await retryDelivery(ctx, actorOf(request), request.params.id)
      return { msg: messages.failedMails.retried(delivery.to), ...delivery }
    },
  )
}
