import people from 'bootstrap-icons/icons/people.svg?raw'
import { type ReactNode, useCallback, useDeferredValue, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link } from 'react-router'
import { type NamedTeam, ownTeams } from '#shared/contract/teams.ts'
import type { ListedUser, Me } from '#shared/contract/users.ts'
import { messages } from '#shared/messages.ts'
import { can } from '#shared/permissions.ts'
import { paths } from '../app/paths.ts'
import { Alert } from '../components/alert.tsx'
import { Page } from '../components/page.tsx'
import { usePlaceholder } from '../components/placeholders.tsx'
import { useSelection } from '../components/selection.tsx'
import { EmptyState, ErrorState } from '../components/states.tsx'
import { LeadsNone } from '../domain/team-control.tsx'
import { useWaitingClaims } from '../features/activity/api.ts'
import { WaitingClaims } from '../features/activity/waiting-claims.tsx'
import { AccountRecordDialog } from '../features/record/account-record-dialog.tsx'
import { useAuth } from '../features/sign-in/auth-context.ts'
import { AddToTeam } from '../features/teams/add-to-team.tsx'
import { useOfferedTeams } from '../features/teams/api.ts'
import { useUsers } from '../features/users/api.ts'
import { DeletedUsers } from '../features/users/deleted-users.tsx'
import type { UserChange } from '../features/users/user-actions.tsx'
import { UserDialogs } from '../features/users/user-dialogs.tsx'
import { myTeams, noTeam, UserFilter, userFilters } from '../features/users/user-filter.tsx'
import { type UserRow, UserTable } from '../features/users/user-table.tsx'
import { useTypedFilters } from '../lib/url.ts'

type Chosen = { change: UserChange; user: ListedUser }

export default function UsersPage() {
  const { user: actor, refresh, logout } = useAuth()
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [success, setSuccess] = useState<string | null>(null)
  const [ended, setEnded] = useState<{ user: ListedUser; done: string } | null>(null)
  const choose = useCallback((change: UserChange, user: ListedUser) => {
    setSuccess(null)
    setChosen({ change, user })
  }, [])
  if (!actor) return null

  const close = () => setChosen(null)

  function handleDone(sentence: string) {
    // Rendered at once, because an open dialog makes the rest of the page inert and the focus could not move.
    flushSync(() => {
      setChosen(null)
      setSuccess(sentence)
    })
    // The button that opened the dialog disappears with its row.
    if (chosen?.change === 'delete') document.getElementById('main')?.focus({ preventScroll: true })
    if (chosen?.user.id !== actor?.id) return
    // Changing their own password ends the user's session too, and changing their own name changes the navigation.
    if (chosen?.change === 'password') logout()
    else refresh()
  }

  function handleAccessEnded(sentence: string) {
    if (chosen?.user.id === actor?.id) return logout()
    if (!chosen || !actor || !can(actor, 'record.read')) return handleDone(sentence)
    setEnded({ user: chosen.user, done: sentence })
    setChosen(null)
  }

  return (
    <Page
      title="Manage Users"
      heading="User Management"
      isList
      subtitle={actor.sees_only_teams ? messages.teams.seenPeople : 'Everyone with an account'}
      action={
        <div className="page-actions user-page-actions">
          <Link to={paths.registerUser()} className="btn btn-primary">
            Add New User
          </Link>
          <Link to={paths.importUsers()} className="btn btn-secondary">
            Add several people
          </Link>
          <Link to={paths.teams()} className="btn btn-ghost">
            Teams
          </Link>
        </div>
      }
    >
      <LeadsNone />
      {success && (
        <Alert variant="success" onDismiss={() => setSuccess(null)}>
          {success}
        </Alert>
      )}
      <Users actor={actor} onChoose={choose} onDone={setSuccess}>
        {can(actor, 'user.erase') && <DeletedUsers />}
      </Users>
      {chosen && (
        <UserDialogs
          {...chosen}
          actor={actor}
          onClose={close}
          onDone={handleDone}
          onAccessEnded={handleAccessEnded}
        />
      )}
      {ended && <AccountRecordDialog {...ended} onClose={() => setEnded(null)} />}
    </Page>
  )
}

type UsersProps = {
  actor: Me
  onChoose: (change: UserChange, user: ListedUser) => void
  onDone: (sentence: string) => void
  /** Shown below the list once the list is loaded, so that it doesn't move. */
  children: ReactNode
}

