import { useId } from 'react'
import type { Blocker } from '#shared/contract/blockers.ts'
import { messages } from '#shared/messages.ts'
import { MyBlockers } from './my-blockers.tsx'

type StillBlockedProps = { userId: number; blockers: readonly Blocker[] }

/** Above the field of a report: what the user's earlier reports opened. */
export function StillBlocked(props: StillBlockedProps) {
  const title = useId()
  return (
    <section className="still-blocked" aria-labelledby={title}>
      <h3 id={title}>Still blocked?</h3>
      <p className="text-body-secondary">{messages.blockers.stayOpen}</p>
      <MyBlockers {...props} />
    </section>
  )
}
