import { useState } from 'react'
import type { Webhook, WebhookDelivery } from '#shared/contract/webhooks.ts'
import { systemClock } from '#shared/dates.ts'
import { messages } from '#shared/messages.ts'
import { Alert } from '../../components/alert.tsx'
import { Moment } from '../../components/day.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { PagedList } from '../../components/paged-list.tsx'
import { Placeholder, Skeleton } from '../../components/placeholders.tsx'
import { failureText } from '../../lib/api-error.ts'
import { firstFocus } from '../../lib/focus.ts'
import { useSendAgain, useTestWebhook, useWebhookDeliveries } from './api.ts'

type Result = { variant: 'success' | 'danger'; text: string }

/** What was sent to a webhook and what came back, with a test and "Send again". */
export default function DeliveriesDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const [result, setResult] = useState<Result | null>(null)
  const test = useTestWebhook(webhook.id)
  const again = useSendAgain(webhook.id)

  async function sendTest() {
    setResult(null)
    try {
      setResult(resultOf(await test.mutateAsync()))
    } catch (error) {
      setResult({ variant: 'danger', text: failureText(error, messages.webhooks.testFailed) })
    }
  }

  async function sendAgain(delivery: WebhookDelivery) {
    setResult(null)
    try {
      await again.mutateAsync(delivery)
      setResult({ variant: 'success', text: messages.webhooks.sentAgain })
    } catch (error) {
      setResult({ variant: 'danger', text: failureText(error, messages.webhooks.sendFailed) })
    }
  }

  return (
    <Dialog title={webhook.name} shape="beside" closeOnBackdrop onClose={onClose}>
      <p className="webhook-url">{webhook.url}</p>
      <button
        type="button"
        className="btn btn-secondary"
        disabled={test.isPending}
        onClick={() => void sendTest()}
        {...firstFocus}
      >
        {test.isPending ? 'Sending...' : 'Send a test'}
      </button>
      {result && (
        <Alert key={result.text} variant={result.variant} onDismiss={() => setResult(null)}>
          {result.text}
        </Alert>
      )}
      <h3 className="webhook-heading">Deliveries</h3>
      <Deliveries
        webhook={webhook}
        busyWith={again.isPending ? again.variables.id : undefined}
        onSendAgain={delivery => void sendAgain(delivery)}
      />
    </Dialog>
  )
}

function resultOf({ ok, status, duration, error }: WebhookDelivery): Result {
  if (status === null) return { variant: 'danger', text: messages.webhooks.testUnanswered(error ?? '') }
  return ok
    ? { variant: 'success', text: messages.webhooks.testOk(status, duration ?? 0) }
    : { variant: 'danger', text: messages.webhooks.testRefused(status) }
}

type DeliveriesProps = {
  webhook: Webhook
  /** The delivery that is being sent again. */
  busyWith: number | undefined
  onSendAgain: (delivery: WebhookDelivery) => void
}

function Deliveries({ webhook, busyWith, onSendAgain }: DeliveriesProps) {
  const [page, setPage] = useState(1)
  return (
    <PagedList
      query={useWebhookDeliveries(webhook.id, page)}
      skeleton={
        <Placeholder>
          <Skeleton width="80%" />
          <Skeleton width="60%" />
        </Placeholder>
      }
      failure={messages.webhooks.deliveriesFailed}
      plain
      empty={<p className="text-body-secondary">{messages.webhooks.noDeliveries}</p>}
      paging={{ page, setPage }}
      label="Pages of deliveries"
    >
      {({ data }) => (
        <ul className="webhook-deliveries">
          {data.map(delivery => (
            <li key={delivery.id}>
              <DeliveryFacts delivery={delivery} />
              <details>
                <summary>Request and answer</summary>
                <h4>Sent</h4>
                <pre>{readable(delivery.request)}</pre>
                <h4>Answer</h4>
                <pre>{delivery.answer || delivery.error || 'None'}</pre>
              </details>
              {webhook.enabled && delivery.request !== '' && (
                <button
                  type="button"
                  className="btn btn-secondary btn-sm"
                  aria-label={`Send again: ${nameOf(delivery)}, number ${delivery.id}`}
                  disabled={busyWith !== undefined}
                  onClick={() => onSendAgain(delivery)}
                >
                  {busyWith === delivery.id ? 'Sending...' : 'Send again'}
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
    </PagedList>
  )
}

const nameOf = ({ event }: WebhookDelivery) => (event === 'test' ? 'Test' : messages.webhooks.kinds[event])

function DeliveryFacts({ delivery }: { delivery: WebhookDelivery }) {
  const { created_at, tries, status, ok, duration, error, next_try_at } = delivery
  const isDue = next_try_at !== null && Date.parse(next_try_at) <= systemClock.now().getTime()
  return (
    <div className="webhook-delivery">
      <p className="webhook-event">
        {nameOf(delivery)} <Badge delivery={delivery} />
      </p>
      <p>
        <Moment instant={created_at} />
        {tries > 0 && status !== null && ` · answer ${status} after ${duration} ms`}
        {tries > 1 && ` · ${tries} tries`}
      </p>
      {error && !ok && <p>{error}.</p>}
      {next_try_at !== null && (
        <p>
          {isDue ? (
            'Is sent now.'
          ) : (
            <>
              Is tried again: <Moment instant={next_try_at} />
            </>
          )}
        </p>
      )}
    </div>
  )
}

function Badge({ delivery: { ok, next_try_at, tries } }: { delivery: WebhookDelivery }) {
  if (ok) return <span className="badge text-bg-success">Arrived</span>
  if (next_try_at !== null)
    return <span className="badge text-bg-warning">{tries === 0 ? 'Waiting' : 'Failed, waiting'}</span>
  return <span className="badge text-bg-danger">{tries === 0 ? 'Not sent' : 'Failed'}</span>
}

/** JSON is indented; anything else stays as it is. */
function readable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text || 'Removed, because someone it may name was erased'
  }
}