function Users({ actor, onChoose, onDone, children }: UsersProps) {
  const { filters, change } = useTypedFilters(userFilters)
  const { search = '', role: wantedRole = '' } = filters
  // A deferred value: hundreds of rows are rendered after the key press and don't delay the next one.
  const words = useDeferredValue(search)
  const role = useDeferredValue(wantedRole)
  const { data: users, isPending, refetch } = useUsers()
  // Loaded together with the users. If that fails, the list is shown as if there were no teams.
  const { data: teams = [], isLoading: areTeamsPending } = useOfferedTeams()
  // If they can't be loaded, as on an older server, the list is shown as if there were none.
  const { data: claims, isLoading: areClaimsPending } = useWaitingClaims()
  const own = ownTeams(actor)
  const wantedTeam = teamIn(filters.team ?? '', teams, own)
  const team = useDeferredValue(wantedTeam)
  const isLoading = usePlaceholder(isPending || areTeamsPending || areClaimsPending)
  // Its place is kept while the teams are loaded, so that nothing moves.
  const teamsOffered = actor.has_teams && (isLoading || teams.length > 0) ? teams : undefined
  const shown = useMemo(
    () => rowsOf(users ?? [], { words, role, team, own }),
    [users, words, role, team, own],
  )
  const shownUsers = useMemo(() => shown.map(({ user }) => user), [shown])
  // People stay selected while the filters change, so that they can be found one after the other.
  const selection = useSelection<ListedUser>('users')
  const [problem, setProblem] = useState<string | null>(null)
  const clear = () => change({ search: '', role: '', team: '' })
  if (!isLoading && !users) {
    return <ErrorState message={messages.users.loadFailed} onRetry={() => void refetch()} />
  }

  return (
    <>
      {problem && (
        <Alert variant="danger" onDismiss={() => setProblem(null)}>
          {problem}
        </Alert>
      )}
      {!isLoading && claims && claims.data.length > 0 && (
        <WaitingClaims claims={claims.data} onDone={onDone} />
      )}
      <UserFilter
        search={search}
        role={wantedRole}
        team={wantedTeam}
        teams={teamsOffered}
        hasOwnTeams={own.length > 0}
        onChange={change}
        status={isLoading ? messages.users.loading : countOf(shown.length, users?.length ?? 0)}
      />
      {!isLoading && shown.length === 0 ? (
        <NoUsers onClear={Object.values(filters).some(Boolean) ? clear : undefined} />
      ) : (
        <UserTable
          rows={isLoading ? undefined : shown}
          actor={actor}
          onChoose={onChoose}
          selection={teams.length > 0 ? selection : undefined}
        />
      )}
      {teams.length > 0 && (
        <AddToTeam
          teams={teams}
          selection={selection}
          users={users ?? []}
          shown={shownUsers}
          onProblem={setProblem}
        />
      )}
      {!isLoading && children}
    </>
  )
}

function NoUsers({ onClear }: { onClear?: () => void }) {
  return (
    <EmptyState
      icon={people}
      title={messages.users.none}
      action={
        onClear && (
          <button type="button" className="btn btn-secondary" onClick={onClear}>
            Clear filter
          </button>
        )
      }
    />
  )
}

type Wanted = { words: string; role: string; team: string; own: readonly NamedTeam[] }

const rowsOf = (users: readonly ListedUser[], wanted: Wanted): UserRow[] =>
  users.map((user, index) => ({ number: index + 1, user })).filter(({ user }) => matches(user, wanted))

const matches = ({ name, email, role, teams }: ListedUser, { words, role: wanted, team, own }: Wanted) =>
  (wanted === '' || role === wanted) &&
  isInTeam(teams, team, own) &&
  `${name} ${email} ${role}`.toLowerCase().includes(words.trim().toLowerCase())

function isInTeam(teams: readonly NamedTeam[], wanted: string, own: readonly NamedTeam[]) {
  if (wanted === '') return true
  if (wanted === noTeam) return teams.length === 0
  if (wanted === myTeams) return teams.some(({ id }) => own.some(team => team.id === id))
  return teams.some(({ id }) => String(id) === wanted)
}

/** The team in the URL; all teams if there is no such team any more. */
function teamIn(text: string, teams: readonly NamedTeam[], own: readonly NamedTeam[]) {
  const isOffered =
    text === noTeam || (text === myTeams && own.length > 0) || teams.some(({ id }) => String(id) === text)
  return teams.length > 0 && isOffered ? text : ''
}

const countOf = (shown: number, all: number) =>
  shown === all ? `${all} ${all === 1 ? 'user' : 'users'}` : `${shown} of ${all} users`
