import plus from 'bootstrap-icons/icons/plus-lg.svg?raw'
import { type MouseEvent, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useWatch } from 'react-hook-form'
import type { Suggestions as Suggested } from '#shared/contract/suggestions.ts'
import { addDays } from '#shared/dates.ts'
import { limits } from '#shared/limits.ts'
import { Icon } from '../../../components/icon.tsx'
import { takeFocus } from '../../../lib/focus.ts'
import { formatSpan, formatWeekday } from '../../../lib/format.ts'
import { fieldIn } from '../../../lib/use-submit.ts'
import type { SuggestionSlot } from '../report-form.tsx'
import type { ProjectOption } from '../report-values.ts'
import { CarryOver } from './carry-over.tsx'
import { chosenRow, isChosen, keyOf, type Suggestion, suggestionOf } from './choosing.ts'
import { useEnterGoesOn } from './use-enter-goes-on.ts'
import { useTaskInUrl } from './use-task-in-url.ts'
import './suggestions.scss'

export type SuggestionsProps = SuggestionSlot & {
  date: string
  suggested: Suggested
  projects: readonly ProjectOption[]
}

type Group = { name: string; title: string; lines: Suggestion[] }
/** Where the next line to choose stands, once one was chosen. */
type Next = { group: string; index: number }

const shownMax = 3

/** Above the rows: what they may be about. At tomorrow's plan: what of today's is left for it. */
export function Suggestions(props: SuggestionsProps) {
  const lines = props.suggested.plan?.lines ?? []
  return props.place === 'plan' ? <CarryOver form={props.form} lines={lines} /> : <Groups {...props} />
}

function Groups({ form, rows, suggested, date, projects }: SuggestionsProps) {
  const written = useWatch({ control: form.control, name: 'task_details' })
  const element = useRef<HTMLDivElement>(null)
  const [next, setNext] = useState<Next | null>(null)
  const isFull = rows.fields.length >= limits.rowsMax
  const hasProjects =
    new Set([...projects.map(({ id }) => id), ...suggested.tasks.map(task => task.project_id)]).size > 1
  const groups = groupsOf(suggested, date, projects)
    .map(group => ({ ...group, lines: group.lines.filter(line => !isChosen(line, written)) }))
    .filter(({ lines }) => lines.length > 0)

  function choose(suggestion: Suggestion) {
    const values = form.getValues('task_details')
    const own = values.findIndex(row => row.task_id === String(suggestion.task_id))
    const chosen = own === -1 ? chosenRow(suggestion, values, projects) : { place: own, row: undefined }
    if (!chosen) return
    const { place, row } = chosen
    flushSync(() => {
      if (!row) return
      if (place < values.length) rows.update(place, row)
      else rows.append(row, { shouldFocus: false })
    })
    // What the URL asks for may have had to be loaded first.
    takeFocus(fieldIn(document.body, `task_details.${place}.hours`))
  }

  useTaskInUrl(suggested.tasks, choose)
  useEnterGoesOn(element, () => form.getValues('task_details'))

  return (
    <div ref={element} className="suggestions" hidden={groups.length === 0}>
      {groups.map(group => (
        <GroupLines
          key={group.name}
          group={group}
          isFull={isFull}
          hasProjects={hasProjects}
          next={next?.group === group.name ? next.index : undefined}
          onChoose={(suggestion, index) => {
            setNext({ group: group.name, index })
            choose(suggestion)
          }}
        />
      ))}
    </div>
  )
}

type GroupLinesProps = {
  group: Group
  isFull: boolean
  hasProjects: boolean
  next: number | undefined
  onChoose: (suggestion: Suggestion, index: number) => void
}

function GroupLines({ group, isFull, hasProjects, next, onChoose }: GroupLinesProps) {
  const { title, lines } = group
  const id = useId()
  const list = useRef<HTMLUListElement>(null)
  const [showsAll, setShowsAll] = useState(false)
  const shown = showsAll ? lines : lines.slice(0, shownMax)

  function handleChoose(event: MouseEvent, suggestion: Suggestion, index: number) {
    // The second click of a double click would choose the line that has moved up.
    if (event.detail < 2) onChoose(suggestion, index)
  }

  function handleShowAll() {
    flushSync(() => setShowsAll(true))
    // Its button is gone now.
    list.current?.querySelectorAll('button')[shownMax]?.focus()
  }

  return (
    <div className="suggestion-group">
      <h3 id={id}>{title}</h3>
      <ul ref={list} aria-labelledby={id}>
        {shown.map((suggestion, index) => (
          <li key={suggestion.task_id ?? keyOf(suggestion)}>
            <button
              type="button"
              className="suggestion"
              disabled={isFull}
              data-next={index === next || undefined}
              onClick={event => handleChoose(event, suggestion, index)}
            >
              <Icon svg={plus} />
              <span className="suggestion-text">{suggestion.text}</span>
              {hasProjects && suggestion.project_name && (
                <span className="suggestion-project">{suggestion.project_name}</span>
              )}
            </button>
          </li>
        ))}
      </ul>
      {shown.length < lines.length && (
        <button type="button" className="suggestion-more" onClick={handleShowAll}>
          Show more
        </button>
      )}
    </div>
  )
}

function groupsOf(
  { plan, tasks, recent }: Suggested,
  date: string,
  projects: readonly ProjectOption[],
): Group[] {
  return [
    {
      name: 'plan',
      title: plan ? `From your plan of ${dayOf(plan.date, date)}` : '',
      lines: (plan?.lines ?? []).map(text => ({ text })),
    },
    {
      name: 'tasks',
      title: 'Your tasks',
      lines: tasks.map(suggestionOf),
    },
    {
      name: 'recent',
      title: 'Recent',
      lines: recentLines(recent, projects),
    },
  ]
}

/** A line of a project that is not on offer any more says what was done, but not where. */
function recentLines(recent: Suggested['recent'], projects: readonly ProjectOption[]): Suggestion[] {
  const lines = recent.map(({ description: text, ...project }) =>
    projects.some(({ id }) => id === project.project_id) ? { text, ...project } : { text },
  )
  return [...new Map(lines.map(line => [keyOf(line), line])).values()]
}

/** The weekday says it, for a week. */
const dayOf = (day: string, date: string) =>
  addDays(day, 7) > date ? formatWeekday(day, 'long') : formatSpan(day, day)
