import plug from 'bootstrap-icons/icons/plug.svg?raw'
import { type ReactNode, Suspense, useRef, useState } from 'react'
import type { NewWebhook, Webhook } from '#shared/contract/webhooks.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { Alert } from '../../components/alert.tsx'
import { CopiedText } from '../../components/copied-text.tsx'
import { ErrorBoundary } from '../../components/error-boundary.tsx'
import { Item, ItemList } from '../../components/item-list.tsx'
import { Section } from '../../components/page.tsx'
import { Placeholder, Skeleton, usePlaceholder } from '../../components/placeholders.tsx'
import type { SectionLink } from '../../components/sections.tsx'
import { ErrorState } from '../../components/states.tsx'
import { takeFocus } from '../../lib/focus.ts'
import { lazily } from '../../lib/lazily.ts'
import { useWebhooks } from './api.ts'
import './webhooks.scss'

// Few visits to the settings open them.
const DeliveriesDialog = lazily(() => import('./deliveries-dialog.tsx'))
const WebhookDialog = lazily(() => import('./webhook-dialog.tsx'))

type WebhooksSectionProps = {
  heading: SectionLink
  /** Says that nothing is sent after a restore, and resumes it. */
  paused: ReactNode
}

type Open = { dialog: 'add' } | { dialog: 'edit' | 'deliveries'; id: number }

/** The webhooks, and a new secret, which is shown once. */
export function WebhooksSection({ heading: { id, title }, paused }: WebhooksSectionProps) {
  const { data, isPending, refetch } = useWebhooks()
  const [open, setOpen] = useState<Open | null>(null)
  const [made, setMade] = useState<{ webhook: NewWebhook; isNew: boolean } | null>(null)
  const [saved, setSaved] = useState<string | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const isWaiting = usePlaceholder(isPending)
  const webhooks = data?.data ?? []
  const chosen = open && open.dialog !== 'add' ? webhooks.find(webhook => webhook.id === open.id) : undefined

  function handleSaved(sentence: string) {
    setOpen(null)
    setSaved(sentence)
    // The row of a deleted webhook is removed with its button.
    takeFocus(heading.current, { preventScroll: true })
  }

  function handleMade(webhook: NewWebhook) {
    setSaved(null)
    setMade({ webhook, isNew: open?.dialog === 'add' })
    setOpen(null)
  }

  return (
    <Section id={id} title={title} about={messages.webhooks.about} headingRef={heading}>
      {data?.is_paused && paused}
      {saved && (
        <Alert variant="success" onDismiss={() => setSaved(null)}>
          {saved}
        </Alert>
      )}
      {isWaiting ? (
        <Placeholder>
          <Skeleton width="14rem" />
        </Placeholder>
      ) : data ? (
        <WebhookList webhooks={webhooks} onOpen={setOpen} />
      ) : (
        <ErrorState plain message={messages.webhooks.loadFailed} onRetry={() => void refetch()} />
      )}
      {made ? (
        <MadeSecret {...made} onDone={() => setMade(null)} />
      ) : (
        data && (
          <div className="form-buttons">
            <button type="button" className="btn btn-primary" onClick={() => setOpen({ dialog: 'add' })}>
              Add webhook
            </button>
          </div>
        )
      )}
      <ErrorBoundary isPart resetKey={open?.dialog} onClose={() => setOpen(null)}>
        <Suspense fallback={null}>
          {open?.dialog === 'add' && (
            <WebhookDialog onMade={handleMade} onSaved={handleSaved} onClose={() => setOpen(null)} />
          )}
          {open?.dialog === 'edit' && chosen && (
            <WebhookDialog
              webhook={chosen}
              onMade={handleMade}
              onSaved={handleSaved}
              onClose={() => setOpen(null)}
            />
          )}
          {open?.dialog === 'deliveries' && chosen && (
            <DeliveriesDialog webhook={chosen} onClose={() => setOpen(null)} />
          )}
        </Suspense>
      </ErrorBoundary>
    </Section>
  )
}

type WebhookListProps = { webhooks: readonly Webhook[]; onOpen: (open: Open) => void }

function WebhookList({ webhooks, onOpen }: WebhookListProps) {
  if (webhooks.length === 0) return <p className="text-body-secondary">{messages.webhooks.none}</p>
  return (
    <ItemList>
      {webhooks.map(webhook => {
        const { id, name } = webhook
        return (
          <Item
            key={id}
            icon={plug}
            name={
              <>
                {name} <State webhook={webhook} />
              </>
            }
            facts={<Facts webhook={webhook} />}
          >
            <div className="webhook-buttons">
              <button
                type="button"
                className="btn btn-secondary btn-sm"
                aria-label={`Deliveries of ${name}`}
                onClick={() => onOpen({ dialog: 'deliveries', id })}
              >
                Deliveries
              </button>
              <button
                type="button"
                className="btn btn-secondary btn-sm"
                aria-label={`Edit ${name}`}
                onClick={() => onOpen({ dialog: 'edit', id })}
              >
                Edit
              </button>
            </div>
          </Item>
        )
      })}
    </ItemList>
  )
}

function State({ webhook: { enabled, last_delivery } }: { webhook: Webhook }) {
  if (!enabled) return <span className="badge text-bg-secondary">Off</span>
  return last_delivery?.ok === false && <span className="badge text-bg-warning">Failing</span>
}

function Facts({ webhook: { enabled, format, url, last_delivery, off_reason } }: { webhook: Webhook }) {
  const { formats, lastFailed, lastOk, never, offReasons } = messages.webhooks
  const last = last_delivery
  return (
    <>
      {formats[format].label} · {new URL(url).host} ·{' '}
      {last === null
        ? never
        : last.ok && last.status !== null
          ? lastOk(last.status)
          : lastFailed(last.status)}
      {!enabled && off_reason !== null && ` · ${offReasons[off_reason]}`}
    </>
  )
}

function MadeSecret({ webhook, isNew, onDone }: { webhook: NewWebhook; isNew: boolean; onDone: () => void }) {
  return (
    <div className="form">
      <Alert variant="success">
        {isNew ? messages.webhooks.made : messages.webhooks.secretMade(limits.formerSecretHours)}
      </Alert>
      <CopiedText label={`Secret of ${webhook.name}`} text={webhook.secret} button="Copy secret" takesFocus />
      <div className="form-buttons">
        <button type="button" className="btn btn-secondary" onClick={onDone}>
          Done
        </button>
      </div>
    </div>
  )
}
