import { useState } from 'react'
import { waitingMessages } from '#shared/messages/waiting.ts'
import { Confirm } from '../../../components/confirm.tsx'
import { formatWeekdayDay } from '../../../lib/format.ts'
import type { WaitingReport } from './waiting-db.ts'
import { takeOut } from './waiting-list.ts'

export function Discard({ report, className }: { report: WaitingReport; className: string }) {
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
            void takeOut(report)
          }}
          onCancel={() => setIsAsking(false)}
        >
          <p>{waitingMessages.discard(formatWeekdayDay(report.date))}</p>
        </Confirm>
      )}
    </>
  )
}
