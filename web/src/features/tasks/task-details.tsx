import { useId } from 'react'
import type { Task } from '#shared/contract/tasks.ts'
import { formatHours, minutesOfDecimal } from '#shared/hours.ts'
import { messages } from '#shared/messages.ts'
import { DescriptionList, Fact } from '../../components/cards.tsx'
import { Moment } from '../../components/day.tsx'
import { Placeholder, Skeleton } from '../../components/placeholders.tsx'
import { LinkifiedText } from '../../components/text.tsx'
import './tasks.scss'

/** The server sends the estimate only to users who may see it. */
export function TaskDetails({ task, hasLog }: { task: Task; hasLog: boolean }) {
  return (
    <article className="card task-details" aria-label="Task">
      <div className="task-part task-facts">
        <DescriptionList>
          <Fact label="PROJECT">{task.project_name}</Fact>
          <Fact label="ASSIGNED TO">{task.assignee_name ?? messages.tasks.assigneeHidden}</Fact>
          <Fact label="ASSIGNED BY">{task.assigner_name}</Fact>
          {task.expected_hours !== undefined && (
            <Fact label="EXPECTED HOURS">{formatTaskHours(task.expected_hours)}</Fact>
          )}
          {task.actual_hours !== null && (
            <Fact label="ACTUAL HOURS">{formatTaskHours(task.actual_hours)}</Fact>
          )}
          {hasLog && (
            <Fact label="LOGGED HOURS">
              <LoggedHours task={task} />
            </Fact>
          )}
          <Fact label="CREATED">
            <Moment instant={task.created_at} />
          </Fact>
          {task.completed_at && (
            <Fact label="COMPLETED">
              <Moment instant={task.completed_at} />
            </Fact>
          )}
        </DescriptionList>
      </div>
      <Part title="Description" text={task.description} empty={messages.tasks.noDescription} />
      {task.completion_note && <Part title="Completion Notes" text={task.completion_note} />}
    </article>
  )
}

type PartProps = { title: string; text: string | null; empty?: string }

function Part({ title, text, empty }: PartProps) {
  const id = useId()
  return (
    <section className="task-part" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {text ? <LinkifiedText>{text}</LinkifiedText> : <p className="text-body-secondary">{empty}</p>}
    </section>
  )
}

const formatTaskHours = (hours: number) => formatHours(minutesOfDecimal(hours))

const facts = ['7rem', '6rem', '6.5rem', '3rem', '8rem']

export function TaskDetailsSkeleton() {
  return (
    <Placeholder>
      <div className="card task-details">
        <div className="task-part task-facts">
          <div className="description-list">
            {facts.map(width => (
              <div key={width}>
                <Skeleton width="5rem" />
                <Skeleton width={width} />
              </div>
            ))}
          </div>
        </div>
        <div className="task-part">
          <Skeleton width="6rem" />
          <Skeleton width="88%" />
          <Skeleton width="64%" />
        </div>
      </div>
    </Placeholder>
  )
}

/** The time logged in reports, compared with the estimate if the user may see it. */
function LoggedHours({ task: { logged_minutes: logged, expected_hours } }: { task: Task }) {
  if (expected_hours === undefined) return formatHours(logged)
  const expected = minutesOfDecimal(expected_hours)
  return (
    <>
      {messages.tasks.loggedOfExpected(formatHours(logged), formatHours(expected))}
      {logged > expected && (
        <span className="task-overrun"> {messages.tasks.loggedOver(formatHours(logged - expected))}</span>
      )}
    </>
  )
}
