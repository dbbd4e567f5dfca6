import check from 'bootstrap-icons/icons/check-circle.svg?raw'
import warning from 'bootstrap-icons/icons/exclamation-triangle.svg?raw'
import slash from 'bootstrap-icons/icons/slash-circle.svg?raw'
import { useRef, useState } from 'react'
import type { Delivery, DeliveryPage } from '#shared/contract/failed-mails.ts'
import { mailProblem } from '#shared/mail-problems.ts'
import { messages } from '#shared/messages.ts'
import { Alert } from '../../components/alert.tsx'
import { Moment } from '../../components/day.tsx'
import { Icon } from '../../components/icon.tsx'
import { Section } from '../../components/page.tsx'
import { Placeholder, Skeleton, usePlaceholder } from '../../components/placeholders.tsx'
import { ErrorState } from '../../components/states.tsx'
import { hasMail } from '../../domain/settings.ts'
import { ApiError, failureText } from '../../lib/api-error.ts'
import { takeFocus } from '../../lib/focus.ts'
import { useDeliveries, useRetryDelivery, useTestMail } from './api.ts'
import { MailPaused } from './mail-paused.tsx'
import { settingsSections } from './sections.ts'
import './settings.scss'

export function MailSection() {
  return hasMail() ? <MailWorks /> : <NoMail />
}

function NoMail() {
  return (
    <Section {...settingsSections.mail}>
      <p className="mail-state">
        <Icon svg={slash} />
        {messages.mail.off}
      </p>
      <p className="text-body-secondary">{messages.mail.offHint}</p>
    </Section>
  )
}

type Result = { variant: 'success' | 'danger'; text: string }

function MailWorks() {
  const [result, setResult] = useState<Result | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const test = useTestMail()
  const retry = useRetryDelivery()
  const { data: deliveries } = useDeliveries()

  async function sendTest() {
    setResult(null)
    try {
      const { msg } = await test.mutateAsync()
      setResult({ variant: 'success', text: msg })
    } catch (error) {
      setResult({ variant: 'danger', text: testFailure(error) })
    }
  }

  async function tryAgain(delivery: Delivery) {
    setResult(null)
    try {
      const { msg } = await retry.mutateAsync(delivery)
      setResult({ variant: 'success', text: msg })
      // The pressed button is removed with its mail.
      takeFocus(heading.current, { preventScroll: true })
    } catch (error) {
      // Another admin has sent it before.
      if (error instanceof ApiError && error.status === 404)
        setResult({ variant: 'success', text: messages.failedMails.noLongerFailed })
      else setResult({ variant: 'danger', text: failureText(error, messages.failedMails.retryFailed) })
    }
  }

  return (
    <Section {...settingsSections.mail} about={messages.mail.worksFor} headingRef={heading}>
      {result && (
        <Alert key={result.text} variant={result.variant} onDismiss={() => setResult(null)}>
          {result.text}
        </Alert>
      )}
      <div className="mail-status">
        <p className="mail-state mail-works">
          <Icon svg={check} />
          {messages.mail.works}
        </p>
        <button
          type="button"
          className="btn btn-secondary"
          disabled={test.isPending}
          onClick={() => void sendTest()}
        >
          {test.isPending ? 'Sending...' : 'Send a test email'}
        </button>
      </div>
      <MailPaused queued={deliveries?.queued} />
      <Failed busyWith={retry.isPending ? retry.variables.id : undefined} onRetry={tryAgain} />
    </Section>
  )
}

/** A plain explanation of the mail server's error, or the error itself if it is unknown. */
function testFailure(error: unknown): string {
  const text = failureText(error, messages.mail.testFailed)
  const problem = mailProblem(text)
  return problem === messages.mail.problems.unknown ? text : messages.mail.testNotSent(problem)
}

type FailedProps = {
  /** The mail that is being sent again. */
  busyWith: number | undefined
  onRetry: (delivery: Delivery) => Promise<void>
}

function Failed({ busyWith, onRetry }: FailedProps) {
  const { data, isPending, refetch } = useDeliveries()
  if (usePlaceholder(isPending))
    return (
      <Placeholder>
        <Skeleton width="15rem" />
      </Placeholder>
    )
  if (!data)
    return <ErrorState plain message={messages.failedMails.loadFailed} onRetry={() => void refetch()} />
  const { total } = data.pagination
  const { waiting } = data
  if (total + waiting.total === 0)
    return data.queued === 0 && <p className="text-body-secondary">{messages.failedMails.noneFailed}</p>
  return (
    <>
      {waiting.total > 0 && (
        <p className="mail-state mail-waits">
          <Icon svg={warning} />
          <span>
            {messages.failedMails.waiting(waiting.total)} {waiting.error && mailProblem(waiting.error)}
          </span>
        </p>
      )}
      {total > 0 && <FailedList data={data} busyWith={busyWith} onRetry={onRetry} />}
    </>
  )
}

type FailedListProps = FailedProps & { data: DeliveryPage }

function FailedList({ data: { data, pagination }, busyWith, onRetry }: FailedListProps) {
  const { total } = pagination
  return (
    <>
      <h3 className="mail-failed-heading">{messages.failedMails.failing(total)}</h3>
      <ul className="mail-failed" aria-label={messages.failedMails.failing(total)}>
        {data.map(delivery => (
          <li key={delivery.id}>
            <div>
              <p className="mail-subject">{delivery.subject}</p>
              <p>To {delivery.to}</p>
              <p className="mail-problem">{mailProblem(delivery.error)}</p>
              <p>
                {messages.failedMails.attempts(delivery.attempts)}
                {delivery.failed_at && (
                  <>
                    {', last '}
                    <Moment instant={delivery.failed_at} />
                  </>
                )}
              </p>
              <details>
                <summary>What the mail server said</summary>
                <p>{delivery.error}</p>
              </details>
            </div>
            <button
              type="button"
              className="btn btn-secondary btn-sm"
              aria-label={`Try again: ${delivery.subject}, to ${delivery.to}`}
              disabled={busyWith !== undefined}
              onClick={() => void onRetry(delivery)}
            >
              {busyWith === delivery.id ? 'Sending...' : 'Try again'}
            </button>
          </li>
        ))}
      </ul>
      {total > data.length && (
        <p className="text-body-secondary">{messages.failedMails.latest(data.length)}</p>
      )}
    </>
  )
}
