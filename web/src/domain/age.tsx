import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'

/** How long a blocker has been open; the longer, the more it stands out. */
export function Age({ days }: { days: number }) {
  return <span className={`badge text-nowrap ${looksAt(days)}`}>{messages.blockers.age(days)}</span>
}

function looksAt(days: number): string {
  if (days < limits.oldBlockerDays) return 'text-bg-secondary fw-normal'
  return days < 2 * limits.oldBlockerDays ? 'text-bg-warning' : 'text-bg-danger fw-bold'
}
