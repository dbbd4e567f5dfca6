import { useState } from 'react'
import { messages } from '#shared/messages.ts'
import { ownTimeZone } from '#shared/zones.ts'
import { Alert } from '../../components/alert.tsx'
import { failureText } from '../../lib/api-error.ts'
import { useUpdateAccount } from './api.ts'
import './account.scss'

type ZoneOfferProps = {
  /** The answer is known, and said here. */
  onAnswer: () => void
  /** There is nothing more to say. */
  onDone: () => void
}

type Result = { variant: 'success' | 'danger'; text: string }

/** Asks once whether the browser's time zone is to be the account's. */
export function ZoneOffer({ onAnswer, onDone }: ZoneOfferProps) {
  const [zone] = useState(ownTimeZone)
  const [result, setResult] = useState<Result | null>(null)
  const update = useUpdateAccount()

  async function accept() {
    setResult(null)
    try {
      await update.mutateAsync({ time_zone: zone })
      onAnswer()
      setResult({ variant: 'success', text: messages.account.zoneSaved(zone) })
    } catch (error) {
      setResult({ variant: 'danger', text: failureText(error, messages.account.zoneFailed) })
    }
  }

  function decline() {
    onAnswer()
    onDone()
  }

  if (result?.variant === 'success') {
    return (
      <Alert variant="success" onDismiss={onDone}>
        {result.text}
      </Alert>
    )
  }
  return (
    <>
      {result && <Alert variant="danger">{result.text}</Alert>}
      <Alert variant="info">
        <div className="zone-offer">
          <p>{messages.account.zoneOffer(zone)}</p>
          <div className="zone-offer-buttons">
            <button
              type="button"
              className="btn btn-secondary btn-sm"
              disabled={update.isPending}
              onClick={() => void accept()}
            >
              {update.isPending ? 'Saving...' : `Yes, use ${zone}`}
            </button>
            <button
              type="button"
              className="btn btn-ghost btn-sm"
              disabled={update.isPending}
              onClick={decline}
            >
              No
            </button>
          </div>
        </div>
      </Alert>
    </>
  )
}
