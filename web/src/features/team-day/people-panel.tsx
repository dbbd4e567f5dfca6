import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import { absenceKinds } from '#shared/contract/absences.ts'
import type { TeamDay, TeamDayEntry } from '#shared/contract/team-day.ts'
import { messages } from '#shared/messages.ts'
import { ProgressBar } from '../../components/progress-bar.tsx'
import { Avatar } from '../../domain/people.tsx'
import { reviewLabels } from '../../domain/report-marks.tsx'
import { TeamFilters } from '../../domain/team-control.tsx'
import { takeFocus } from '../../lib/focus.ts'
import { useIsOneColumn } from '../../lib/viewport.ts'
import './team-day.scss'

/** The number of users that a group shows until it is expanded. */
const shownMax = 12

export type PeoplePanelProps = {
  day: TeamDay
  viewerId: number | undefined
  /** Moves the focus to the card of a user. */
  onGo: (userId: number) => void
  currentId: number | undefined
  remind: (entry: TeamDayEntry) => void
  /** The server's refusals of reminders, by user. */
  refusals: ReadonlyMap<number, string>
  /** Users whose reminder is being sent. */
  reminding: ReadonlySet<number>
  onMore: () => void
  /** The button "Mark all as reviewed". */
  action?: ReactNode
}

type GroupName = 'toReview' | 'asked' | 'reviewed' | 'own' | 'missing' | 'due' | 'off'
const titles: Record<GroupName, string> = {
  toReview: reviewLabels.unreviewed,
  asked: reviewLabels.needs_changes,
  reviewed: reviewLabels.reviewed,
  own: 'Your report',
  missing: 'Missing',
  due: 'Due today',
  off: 'Off',
}

const withCards = ['toReview', 'asked', 'reviewed', 'own'] as const
const without = ['missing', 'due', 'off'] as const

function groupOf({ user, state, report }: TeamDayEntry, viewerId: number | undefined): GroupName {
  if (report) {
    // Another reviewer reviews it, so there is nothing to do for this user.
    if (user.id === viewerId) return 'own'
    const names = { unreviewed: 'toReview', needs_changes: 'asked', reviewed: 'reviewed' } as const
    return names[report.review.state]
  }
  return state === 'off' || state === 'due' ? state : 'missing'
}

/** The users of the day by state, and the number of each group, which may be larger than what is loaded. */
export function groupPeople(day: TeamDay, viewerId: number | undefined) {
  const { counts } = day
  const groups = Map.groupBy(day.data, entry => groupOf(entry, viewerId))
  const entriesOf = (name: GroupName) => groups.get(name) ?? []
  const own = entriesOf('own').length
  const all = counts.submitted + counts.late - own
  // An older server doesn't count the reports that need changes.
  const asked = Math.max(day.needs_changes, entriesOf('asked').length)
  const reviewed = Math.max(0, all - counts.to_review - asked)
  const { missing, due, off } = counts
  const totals = { toReview: counts.to_review, asked, reviewed, own, missing, due, off }
  const countOf = (name: GroupName) => Math.max(totals[name], entriesOf(name).length)
  return { entriesOf, countOf, all, reviewed, asked }
}

/** The team by state, and how many reports are reviewed. Users are never ranked. */
export function PeoplePanel(props: PeoplePanelProps) {
  const { day, viewerId, action } = props
  const isOneColumn = useIsOneColumn()
  const people = groupPeople(day, viewerId)
  const { all, reviewed, asked } = people
  return (
    <section className="people-panel" aria-label="The team on this day">
      {!isOneColumn && <TeamFilters />}
      {all > 0 && (
        <div className="panel-progress">
          <p role="status" className="tabular">
            {messages.teamDay.progress(reviewed, all)}
            {!isOneColumn && asked > 0 && (
              <span className="panel-asked">{messages.teamDay.needsChanges(asked)}</span>
            )}
          </p>
          <ProgressBar
            label="Reports reviewed"
            value={(reviewed / all) * 100}
            valueText={messages.teamDay.progress(reviewed, all)}
            variant={reviewed === all ? 'success' : 'primary'}
          />
          {action}
        </div>
      )}
      {isOneColumn ? <Others people={people} /> : <Groups {...props} names={[...withCards, ...without]} />}
    </section>
  )
}

