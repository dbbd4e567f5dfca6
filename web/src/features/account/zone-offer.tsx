import { useState } from 'react'
import { messages } from '#shared/messages.ts'
import { isSameZone, isTimeZone, ownTimeZone } from '#shared/zones.ts'
import { Alert } from '../../components/alert.tsx'
import { failureText } from '../../lib/api-error.ts'
import { useAccount, useUpdateAccount } from './api.ts'
import './account.scss'

type ZoneOfferProps = {
  /** Called once the user has answered; the offer still shows the result. */
  onAnswer: () => void
  /** Called when the offer can be removed. */
  onDone: () => void
}

type Result = { variant: 'success' | 'danger'; text: string }

/** Asks the user once whether the account should use the browser's time zone. */
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

// The answer is stored per account and zone: a new zone, or another user of this browser, is asked again.
const storageKey = (userId: number, zone: string) => `zone-answered:${userId}:${zone}`

/** Decides whether to offer the browser's time zone. After an answer the account is no longer loaded for it. */
export function useZoneQuestion(userId: number) {
  const [zone] = useState(ownTimeZone)
  const [isAnswered, setIsAnswered] = useState(() => localStorage.getItem(storageKey(userId, zone)) !== null)
  const { data: account, isPending } = useAccount({ enabled: !isAnswered })
  const [isAsked, setIsAsked] = useState(false)
  // Once shown the offer stays, because its result appears in the same place.
  if (!isAsked && !isAnswered && account && !isSame(account.effective.time_zone, zone)) setIsAsked(true)
  return {
    isUndecided: !isAnswered && isPending,
    isAsked: isAsked && !isAnswered,
    remember: () => localStorage.setItem(storageKey(userId, zone), ''),
    finish: () => setIsAnswered(true),
  }
}

/** `isSameZone` throws for a zone that the server supports and this browser doesn't. */
const isSame = (a: string, b: string) => a === b || (isTimeZone(a) && isSameZone(a, b))
