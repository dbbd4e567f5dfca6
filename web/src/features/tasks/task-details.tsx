import { useId } from 'react'
import type { Task } from '#shared/contract/tasks.ts'
import { messages } from '#shared/messages.ts'
import { Moment } from '../../components/day.tsx'
import { DescriptionList, Fact } from '../../components/description-list.tsx'
import { LinkifiedText } from '../../components/linkified-text.tsx'
import { LoggedHours } from './logged-hours.tsx'
import './tasks.scss'

/** What is to be done and how far it is. The estimate stands here only for those it was sent to. */
export function TaskDetails({ task, hasLog }: { task: Task; hasLog: boolean }) {
  return (
    <article className="card task-details" aria-label="Task">
      <div className="task-part task-facts">
        <DescriptionList>
          <Fact label="PROJECT">{task.project_name}</Fact>
          <Fact label="ASSIGNED TO">{task.assignee_name}</Fact>
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

/** Plain decimals, unlike the hours of reports: 7.5 is seven and a half. */
const formatTaskHours = (hours: number) => hours.toLocaleString(undefined, { maximumFractionDigits: 1 })
