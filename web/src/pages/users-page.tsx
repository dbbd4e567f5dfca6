import people from 'bootstrap-icons/icons/people.svg?raw'
import { type ReactNode, useCallback, useDeferredValue, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link } from 'react-router'
import type { ListedUser, User } from '#shared/contract/users.ts'
import { messages } from '#shared/messages.ts'
import { can } from '#shared/permissions.ts'
import type { Role } from '#shared/roles.ts'
import { paths } from '../app/paths.ts'
import { Alert } from '../components/alert.tsx'
import { Page } from '../components/page.tsx'
import { usePlaceholder } from '../components/placeholders.tsx'
import { EmptyState, ErrorState } from '../components/states.tsx'
import { useAuth } from '../features/sign-in/auth-context.ts'
import { useUsers } from '../features/users/api.ts'
import { DeletedUsers } from '../features/users/deleted-users.tsx'
import type { UserChange } from '../features/users/user-actions.tsx'
import { UserDialogs } from '../features/users/user-dialogs.tsx'
import { UserFilter, useUserFilter } from '../features/users/user-filter.tsx'

import { type UserRow, UserTable } from '../features/users/user-table.tsx'

type Chosen = { change: UserChange; user: ListedUser }

export default function UsersPage() {
  const { user: actor, refresh, logout } = useAuth()
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [success, setSuccess] = useState<string | null>(null)
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
    // A new password of one's own ends this session too, and the navigation shows the name.
    if (chosen?.change === 'password') logout()
    else refresh()
  }

  return (
    <Page
      title="User Management"
      isList
      subtitle="Everyone with an account"
      action={
        <div className="page-actions">
          <Link to={paths.registerUser()} className="btn btn-primary">
            Add New User
          </Link>
          <Link to={paths.importUsers()} className="btn btn-secondary">
            Add several people
          </Link>
        </div>
      }
    >
      {success && (
        <Alert variant="success" onDismiss={() => setSuccess(null)}>
          {success}
        </Alert>
      )}
      <Users actor={actor} onChoose={choose}>
        {can(actor, 'user.erase') && <DeletedUsers />}
      </Users>
      {chosen && <UserDialogs {...chosen} actor={actor} onClose={close} onDone={handleDone} />}
    </Page>
  )
}

type UsersProps = {
  actor: User
  onChoose: (change: UserChange, user: ListedUser) => void
  /** Shown below the list once the list is loaded, so that it doesn't move. */
  children: ReactNode
}

function Users({ actor, onChoose, children }: UsersProps) {
  const filter = useUserFilter()
  // A deferred value: hundreds of rows are rendered after the key press and don't delay the next one.
  const words = useDeferredValue(filter.search)
  const role = useDeferredValue(filter.role)
  const { data: users, isPending, refetch } = useUsers()
  const isLoading = usePlaceholder(isPending)
  const shown = useMemo(() => rowsOf(users ?? [], words, role), [users, words, role])
  if (!isLoading && !users) {
    return <ErrorState message={messages.users.loadFailed} onRetry={() => void refetch()} />
  }

  return (
    <>
      <UserFilter
        search={filter.search}
        role={filter.role}
        onSearch={filter.onSearch}
        onRole={filter.onRole}
        status={isLoading ? messages.users.loading : countOf(shown.length, users?.length ?? 0)}
      />
      {!isLoading && shown.length === 0 ? (
        <NoUsers onClear={filter.search || filter.role ? filter.clear : undefined} />
      ) : (
        <UserTable rows={isLoading ? undefined : shown} actor={actor} onChoose={onChoose} />
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

const rowsOf = (users: readonly ListedUser[], words: string, role: Role | ''): UserRow[] =>
  users.map((user, index) => ({ number: index + 1, user })).filter(({ user }) => matches(user, words, role))

const matches = ({ name, email, role }: User, words: string, wanted: Role | '') =>
  (wanted === '' || role === wanted) &&
  `${name} ${email} ${role}`.toLowerCase().includes(words.trim().toLowerCase())

const countOf = (shown: number, all: number) =>
  shown === all ? `${all} ${all === 1 ? 'user' : 'users'}` : `${shown} of ${all} users`
