import { useState } from 'react'
import { waitingMessages } from '#shared/messages/waiting.ts'
import { Confirm } from '../../../components/confirm.tsx'
import { formatWeekdayDay } from '../../../lib/format.ts'
import type { WaitingReport } from './waiting-db.ts'
import { takeOut } from './waiting-list.ts'

type DiscardProps = { report: WaitingReport; className: string; onFailure: (sentence: string) => void }

export function Discard({ report, className, onFailure }: DiscardProps) {
  const [isAsking, setIsAsking] = useState(false)
  return (
    <>
      <button type="button" className={className} onClick={() => setIsAsking(true)}>
        Discard
      </button>
      {isAsking && (
        <Confirm
          title={waitingMessages.discardTitle}
          confirmLabel="Discard"
          onConfirm={() => {
            setIsAsking(false)
            takeOut(report).catch(() => onFailure(waitingMessages.notRemoved))
          }}
          onCancel={() => setIsAsking(false)}
        >
          <p>{waitingMessages.discard(formatWeekdayDay(report.date))}</p>
        </Confirm>
      )}
    </>
  )
}
