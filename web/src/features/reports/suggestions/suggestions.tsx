import plus from 'bootstrap-icons/icons/plus-lg.svg?raw'
import { type MouseEvent, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import type { Suggestions as Suggested } from '#shared/contract/suggestions.ts'
import { addDays } from '#shared/dates.ts'
import { limits } from '#shared/limits.ts'
import { carryOver, lineKey } from '#shared/plan-lines.ts'
import { Icon } from '../../../components/icon.tsx'
import { formatSpan, formatWeekday } from '../../../lib/dates.ts'
import { hasMovedFocus } from '../../../lib/focus.ts'
import { fieldIn } from '../../../lib/forms.ts'
import { useIsNarrow } from '../../../lib/viewport.ts'
import type { SuggestionSlot } from '../report-form.tsx'
import type { ProjectOption, ReportValues } from '../report-values.ts'

import { chosenRow, isChosen, type Suggestion, suggestionKey, toSuggestion } from './choosing.ts'
import { useEnterToNextField } from './use-enter-to-next-field.ts'
import { useTaskInUrl } from './use-task-in-url.ts'
import '../report-form.scss'

export type SuggestionsProps = SuggestionSlot & {
  date: string
  suggested: Suggested
  projects: readonly ProjectOption[]
}

type Group = { name: 'plan' | 'tasks' | 'activity' | 'recent'; title: string; lines: Suggestion[] }
/** The position of the line that follows the one chosen last. Enter in its hours moves the focus there. */
type Next = { group: string; index: number }

const shownMax = { plan: 3, tasks: 3, activity: 8, recent: 3 }
/**
 * On a phone, and below the rows, lines of the plan come first, because they are what most reports are written from.
 */
const shownMaxShort = { plan: 3, tasks: 2, activity: 4, recent: 2 }

/** Beside the rows, lines to fill them with. At tomorrow's plan, the lines of the last plan that are left. */
export function Suggestions(props: SuggestionsProps) {
  const lines = props.suggested.plan?.lines ?? []
  return props.place === 'plan' ? <CarryOver form={props.form} lines={lines} /> : <Groups {...props} />
}

function Groups({ form, rows, isBelow, suggested, date, projects }: SuggestionsProps) {
  const written = useWatch({ control: form.control, name: 'task_details' })
  const element = useRef<HTMLDivElement>(null)
  const [next, setNext] = useState<Next | null>(null)
  const isFull = rows.fields.length >= limits.rowsMax
  const hasProjects =
    new Set([
      ...projects.map(({ id }) => id),
      ...suggested.tasks.map(task => task.project_id),
      ...suggested.activity.flatMap(({ project_id }) => project_id ?? []),
    ]).size > 1
  const groups = suggestionGroups(suggested, date, projects)
    .map(group => ({ ...group, lines: group.lines.filter(line => !isChosen(line, written)) }))
    .filter(({ lines }) => lines.length > 0)

  function choose(suggestion: Suggestion) {
    const values = form.getValues('task_details')
    const linked = values.findIndex(row => row.task_id === String(suggestion.task_id))
    const chosen = linked === -1 ? chosenRow(suggestion, values, projects) : { index: linked, row: undefined }
    if (!chosen) return
    const { index, row } = chosen
    const top = topOfLines(element.current)
    flushSync(() => {
      if (!row) return
      if (index < values.length) rows.update(index, row)
      else rows.append(row, { shouldFocus: false })
    })
    // The task of the URL may be loaded late, so a focus that the user has set meanwhile stays.
    if (hasMovedFocus()) return
    // A new row above the lines would move them away from the finger.
    const moved = topOfLines(element.current) - top
    if (moved > 0) window.scrollBy(0, moved)
    fieldIn(document.body, `task_details.${index}.hours`)?.focus()
  }

  useTaskInUrl(suggested.tasks, choose)
  useEnterToNextField(element, () => form.getValues('task_details'))

  return (
    <div
      ref={element}
      className={isBelow ? 'suggestions suggestions-below' : 'suggestions'}
      hidden={groups.length === 0}
    >
      {groups.map(group => (
        <GroupLines
          key={group.name}
          group={group}
          isFull={isFull}
          isShort={isBelow}
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

const topOfLines = (groups: HTMLElement | null) => groups?.firstElementChild?.getBoundingClientRect().top ?? 0

type GroupLinesProps = {
  group: Group
  isFull: boolean
  isShort: boolean
  hasProjects: boolean
  next: number | undefined
  onChoose: (suggestion: Suggestion, index: number) => void
}

function GroupLines({ group, isFull, isShort, hasProjects, next, onChoose }: GroupLinesProps) {
  const { name, title, lines } = group
  const isNarrow = useIsNarrow()
  const few = (isShort || isNarrow ? shownMaxShort : shownMax)[name]
  const id = useId()
  const list = useRef<HTMLUListElement>(null)
  const [showsAll, setShowsAll] = useState(false)
  const shown = showsAll ? lines : lines.slice(0, few)

  function handleChoose(event: MouseEvent, suggestion: Suggestion, index: number) {
    // The second click of a double click would choose the next line, which has moved up.
    if (event.detail < 2) onChoose(suggestion, index)
  }

  function handleShowAll() {
    flushSync(() => setShowsAll(true))
    // The button that had the focus is removed.
    list.current?.querySelectorAll('button')[few]?.focus()
  }

  return (
    <div className="suggestion-group">
      <h3 id={id}>{title}</h3>
      <ul ref={list} aria-labelledby={id}>
        {shown.map((suggestion, index) => (
          <li key={suggestion.task_id ?? suggestionKey(suggestion)}>
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

function suggestionGroups(
  { plan, tasks, activity, recent }: Suggested,
  date: string,
  projects: readonly ProjectOption[],
): Group[] {
  return [
    {
      name: 'plan',
      title: plan ? `From your plan of ${formatPlanDay(plan.date, date)}` : '',
      lines: (plan?.lines ?? []).map(text => ({ text })),
    },
    {
      name: 'tasks',
      title: 'Your tasks',
      lines: tasks.map(toSuggestion),
    },
    {
      name: 'activity',
      title: 'From your work',
      lines: activityLines(activity),
    },
    {
      name: 'recent',
      title: 'Recent',
      lines: recentLines(recent, projects),
    },
  ]
}

/** The same title on two branches is one line. */
function activityLines(activity: Suggested['activity']): Suggestion[] {
  const lines = activity.map(({ title: text, project_id, project_name }) =>
    project_id === null || project_name === null ? { text } : { text, project_id, project_name },
  )
  return [...new Map(lines.map(line => [suggestionKey(line), line])).values()]
}

/** A line of a project that is no longer offered keeps its text and loses its project. */
function recentLines(recent: Suggested['recent'], projects: readonly ProjectOption[]): Suggestion[] {
  const lines = recent.map(({ description: text, ...project }) =>
    projects.some(({ id }) => id === project.project_id) ? { text, ...project } : { text },
  )
  return [...new Map(lines.map(line => [suggestionKey(line), line])).values()]
}

/** The weekday for the last seven days, otherwise the date. */
const formatPlanDay = (day: string, date: string) =>
  addDays(day, 7) > date ? formatWeekday(day, 'long') : formatSpan(day, day)

type CarryOverProps = { form: UseFormReturn<ReportValues>; lines: readonly string[] }

/** Offers to add those lines of the last plan that no row is about to tomorrow's plan. */
function CarryOver({ form, lines }: CarryOverProps) {
  const { control, setValue } = form
  const [plan, rows] = useWatch({ control, name: ['tomorrow_plan', 'task_details'] })
  const [before, setBefore] = useState('')
  const [after, setAfter] = useState<string | null>(null)
  const done = new Set(rows.flatMap(row => [row.chosen, lineKey(row.description)]))
  const left = lines.filter(line => !done.has(lineKey(line)) && carryOver(plan, [line]) !== plan)
  // Once the plan was edited, undoing would lose what was typed since.
  const isUndo = plan === after
  if (left.length === 0 && !isUndo) return null

  function handleClick() {
    const next = isUndo ? before : carryOver(plan, left)
    setBefore(plan)
    setAfter(isUndo ? null : next)
    setValue('tomorrow_plan', next, { shouldDirty: true })
  }

  return (
    <div className="field-action">
      {/* One button for both actions, so that it keeps the focus. */}
      <button type="button" className="btn btn-secondary btn-sm" onClick={handleClick}>
        {isUndo ? 'Undo' : `Carry over ${left.length} ${left.length === 1 ? 'line' : 'lines'}`}
      </button>
      <span role="status">{isUndo && "Added to tomorrow's plan."}</span>
    </div>
  )
}
