import type { Task } from '#shared/contract/tasks.ts'
import { formatHours } from '#shared/hours.ts'
import { taskLogMessages } from '#shared/messages/task-log.ts'

/** The time that rows of reports name; for those who know the estimate, against it. */
export function LoggedHours({ task: { logged_minutes: logged, expected_hours } }: { task: Task }) {
  if (expected_hours === undefined) return formatHours(logged)
  const expected = Math.round(expected_hours * 60)
  return (
    <>
      {taskLogMessages.ofExpected(formatHours(logged), formatHours(expected))}
      {logged > expected && (
        <span className="task-overrun"> {taskLogMessages.over(formatHours(logged - expected))}</span>
      )}
    </>
  )
}
