import people from 'bootstrap-icons/icons/people.svg?raw'
import searchIcon from 'bootstrap-icons/icons/search.svg?raw'
import { useDeferredValue, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Team } from '#shared/contract/teams.ts'
import { messages } from '#shared/messages.ts'
import { paths } from '../app/paths.ts'
import { FlashMessage, withFlashMessage } from '../components/alert.tsx'
import { Page } from '../components/page.tsx'
import { usePlaceholder } from '../components/placeholders.tsx'
import { EmptyState, ErrorState } from '../components/states.tsx'
import { useTeams } from '../features/teams/api.ts'
import { ListTools, listSearch } from '../features/teams/list-tools.tsx'
import { TeamDialog } from '../features/teams/team-dialog.tsx'
import { TeamTable } from '../features/teams/team-table.tsx'
import { useTypedFilters } from '../lib/url.ts'

export default function TeamsPage() {
  const [isAdding, setIsAdding] = useState(false)
  const navigate = useNavigate()
  const add = () => setIsAdding(true)
  return (
    <Page
      title="Teams"
      isList
      subtitle={messages.teams.about}
      back={{ to: paths.users(), label: 'Manage Users' }}
      action={
        <button type="button" className="btn btn-primary" onClick={add}>
          New Team
        </button>
      }
    >
      <FlashMessage />
      <Teams onAdd={add} />
      {isAdding && (
        <TeamDialog
          onClose={() => setIsAdding(false)}
          // The next step is to add its people.
          onSaved={({ id, name }) =>
            void navigate(paths.team(id), withFlashMessage(messages.teams.created(name)))
          }
        />
      )}
    </Page>
  )
}

function Teams({ onAdd }: { onAdd: () => void }) {
  const { filters, change } = useTypedFilters(listSearch)
  const { search = '' } = filters
  const words = useDeferredValue(search)
  const { data: teams, isPending, refetch } = useTeams()
  const isLoading = usePlaceholder(isPending)
  if (!isLoading && !teams) {
    return <ErrorState message={messages.teams.loadFailed} onRetry={() => void refetch()} />
  }
  if (!isLoading && teams?.length === 0) {
    return (
      <EmptyState
        icon={people}
        title={messages.teams.none}
        action={
          <button type="button" className="btn btn-secondary" onClick={onAdd}>
            Create the first team
          </button>
        }
      >
        {messages.teams.noneAbout}
      </EmptyState>
    )
  }
  const shown = teams?.filter(team => matches(team, words)) ?? []
  return (
    <>
      <ListTools
        label="Filter teams"
        placeholder="Filter by name or lead"
        search={search}
        onSearch={text => change({ search: text })}
        status={isLoading ? messages.teams.loading : countOf(shown.length, teams?.length ?? 0)}
      />
      {!isLoading && shown.length === 0 ? (
        <EmptyState
          icon={searchIcon}
          title={messages.teams.noneMatch}
          action={
            <button type="button" className="btn btn-secondary" onClick={() => change({ search: '' })}>
              Clear filter
            </button>
          }
        />
      ) : (
        <TeamTable teams={isLoading ? undefined : shown} />
      )}
      {!isLoading && shown.length > 1 && <p className="text-body-secondary">{messages.teams.countInEach}</p>}
    </>
  )
}

const matches = ({ name, description, leads }: Team, words: string) =>
  [name, description ?? '', ...leads.map(lead => lead.name)]
    .join(' ')
    .toLowerCase()
    .includes(words.trim().toLowerCase())

const countOf = (shown: number, all: number) =>
  shown === all ? `${all} ${all === 1 ? 'team' : 'teams'}` : `${shown} of ${all} teams`
