import { type FormEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import type { Blocker } from '#shared/contract/blockers.ts'
import type { User } from '#shared/contract/users.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { paths } from '../../app/paths.ts'
import { Placeholder, Skeleton } from '../../components/placeholders.tsx'
import { Clamped, LinkifiedText } from '../../components/text.tsx'
import { Avatar } from '../../domain/people.tsx'
import { BlockerAge } from '../../domain/report-marks.tsx'
import { formatDay, formatInstant } from '../../lib/dates.ts'
import { keepFocus, takeFocus, useFocusOnce } from '../../lib/focus.ts'
import { blockerLabel } from './blocker-label.ts'
import './blockers.scss'

export type BlockerActions = {
  onAssign: (blocker: Blocker, ownerId: number | null) => void
  onResolve: (blocker: Blocker, note: string) => void
  onReopen: (blocker: Blocker) => void
}

type BlockerListProps = BlockerActions & {
  blockers: readonly Blocker[]
  users: readonly User[] | undefined
  isBusy: boolean
}

export function BlockerList(props: BlockerListProps) {
  const { blockers, users, isBusy, onAssign, onResolve, onReopen } = props
  // The blocker whose note is being written; there is at most one.
  const [noting, setNoting] = useState<number | null>(null)
  const positions = findPositions(blockers)
  const list = useLinkedBlocker()

  /** The button disappears with its row, so the focus moves to the next row. */
  function focusNext({ id }: Blocker) {
    const index = blockers.findIndex(each => each.id === id)
    const rows = list.current?.querySelectorAll<HTMLElement>('.blocker-act button')
    const around = list.current?.closest('dialog')?.querySelector<HTMLElement>('.btn-close')
    keepFocus(rows?.[index + 1] ?? rows?.[index - 1] ?? around ?? document.getElementById('main'))
  }

  return (
    <ul ref={list} className="card blocker-list" aria-label="Blockers" aria-busy={isBusy}>
      {blockers.map(blocker => (
        <BlockerItem
          key={blocker.id}
          blocker={blocker}
          position={positions.get(blocker.id)}
          users={users}
          isNoting={noting === blocker.id}
          onNote={isOpen => setNoting(isOpen ? blocker.id : null)}
          onAssign={onAssign}
          onResolve={(blocker, note) => {
            focusNext(blocker)
            onResolve(blocker, note)
          }}
          onReopen={blocker => {
            focusNext(blocker)
            onReopen(blocker)
          }}
        />
      ))}
    </ul>
  )
}

/** Focuses the blocker that the URL names (#blocker-12), after the page has focused its heading. */
function useLinkedBlocker() {
  const list = useRef<HTMLUListElement>(null)
  const { hash } = useLocation()
  const [wanted, setWanted] = useState('')
  useEffect(() => setWanted(/^#blocker-\d+$/.exec(hash)?.[0] ?? ''), [hash])
  // Runs after every render, because the list may not be loaded yet.
  useLayoutEffect(() => {
    const row = wanted && list.current?.querySelector<HTMLElement>(wanted)
    if (!row) return
    setWanted('')
    // Only this row gets a tabIndex. If all had one, a click would focus any of them.
    row.tabIndex = -1
    takeFocus(row)
  })
  return list
}

type BlockerItemProps = BlockerActions & {
  blocker: Blocker
  position: Position | undefined
  users: readonly User[] | undefined
  isNoting: boolean
  onNote: (isOpen: boolean) => void
}

function BlockerItem(props: BlockerItemProps) {
  const { blocker, position, users, isNoting, onNote, onAssign, onResolve, onReopen } = props
  const isOpen = blocker.resolved_at === null
  const isOld = isOpen && blocker.days_open >= limits.oldBlockerDays
  return (
    <li id={`blocker-${blocker.id}`} className={`blocker ${isOld ? 'blocker-stands-out' : ''}`}>
      <div className="blocker-when">
        {isOpen ? <BlockerAge days={blocker.days_open} /> : <OpenFor days={blocker.days_open} />}
      </div>
      <div className="blocker-words">
        <div className="blocker-text">
          <LinkifiedText>{blocker.text}</LinkifiedText>
        </div>
        <p className="blocker-whose">
          <span className="blocker-person">
            <Avatar id={blocker.user_id} name={blocker.user_name} />
            <Clamped text={blocker.user_name} />
          </span>
          {blocker.project_name !== null && (
            <span className="blocker-project">
              <Clamped text={blocker.project_name} lines={1} />
            </span>
          )}
          {position && (
            <span className="badge text-bg-secondary">
              {position.nth} of {position.total} {position.project}
            </span>
          )}
          <Link to={paths.reviewReport(blocker.report_id)}>Report for {formatDay(blocker.opened_on)}</Link>
        </p>
        {!isOpen && <Resolution blocker={blocker} />}
      </div>
      {isOpen && (
        <div className="blocker-owner">
          <OwnerSelect blocker={blocker} users={users} onAssign={id => onAssign(blocker, id)} />
        </div>
      )}
      <div className="blocker-act">
        {isOpen ? (
          <button
            type="button"
            className="btn btn-secondary btn-sm"
            aria-expanded={isNoting}
            aria-label={`Resolve: ${blockerLabel(blocker)}`}
            onClick={() => onNote(!isNoting)}
          >
            Resolve
          </button>
        ) : (
          <button
            type="button"
            className="btn btn-ghost btn-sm"
            aria-label={`Reopen: ${blockerLabel(blocker)}`}
            onClick={() => onReopen(blocker)}
          >
            Reopen
          </button>
        )}
      </div>
      {isNoting && (
        <NoteForm
          onSend={note => {
            onNote(false)
            onResolve(blocker, note)
          }}
          onCancel={() => onNote(false)}
        />
      )}
    </li>
  )
}

const OpenFor = ({ days }: { days: number }) => (
  <span className="blocker-was">{days === 0 ? 'Same day' : messages.blockers.age(days)}</span>
)

function Resolution({ blocker: { resolved_at, resolved_by_name, note } }: { blocker: Blocker }) {
  return (
    <div className="blocker-resolution">
      <p>
        Resolved by <bdi>{resolved_by_name}</bdi>, {formatInstant(resolved_at ?? '')}
      </p>
      {note !== null && <LinkifiedText>{note}</LinkifiedText>}
    </div>
  )
}

type OwnerSelectProps = {
  blocker: Blocker
  users: readonly User[] | undefined
  onAssign: (ownerId: number | null) => void
}

function OwnerSelect({ blocker, users, onAssign }: OwnerSelectProps) {
  const { owner_id, owner_name } = blocker
  const isListed = owner_id === null || users?.some(({ id }) => id === owner_id)
  return (
    <select
      className={`form-select ${owner_id === null ? 'blocker-unowned' : ''}`}
      aria-label={`Owner: ${blockerLabel(blocker)}`}
      value={owner_id ?? ''}
      onChange={({ target }) => onAssign(target.value === '' ? null : Number(target.value))}
    >
      <option value="">No owner</option>
      {users?.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
      {!isListed && <option value={owner_id}>{owner_name}</option>}
    </select>
  )
}

type NoteFormProps = { onSend: (note: string) => void; onCancel: () => void }

/** The note is optional: Enter in the empty field resolves the blocker too. */
export function NoteForm({ onSend, onCancel }: NoteFormProps) {
  const [note, setNote] = useState('')
  // The form opens on a click on Resolve, so the focus moves into it.
  const input = useFocusOnce<HTMLInputElement>()

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    onSend(note)
  }

  return (
    <form className="blocker-note" onSubmit={handleSubmit}>
      <input
        className="form-control"
        aria-label="Note"
        placeholder="How was it resolved? (optional)"
        maxLength={limits.blockerNoteMax}
        ref={input}
        value={note}
        onChange={({ target }) => setNote(target.value)}
        onKeyDown={event => event.key === 'Escape' && onCancel()}
      />
      <button type="submit" className="btn btn-primary btn-sm">
        Mark resolved
      </button>
      <button type="button" className="btn btn-ghost btn-sm" onClick={onCancel}>
        Cancel
      </button>
    </form>
  )
}

type Position = { nth: number; total: number; project: string }

/** Numbers the blockers of a person who has several on the same project, by id. The others have no entry. */
export function findPositions(blockers: readonly Blocker[]): Map<number, Position> {
  const groups = Map.groupBy(blockers, ({ user_id, project_id }) => `${user_id} ${project_id}`)
  return new Map(
    [...groups.values()]
      .filter(group => group.length > 1)
      .flatMap(group =>
        group.map(({ id, project_name }, index) => [
          id,
          {
            nth: index + 1,
            total: group.length,
            project: project_name === null ? 'without a project' : 'on this project',
          },
        ]),
      ),
  )
}

/** Stands in for the list while it loads. */
export function BlockerListSkeleton() {
  return (
    <Placeholder label={messages.blockers.loading}>
      <div className="card blocker-list">
        {['82%', '64%', '71%', '58%', '77%'].map(width => (
          <div key={width} className="blocker">
            <div className="blocker-when">
              <Skeleton width="3.5rem" />
            </div>
            <div className="blocker-words">
              <Skeleton width={width} />
              <p className="blocker-whose">
                <Skeleton width="12rem" height="1.875rem" />
              </p>
            </div>
            <div className="blocker-owner">
              <Skeleton height="2.25rem" />
            </div>
            <div className="blocker-act">
              <Skeleton width="4.5rem" height="2rem" />
            </div>
          </div>
        ))}
      </div>
    </Placeholder>
  )
}
