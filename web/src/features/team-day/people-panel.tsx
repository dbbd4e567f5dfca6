import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import { absenceKinds } from '#shared/contract/absences.ts'
import type { TeamDay, TeamDayEntry } from '#shared/contract/team-day.ts'
import { messages } from '#shared/messages.ts'
import { ProgressBar } from '../../components/progress-bar.tsx'
import { Avatar } from '../../domain/people.tsx'
import { reviewLabels } from '../../domain/report-marks.tsx'
import { takeFocus } from '../../lib/focus.ts'
import { useIsOneColumn } from '../../lib/viewport.ts'
import './team-day.scss'

/** The number of users that a group shows until it is expanded. */
const shownMax = 12

type PeoplePanelProps = {
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

type GroupName = 'toReview' | 'asked' | 'reviewed' | 'missing' | 'due' | 'off'
const titles: Record<GroupName, string> = {
  toReview: reviewLabels.unreviewed,
  asked: reviewLabels.needs_changes,
  reviewed: reviewLabels.reviewed,
  missing: 'Missing',
  due: 'Due today',
  off: 'Off',
}

const withCards = ['toReview', 'asked', 'reviewed'] as const
const without = ['missing', 'due', 'off'] as const

function groupOf({ state, report }: TeamDayEntry): GroupName {
  if (report) {
    const names = { unreviewed: 'toReview', needs_changes: 'asked', reviewed: 'reviewed' } as const
    return names[report.review.state]
  }
  return state === 'off' || state === 'due' ? state : 'missing'
}

/** The team by state, and how many reports are reviewed. Users are never ranked. */
export function PeoplePanel(props: PeoplePanelProps) {
  const { day, viewerId, action } = props
  const { counts } = day
  const isOneColumn = useIsOneColumn()
  const isOwn = (entry: TeamDayEntry) => entry.user.id === viewerId
  const own = day.data.some(entry => entry.report && isOwn(entry)) ? 1 : 0
  const all = counts.submitted + counts.late - own
  const reviewed = all - counts.to_review
  const groups = new Map<GroupName, TeamDayEntry[]>()
  for (const entry of day.data) {
    // Another reviewer reviews the user's own report, so there is nothing to do for this user.
    const name = isOwn(entry) && entry.report ? 'reviewed' : groupOf(entry)
    groups.set(name, [...(groups.get(name) ?? []), entry])
  }
  const totals: Partial<Record<GroupName, number>> = {
    toReview: counts.to_review,
    missing: counts.missing,
    due: counts.due,
    off: counts.off,
  }
  const count = (name: GroupName) => Math.max(totals[name] ?? 0, groups.get(name)?.length ?? 0)
  const countOf = (names: readonly GroupName[]) => names.reduce((sum, name) => sum + count(name), 0)
  const inWords = (name: GroupName) => `${count(name).toLocaleString()} ${titles[name].toLowerCase()}`
  const group = (name: GroupName) => (
    <Group key={name} {...props} name={name} entries={groups.get(name) ?? []} total={count(name)} />
  )
  return (
    <section className="people-panel" aria-label="The team on this day">
      {all > 0 && (
        <div className="panel-progress">
          <p role="status" className="tabular">
            {messages.teamDay.progress(reviewed, all)}
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
      {withCards.map(group)}
      {isOneColumn && countOf(without) > 0 ? (
        <details className="panel-others">
          <summary>
            {without
              .filter(name => count(name) > 0)
              .map(inWords)
              .join(', ')}
          </summary>
          {without.map(group)}
        </details>
      ) : (
        without.map(group)
      )}
    </section>
  )
}

type GroupProps = PeoplePanelProps & { name: GroupName; entries: TeamDayEntry[]; total: number }

function Group({ name, entries, total, onMore, ...props }: GroupProps) {
  const id = useId()
  const [isWhole, setIsWhole] = useState(false)
  if (total === 0) return null
  // One more entry is shown too, because the button would take the same room.
  const shown = isWhole || entries.length <= shownMax + 1 ? entries : entries.slice(0, shownMax)
  const hidden = total - shown.length
  const hasCards = withCards.some(each => each === name)

  function showAll() {
    setIsWhole(true)
    if (total > entries.length) onMore()
  }

  return (
    <section className={hasCards ? 'panel-group panel-cards' : 'panel-group'} aria-labelledby={id}>
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
