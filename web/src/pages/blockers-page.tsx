import check from 'bootstrap-icons/icons/check-circle.svg?raw'
import funnel from 'bootstrap-icons/icons/funnel.svg?raw'
import { useRef } from 'react'
import { Navigate } from 'react-router'
import { messages } from '#shared/messages.ts'
import { Alert } from '../components/alert.tsx'
import { Page } from '../components/page.tsx'
import { Pager } from '../components/pager.tsx'
import { usePlaceholder } from '../components/placeholders.tsx'
import { useKeys } from '../components/shortcuts.tsx'
import { EmptyState, ErrorState } from '../components/states.tsx'
import { UndoBar } from '../components/undo-bar.tsx'
import { useBlockers } from '../features/blockers/api.ts'
import { BlockerFilterBar } from '../features/blockers/blocker-filter-bar.tsx'
import { type BlockerFilters, useBlockerFilters } from '../features/blockers/blocker-filters.ts'
import { BlockerList, BlockerListSkeleton } from '../features/blockers/blocker-list.tsx'
import { useBlockerActions } from '../features/blockers/use-blocker-actions.ts'
import { useProjects } from '../features/projects/api.ts'
import { useUsers } from '../features/users/api.ts'
import { keepFocus } from '../lib/focus.ts'
import { usePageInUrl } from '../lib/url.ts'

export default function BlockersPage() {
  const { filters, change, clear } = useBlockerFilters()
  const { page } = usePageInUrl()
  const blockers = useBlockers(filters, page)
  const users = useUsers()
  const projects = useProjects()
  const actions = useBlockerActions(users.data)
  const { done, failure, forgetDone, forgetFailure } = actions
  useKeys({ u: done?.undo })

  return (
    <Page
      title="Blockers"
      isList
      // The space reserves the line, so that nothing moves when the number is loaded.
      subtitle={blockers.data ? countOf(blockers.data.pagination.total, filters) : '\u00a0'}
    >
      {failure && (
        <Alert variant="danger" onDismiss={forgetFailure}>
          {failure}
        </Alert>
      )}
      <BlockerFilterBar filters={filters} onChange={change} users={users.data} projects={projects.data} />
      <Blockers
        // The key gives each list a state of its own, with its own left-out blockers.
        key={filters.state ?? 'open'}
        blockers={blockers}
        filters={filters}
        users={users.data}
        actions={actions}
        onClear={clear}
      />
      {done && <UndoBar text={done.text} step={done} shortcut="u" onUndo={done.undo} onEnd={forgetDone} />}
    </Page>
  )
}

type BlockersProps = {
  blockers: ReturnType<typeof useBlockers>
  filters: BlockerFilters
  users: ReturnType<typeof useUsers>['data']
  actions: ReturnType<typeof useBlockerActions>
  onClear: () => void
}

function Blockers({ blockers, filters, users, actions, onClear }: BlockersProps) {
  const { page, setPage, hrefOf } = usePageInUrl()
  const list = useRef<HTMLDivElement>(null)
  const { data, isPending, isPlaceholderData, refetch } = blockers
  if (usePlaceholder(isPending)) return <BlockerListSkeleton />
  if (!data) return <ErrorState message={messages.blockers.loadFailed} onRetry={() => void refetch()} />
  const { pages } = data.pagination
  // An old bookmark may name a page that no longer exists. Data of the previous filters says nothing about it.
  if (page > Math.max(1, pages) && !isPlaceholderData)
    return <Navigate to={hrefOf(Math.max(1, pages))} replace />
  const shown = data.data.filter(({ id }) => !actions.left.has(id))
  if (shown.length === 0) return <NoBlockers filters={filters} onClear={onClear} />

  /** The button disappears with its row, so the focus moves to the next row. */
  function goOn(id: number) {
    const index = shown.findIndex(each => each.id === id)
    const rows = list.current?.querySelectorAll<HTMLElement>('.blocker-act button')
    keepFocus(rows?.[index + 1] ?? rows?.[index - 1] ?? document.getElementById('main'))
  }

  return (
    <div ref={list}>
      <BlockerList
        blockers={shown}
        users={users}
        isBusy={isPlaceholderData}
        onAssign={actions.onAssign}
        onResolve={(blocker, note) => {
          goOn(blocker.id)
          actions.onResolve(blocker, note)
        }}
        onReopen={blocker => {
          goOn(blocker.id)
          actions.onReopen(blocker)
        }}
      />
      {pages > 1 && (
        <div className="list-end">
          <Pager page={page} pages={pages} onPage={setPage} />
        </div>
      )}
    </div>
  )
}

function NoBlockers({ filters, onClear }: { filters: BlockerFilters; onClear: () => void }) {
  const isFiltered = filters.userId !== undefined || filters.projectId !== undefined
  if (isFiltered) {
    return (
      <EmptyState
        icon={funnel}
        title={messages.blockers.noneMatch}
        action={
          <button type="button" className="btn btn-secondary" onClick={onClear}>
            Clear filters
          </button>
        }
      />
    )
  }
  return filters.state === 'resolved' ? (
    <EmptyState icon={check} title={messages.blockers.noneResolved} />
  ) : (
    <EmptyState icon={check} title={messages.blockers.noneOpen}>
      {messages.blockers.noneOpenYet}
    </EmptyState>
  )
}

const countOf = (total: number, { state = 'open' }: BlockerFilters) =>
  `${total.toLocaleString()} ${state} ${total === 1 ? 'blocker' : 'blockers'}`
