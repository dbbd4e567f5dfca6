import { blockerLimits } from '#shared/limits.ts'
import { ageText } from '#shared/messages/blockers.ts'

/** How long a blocker has been open; the longer, the more it stands out. */
export function Age({ days }: { days: number }) {
  return <span className={`badge text-nowrap ${looksAt(days)}`}>{ageText(days)}</span>
}

function looksAt(days: number): string {
  if (days < blockerLimits.oldDays) return 'text-bg-secondary fw-normal'
  return days < 2 * blockerLimits.oldDays ? 'text-bg-warning' : 'text-bg-danger fw-bold'
}
