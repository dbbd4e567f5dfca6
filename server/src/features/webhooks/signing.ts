import { createHmac, randomBytes, randomUUID } from 'node:crypto'

// Standard Webhooks 1.0: https://github.com/standard-webhooks/standard-webhooks

const prefix = 'whsec_'

export const generateSecret = () => `${prefix}${randomBytes(32).toString('base64')}`

/** It must have no full stop, because that separates it from the timestamp in what is signed. */
export const generateMessageId = () => `msg_${randomUUID()}`

type Message = { id: string; timestamp: number; body: string }

/** One signature for each secret, so that a receiver that still has the former one accepts the message as well. */
export function signedHeaders(secrets: readonly string[], { id, timestamp, body }: Message) {
  const signatures = secrets.map(secret => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  }
}