/** In one column: the number of users who need something else, and the way to those without a report. */
function Others({ people: { countOf, asked } }: { people: ReturnType<typeof groupPeople> }) {
  const rest = without.filter(name => countOf(name) > 0)
  const words = rest.map(name => `${countOf(name).toLocaleString()} ${titles[name].toLowerCase()}`)
  const text = [...(asked > 0 ? [messages.teamDay.needsChanges(asked)] : []), ...words].join(' · ')
  if (text === '') return null
  if (rest.length === 0) return <p className="panel-asked">{text}</p>
  return (
    <button type="button" className="panel-more panel-rest" onClick={goToRest}>
      {text}
    </button>
  )
}

const restId = 'without-report'

function goToRest() {
  const rest = document.getElementById(restId)
  rest?.focus({ preventScroll: true })
  rest?.scrollIntoView({ block: 'center' })
}

/** In one column, users without a report come after the cards of the others, and this shows them. */
export function PeopleWithoutReport(props: PeoplePanelProps) {
  return (
    <section className="people-panel people-rest" id={restId} tabIndex={-1} aria-label="Without a report">
      <Groups {...props} names={without} />
    </section>
  )
}

type GroupsProps = PeoplePanelProps & { names: readonly GroupName[] }

function Groups({ names, ...props }: GroupsProps) {
  const { entriesOf, countOf } = groupPeople(props.day, props.viewerId)
  return names.map(name => (
    <Group key={name} {...props} name={name} entries={entriesOf(name)} total={countOf(name)} />
  ))
}

type GroupProps = PeoplePanelProps & { name: GroupName; entries: TeamDayEntry[]; total: number }

function Group({ name, entries, total, onMore, ...props }: GroupProps) {
  const id = useId()
  const [isWhole, setIsWhole] = useState(false)
  if (total === 0) return null
  // One more entry is shown too, because the button would take the same room.
  const shown = isWhole || entries.length <= shownMax + 1 ? entries : entries.slice(0, shownMax)
  const hidden = total - shown.length

  function showAll() {
    setIsWhole(true)
    if (total > entries.length) onMore()
  }

  return (
    <section className={`panel-group panel-group-${name}`} aria-labelledby={id}>
      <h3 id={id}>
        {titles[name]} <span className="tabular">{total.toLocaleString()}</span>
      </h3>
      <ul>
        {shown.map(entry => (
          <Person key={entry.user.id} entry={entry} {...props} />
        ))}
      </ul>
      {hidden > 0 && (
        <button type="button" className="panel-more" onClick={showAll}>
          {shown.length > 0 ? `and ${hidden.toLocaleString()} more` : 'Show them'}
        </button>
      )}
    </section>
  )
}

type PersonProps = Omit<PeoplePanelProps, 'action' | 'onMore' | 'day'> & { entry: TeamDayEntry }

function Person({ entry, viewerId, onGo, currentId, remind, refusals, reminding }: PersonProps) {
  const { user, report, state, absence_kind, is_reminded } = entry
  const isPressed = useRef(false)
  const note = useRef<HTMLSpanElement>(null)

  // The pressed button is replaced by a text, which takes the focus.
  useLayoutEffect(() => {
    if (!is_reminded || !isPressed.current) return
    isPressed.current = false
    takeFocus(note.current)
  }, [is_reminded])

  const name = (
    <>
      <Avatar id={user.id} name={user.name} />
      <span className="panel-name">
        {user.name}
        {report && user.id === viewerId && ' (you)'}
      </span>
    </>
  )
  if (report) {
    return (
      <li>
        <button
          type="button"
          className="panel-person"
          aria-current={user.id === currentId ? 'true' : undefined}
          onClick={() => onGo(user.id)}
        >
          {name}
        </button>
      </li>
    )
  }
  const refusal = refusals.get(user.id)
  return (
    <li>
      <div className="panel-person">
        {name}
        {state === 'off' ? (
          <span className="panel-note">{absence_kind ? absenceKinds[absence_kind] : 'Time off'}</span>
        ) : is_reminded ? (
          <span ref={note} className="panel-note" tabIndex={-1}>
            Reminded
          </span>
        ) : (
          <button
            type="button"
            className="btn btn-secondary btn-sm"
            aria-label={`Remind ${user.name}`}
            aria-disabled={reminding.has(user.id)}
            onClick={() => {
              isPressed.current = true
              remind(entry)
            }}
          >
            Remind
          </button>
        )}
      </div>
      {refusal && (
        <p className="field-error" role="alert">
          {refusal}
        </p>
      )}
    </li>
  )
}
