import type { Task } from '#shared/contract/tasks.ts'
import { formatHours } from '#shared/hours.ts'
import { messages } from '#shared/messages.ts'

/** The time that rows of reports name; for those who know the estimate, against it. */
export function LoggedHours({ task: { logged_minutes: logged, expected_hours } }: { task: Task }) {
  if (expected_hours === undefined) return formatHours(logged)
  const expected = Math.round(expected_hours * 60)
  return (
    <>
      {messages.tasks.loggedOfExpected(formatHours(logged), formatHours(expected))}
      {logged > expected && (
        <span className="task-overrun"> {messages.tasks.loggedOver(formatHours(logged - expected))}</span>
      )}
    </>
  )
}
