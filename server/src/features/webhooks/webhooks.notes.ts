import * as webhooks from '#shared/contract/webhooks.ts'
import { type FieldNote, instant, type Notes, webUrl, whole } from '../../http/openapi/notes.ts'

const webhook: Record<string, FieldNote> = {
  name: { example: 'Channel of the support team' },
  url: {
    ...webUrl,
    description: 'http or https, without a user name.',
    example: 'https://example.com/hook',
  },
  format: { description: '`json` for programs, `slack` and `teams` for chats.', example: 'json' },
  events: { description: 'What it is told of.', example: ['report.submitted'] },
  team_ids: {
    description: 'Only what concerns members of these teams. Empty for everyone.',
    example: [],
  },
  enabled: { description: 'Whether it is switched on.' },
}

const schemas = ['WebhookInput', 'WebhookEditInput', 'Webhook', 'NewWebhook']

export const webhooksNotes: Notes = {
  contract: [webhooks],
  fields: {
    ...Object.fromEntries(
      schemas.flatMap(schema => Object.entries(webhook).map(([name, note]) => [`${schema}.${name}`, note])),
    ),
    off_reason: {
      description:
        'Why the server switched it off: `gone` if it answered 410, `failing` if every try failed for three days.',
      example: null,
    },
    'NewWebhook.secret': {
      description: '`whsec_` and base64 of the key of the HMAC.',
      example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=',
    },
    is_paused: { description: 'After a restore nothing is sent until an admin resumes it.' },
    last_delivery: { description: 'The last try. Null: nothing was sent yet.' },
    ok: { description: 'Whether the last answer was a success (2xx).' },
    'WebhookDelivery.event': { description: 'The kind of event, or `test`.', example: 'report.submitted' },
    message_id: {
      description: 'The header `webhook-id`, the same in all tries.',
      example: 'msg_5f2d6c0e-3c55-4e1e-9f3f-0a4f6a1d2b3c',
    },
    tries: { ...whole, example: 1 },
    tried_at: { ...instant, description: 'The last try. Null: not tried yet.' },
    'WebhookDelivery.status': {
      ...whole,
      description: 'Of the last answer. Null: there was none, and `error` says why.',
      example: 200,
    },
    'LastDelivery.status': { ...whole, example: 200 },
    duration: { ...whole, description: 'Milliseconds of the last try.', example: 180 },
    request: { description: 'The body that was sent.', example: '{"type":"test"}' },
    answer: { description: 'The beginning of the answer.', example: 'ok' },
    'WebhookDelivery.error': { example: 'No answer within 15 seconds' },
    next_try_at: { ...instant, description: "Null: it isn't tried again." },
  },
}
