import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { messageReply } from '#shared/contract/errors.ts'
import { pathId, webhookDeliveryPath } from '#shared/contract/fields.ts'
import {
  newWebhookReply,
  webhookDeliveriesQuery,
  webhookDeliveriesReply,
  webhookDeliveryReply,
  webhookEditInput,
  webhookInput,
  webhookReply,
  webhooksQuery,
  webhooksReply,
} from '#shared/contract/webhooks.ts'
import { messages } from '#shared/messages.ts'
import type { Context } from '../../context.ts'
import { originOf } from '../../http/origin-of.ts'
import { actorOf } from '../../http/plugins/access.ts'
import { listDeliveries, sendAgain, sendTest } from './deliveries.service.ts'
import { createWebhook, deleteWebhook, editWebhook, listWebhooks, renewSecret } from './webhooks.service.ts'

export const webhooksRoutes: FastifyPluginAsyncZod<{ ctx: Context }> = async (app, { ctx }) => {
  app.get(
    '/webhooks',
    {
      config: { access: 'webhooks.manage' },
      schema: {
        operationId: 'listWebhooks',
        summary: 'List webhooks',
        description: 'By name.',
        querystring: webhooksQuery,
        response: { 200: webhooksReply },
      },
    },
    request => listWebhooks(ctx, request.query),
  )

  app.post(
    '/webhooks',
    {
      config: { access: 'webhooks.manage', needsSignIn: true, codes: ['too_many_webhooks'] },
      schema: {
        operationId: 'createWebhook',
        summary: 'Add a webhook',
        description:
          'Only this answer has the secret. `json` follows Standard Webhooks: the headers `webhook-id`, `webhook-timestamp` and `webhook-signature`, and a body `{ type, timestamp, data }` of at most 20 kB, in which longer texts are cut. What is not answered with 2xx is tried again, ten times in three days. The URL must lead to a public address, unless OUTGOING_ALLOW on the server names its host.',
        body: webhookInput,
        response: { 201: newWebhookReply },
      },
    },
    async (request, reply) =>
      reply.code(201).send(await createWebhook(ctx, actorOf(request), request.body, originOf(request))),
  )

  app.put(
    '/webhooks/:id',
    {
      config: { access: 'webhooks.manage', codes: ['webhook_not_found'], needsSignInTo: 'change the URL' },
      schema: {
        operationId: 'updateWebhook',
        summary: 'Update a webhook',
        description: "Absent fields don't change. What waits for a webhook that is switched off isn't sent.",
        params: pathId,
        body: webhookEditInput,
        response: { 200: webhookReply },
      },
    },
    request => editWebhook(ctx, actorOf(request), request.params.id, request.body, originOf(request)),
  )

  app.delete(
    '/webhooks/:id',
    {
      config: { access: 'webhooks.manage', codes: ['webhook_not_found'] },
      schema: {
        operationId: 'deleteWebhook',
        summary: 'Delete a webhook and its deliveries',
        params: pathId,
        response: { 200: messageReply },
      },
    },
    async request => {
      await deleteWebhook(ctx, actorOf(request), request.params.id)
      return { msg: messages.webhooks.deleted }
    },
  )

  app.post(
    '/webhooks/:id/secret',
    {
      config: { access: 'webhooks.manage', needsSignIn: true, codes: ['webhook_not_found'] },
      schema: {
        operationId: 'renewWebhookSecret',
        summary: 'Create a new secret',
        description: 'Only this answer has it. For 24 hours every message is signed with both.',
        params: pathId,
        response: { 200: newWebhookReply },
      },
    },
    request => renewSecret(ctx, actorOf(request), request.params.id),
  )

  app.post(
    '/webhooks/:id/test',
    {
      config: { access: 'webhooks.manage', codes: ['webhook_not_found'] },
      schema: {
        operationId: 'testWebhook',
        summary: 'Send a test',
        description: 'Answers with what the receiver answered. A test is not tried again.',
        params: pathId,
        response: { 200: webhookDeliveryReply },
      },
    },
    request => sendTest(ctx, actorOf(request), request.params.id),
  )

  app.get(
    '/webhooks/:id/deliveries',
    {
      config: { access: 'webhooks.manage', codes: ['webhook_not_found'] },
      schema: {
        operationId: 'listWebhookDeliveries',
        summary: 'List what was sent to a webhook',
        description: 'In the last 30 days. The newest comes first.',
        params: pathId,
        querystring: webhookDeliveriesQuery,
        response: { 200: webhookDeliveriesReply },
      },
    },
    request => listDeliveries(ctx, request.params.id, request.query),
  )

  app.post(
    '/webhooks/:id/deliveries/:deliveryId/retry',
    {
      config: {
        access: 'webhooks.manage',
        codes: ['webhook_not_found', 'webhook_delivery_not_found', 'webhook_off'],
      },
      schema: {
        operationId: 'retryWebhookDelivery',
        summary: 'Send a delivery again',
        description: 'At once, with the same `webhook-id`, whether it arrived before or not.',
        params: webhookDeliveryPath,
        response: { 200: webhookDeliveryReply },
      },
    },
    request => sendAgain(ctx, actorOf(request), request.params.id, request.params.deliveryId),
  )
}
