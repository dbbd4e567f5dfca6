import check from 'bootstrap-icons/icons/check-circle.svg?raw'
import funnel from 'bootstrap-icons/icons/funnel.svg?raw'
import { Link } from 'react-router'
import { messages } from '#shared/messages.ts'
import { paths } from '../app/paths.ts'
import { Alert } from '../components/alert.tsx'
import { Page } from '../components/page.tsx'
import { PagedList } from '../components/paged-list.tsx'
import { useKeys } from '../components/shortcuts.tsx'
import { EmptyState } from '../components/states.tsx'
import { UndoBar } from '../components/undo-bar.tsx'
import { inTeams, useTeamIds } from '../domain/team-choice.ts'
import { LeadsNone, TeamControl } from '../domain/team-control.tsx'
import { useBlockers } from '../features/blockers/api.ts'
import { BlockerFilterBar } from '../features/blockers/blocker-filter-bar.tsx'
import { type BlockerFilters, blockerFilters } from '../features/blockers/blocker-filters.ts'
import { BlockerList, BlockerListSkeleton } from '../features/blockers/blocker-list.tsx'
import { useBlockerActions } from '../features/blockers/use-blocker-actions.ts'
import { useProjects } from '../features/projects/api.ts'
import { useUsers } from '../features/users/api.ts'
import { usePageInUrl, useUrlFilters } from '../lib/url.ts'

export default function BlockersPage() {
  const { filters, change, clear } = useUrlFilters(blockerFilters)
  const { page } = usePageInUrl()
  const teamId = useTeamIds()
  const blockers = useBlockers({ ...filters, teamId }, page)
  const users = useUsers()
  const projects = useProjects()
  const actions = useBlockerActions(users.data)
  const { done, failure, dismissUndo, forgetFailure } = actions
  useKeys({ u: done?.undo })

  return (
    <Page
      title="Blockers"
      isList
      beside={<TeamControl />}
      // The space reserves the line, so that nothing moves when the number is loaded.
      subtitle={blockers.data ? countOf(blockers.data.pagination.total, filters) : '\u00a0'}
    >
      <LeadsNone />
      {failure && (
        <Alert variant="danger" onDismiss={forgetFailure}>
          {failure}
        </Alert>
      )}
      <BlockerFilterBar
        filters={filters}
        onChange={change}
        users={inTeams(users.data, teamId)}
        projects={projects.data}
      />
      <Blockers
        // The key gives each list a state of its own, with its own left-out blockers.
        key={filters.state ?? 'open'}
        blockers={blockers}
        filters={filters}
        users={users.data}
        actions={actions}
        // The state stays, because open and resolved blockers are two lists.
        onClear={() => clear(['userId', 'projectId'])}
      />
      {done && <UndoBar text={done.text} step={done} shortcut="u" onUndo={done.undo} onEnd={dismissUndo} />}
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
  const none = <NoBlockers filters={filters} onClear={onClear} />
  return (
    <PagedList
      query={blockers}
      skeleton={<BlockerListSkeleton />}
      failure={messages.blockers.loadFailed}
      empty={none}
    >
      {({ data }, isBusy) => {
        const shown = data.filter(({ id }) => !actions.left.has(id))
        if (shown.length === 0) return none
        return (
          <BlockerList
            blockers={shown}
            users={users}
            isBusy={isBusy}
            onAssign={actions.onAssign}
            onResolve={actions.onResolve}
            onReopen={actions.onReopen}
          />
        )
      }}
    </PagedList>
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
    <EmptyState
      icon={check}
      title={messages.blockers.noneResolved}
      action={
        <Link to={paths.blockers()} className="btn btn-secondary">
          Show open blockers
        </Link>
      }
    />
  ) : (
    <EmptyState
      icon={check}
      title={messages.blockers.noneOpen}
      action={
        <Link to={paths.today()} className="btn btn-secondary">
          Read today's reports
        </Link>
      }
    >
      {messages.blockers.noneOpenYet}
    </EmptyState>
  )
}

const countOf = (total: number, { state }: BlockerFilters) =>
  `${total.toLocaleString()} ${state ?? 'open'} ${total === 1 ? 'blocker' : 'blockers'}`
