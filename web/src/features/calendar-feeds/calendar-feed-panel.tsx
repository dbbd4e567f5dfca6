import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { messages } from '#shared/messages.ts'
import { Alert } from '../../components/alert.tsx'
import { CopiedText } from '../../components/copied-text.tsx'
import { DayOf } from '../../components/day.tsx'
import { Confirm } from '../../components/dialog.tsx'
import { FormSkeleton, Skeleton, usePlaceholder } from '../../components/placeholders.tsx'
import { ErrorState } from '../../components/states.tsx'
import { failureText } from '../../lib/api-error.ts'
import { takeFocus } from '../../lib/focus.ts'
import { type FeedOf, useCalendarFeed, useEndCalendarFeed, useMakeCalendarFeed } from './api.ts'

const text = messages.calendarFeeds

/** Whether there is a calendar address, the buttons to make, replace and end it, and a new one, which is shown once. */
export function CalendarFeedPanel(of: FeedOf) {
  const { data: feed, isPending, refetch } = useCalendarFeed(of)
  const isWaiting = usePlaceholder(isPending)
  const make = useMakeCalendarFeed(of)
  const end = useEndCalendarFeed(of)
  const [asked, setAsked] = useState<'replace' | 'end' | null>(null)
  const [address, setAddress] = useState<string | null>(null)
  const [result, setResult] = useState<{ variant: 'success' | 'danger'; text: string } | null>(null)
  const makeButton = useRef<HTMLButtonElement>(null)

  async function handleMake() {
    setResult(null)
    try {
      setAddress((await make.mutateAsync()).address)
    } catch (error) {
      setResult({ variant: 'danger', text: failureText(error, text.makeFailed) })
    }
    setAsked(null)
  }

  async function handleEnd() {
    setResult(null)
    try {
      const { msg } = await end.mutateAsync()
      // Rendered at once, because the button that ended the address is removed, and the one that makes another gets the focus.
      flushSync(() => {
        setAsked(null)
        setAddress(null)
        setResult({ variant: 'success', text: msg })
      })
      takeFocus(makeButton.current)
    } catch (error) {
      setAsked(null)
      setResult({ variant: 'danger', text: failureText(error, text.endFailed) })
    }
  }

  if (isWaiting)
    return (
      <FormSkeleton>
        <p>
          <Skeleton width="14rem" />
        </p>
      </FormSkeleton>
    )
  if (!feed) return <ErrorState plain message={text.loadFailed} onRetry={() => void refetch()} />
  const { created_at, made_by } = feed
  return (
    <div className="form">
      {result && (
        <Alert variant={result.variant} onDismiss={() => setResult(null)}>
          {result.text}
        </Alert>
      )}
      {address ? (
        <>
          <Alert variant="success">{text.made}</Alert>
          <CopiedText label="Calendar address" text={address} button="Copy address" takesFocus />
        </>
      ) : (
        <p className="text-body-secondary">
          {created_at && made_by ? (
            <>
              {of.teamId === undefined ? text.madeOn : text.madeBy(made_by.name)}{' '}
              <DayOf instant={created_at} />.
            </>
          ) : (
            text.none
          )}
        </p>
      )}
      <div className="form-buttons">
        {created_at === null ? (
          <button
            ref={makeButton}
            type="button"
            className="btn btn-primary"
            disabled={make.isPending}
            onClick={() => void handleMake()}
          >
            {make.isPending ? 'Creating...' : 'Create address'}
          </button>
        ) : (
          <>
            <button type="button" className="btn btn-secondary" onClick={() => setAsked('replace')}>
              Create a new address
            </button>
            <button type="button" className="btn btn-secondary" onClick={() => setAsked('end')}>
              End address
            </button>
          </>
        )}
      </div>
      {asked && (
        <Confirm
          title={asked === 'end' ? 'End Calendar Address' : 'New Calendar Address'}
          confirmLabel={asked === 'end' ? 'End address' : 'Create a new address'}
          busyLabel={asked === 'end' ? 'Ending...' : 'Creating...'}
          busy={make.isPending || end.isPending}
          onConfirm={() => void (asked === 'end' ? handleEnd() : handleMake())}
          onCancel={() => setAsked(null)}
        >
          {asked === 'end' ? text.endQuestion : text.replaceQuestion}
        </Confirm>
      )}
    </div>
  )
}
