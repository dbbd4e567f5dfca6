import { useId, useState } from 'react'
import type { BlockerPage } from '#shared/contract/blockers.ts'
import { MyBlockers } from './my-blockers.tsx'

/** On the dashboard: what the user wrote or takes care of. Nothing without one. */
export function OpenBlockers({ userId, page }: { userId: number; page: BlockerPage }) {
  const title = useId()
  // The last one that is resolved here keeps its line.
  const [wasShown] = useState(page.data.length > 0)
  if (page.data.length === 0 && !wasShown) return null
  return (
    <section className="card list-card open-blockers" aria-labelledby={title}>
      <h2 id={title}>Open Blockers</h2>
      <MyBlockers userId={userId} blockers={page.data} total={page.pagination.total} />
    </section>
  )
}
