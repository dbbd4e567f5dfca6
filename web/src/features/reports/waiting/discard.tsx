import { useState } from 'react'
import { messages } from '#shared/messages.ts'
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
          title={messages.offline.discardTitle}
          confirmLabel="Discard"
          onConfirm={() => {
            setIsAsking(false)
            takeOut(report).catch(() => onFailure(messages.offline.notRemoved))
          }}
          onCancel={() => setIsAsking(false)}
        >
          <p>{messages.offline.discard(formatWeekdayDay(report.date))}</p>
        </Confirm>
      )}
    </>
  )
}
