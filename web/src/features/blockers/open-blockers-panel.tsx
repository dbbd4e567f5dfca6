import check from 'bootstrap-icons/icons/check-circle.svg?raw'
import { useDeferredValue } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { messages } from '#shared/messages.ts'
import { paths } from '../../app/paths.ts'
import { Alert } from '../../components/alert.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { usePlaceholder } from '../../components/placeholders.tsx'
import { EmptyState, ErrorState } from '../../components/states.tsx'
import { UndoBar } from '../../components/undo-bar.tsx'
import { BlockerAge } from '../../domain/report-marks.tsx'
import { useTeamSearch } from '../../domain/team-choice.ts'
import { useUsers } from '../users/api.ts'
import { useOpenBlockers } from './api.ts'
import { BlockerList, BlockerListSkeleton } from './blocker-list.tsx'
import { useBlockerActions } from './use-blocker-actions.ts'

const hash = '#blockers'

/** Opens the panel beside the page. Back closes it, and the page is where it was. */
export function OpenBlockersLink() {
  const { search } = useLocation()
  return (
    <Link to={{ search, hash }} state={{ isPanel: true }} className="open-blockers-link">
      {messages.blockers.allOpen}
    </Link>
  )
}

/** The panel is part of the URL of its page, so that Back closes it and a reload keeps it. */
export function OpenBlockersPanel() {
  const location = useLocation()
  const navigate = useNavigate()
  if (location.hash !== hash) return null

  function close() {
    const isOpenedHere: unknown = location.state?.isPanel
    if (isOpenedHere) void navigate(-1)
    else void navigate({ search: location.search }, { replace: true })
  }

  return <Panel onClose={close} />
}

/** The number of blockers in the panel. The Blockers page has all, with filters. */
const shownMax = 50

function Panel({ onClose }: { onClose: () => void }) {
  const { data, isPending, refetch } = useOpenBlockers()
  const users = useUsers()
  const actions = useBlockerActions(users.data)
  const ofTeam = useTeamSearch()
  const { done, failure, left } = actions
  const isWaiting = usePlaceholder(isPending)
  const open = data?.data.filter(({ id }) => !left.has(id)) ?? []
  const shown = open.slice(0, shownMax)
  // The panel is there at once. Its rows follow: the owners of fifty blockers among a hundred users are 5,000 options.
  const drawn = useDeferredValue(shown, [])
  const more = (data?.pagination.total ?? 0) - (data?.data.length ?? 0) + open.length - shown.length

  return (
    <Dialog
      title={data ? messages.blockers.countOpen(open.length + more) : messages.blockers.allOpen}
      shape="beside"
      closeOnBackdrop
      onClose={onClose}
    >
      {failure && (
        <Alert variant="danger" onDismiss={actions.forgetFailure}>
          {failure}
        </Alert>
      )}
      {isWaiting || (drawn.length === 0 && shown.length > 0) ? (
        <BlockerListSkeleton />
      ) : !data ? (
        <ErrorState message={messages.blockers.loadFailed} onRetry={() => void refetch()} />
      ) : shown.length === 0 ? (
        <EmptyState icon={check} title={messages.blockers.noneOpen} />
      ) : (
        <BlockerList
          blockers={drawn}
          users={users.data}
          isBusy={false}
          onAssign={actions.onAssign}
          onResolve={actions.onResolve}
          onReopen={actions.onReopen}
        />
      )}
      <p className="blockers-panel-more">
        <Link to={paths.blockers(ofTeam())}>
          {more > 0 ? messages.blockers.more(more) : 'Open the Blockers page'}
        </Link>
      </p>
      {done && <UndoBar text={done.text} step={done} onUndo={done.undo} onEnd={actions.dismissUndo} />}
    </Dialog>
  )
}

/** The number of blockers at the end of Today. */
const oldestMax = 5

/** The oldest open blockers in a line each, and the way to all of them. Shows nothing if there are none. */
export function OldestBlockers() {
  const { data } = useOpenBlockers()
  if (!data || data.pagination.total === 0) return null
  return (
    <section className="oldest-blockers" aria-label={messages.blockers.countOpen(data.pagination.total)}>
      <h3>{messages.blockers.countOpen(data.pagination.total)}</h3>
      <ul>
        {data.data.slice(0, oldestMax).map(({ id, text, user_name, days_open }) => (
          <li key={id}>
            <BlockerAge days={days_open} />
            <span className="oldest-blocker-text">
              <bdi>{text}</bdi> <bdi className="text-body-secondary">{user_name}</bdi>
            </span>
          </li>
        ))}
      </ul>
      <OpenBlockersLink />
    </section>
  )
}
