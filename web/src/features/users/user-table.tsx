import { memo } from 'react'
import type { ListedUser, Me } from '#shared/contract/users.ts'
import { type Column, DataTable, TableSkeleton } from '../../components/data-table.tsx'
import { DayOf } from '../../components/day.tsx'
import { RowCheck, type Selection } from '../../components/selection.tsx'
import { Clamped } from '../../components/text.tsx'
import { Avatar, RoleBadge } from '../../domain/people.tsx'
import { UserActions, type UserChange } from './user-actions.tsx'
import './users.scss'

export type UserRow = { number: number; user: ListedUser }

type UserTableProps = {
  /** The users with their number in the unfiltered list; undefined while they are loaded. */
  rows: readonly UserRow[] | undefined
  actor: Me
  onChoose: (change: UserChange, user: ListedUser) => void
  /** Absent if rows have no check boxes. */
  selection?: Selection<ListedUser>
}

/** Memoized, because rendering a thousand rows would delay each key typed in the filter. */
export const UserTable = memo(function UserTable({ rows, actor, onChoose, selection }: UserTableProps) {
  const users = rows?.map(({ user }) => user) ?? []
  const columns: Column<UserRow>[] = [
    { header: '#', place: 'lead', skeleton: { width: '1rem' }, cell: ({ number }) => number },
    {
      header: 'Name',
      place: 'title',
      skeleton: { width: '9rem' },
      cell: ({ user }) => (
        <span className="user-name">
          {selection && (
            <RowCheck row={user} rows={users} selection={selection} label={`Select ${user.name}`} />
          )}
          <Avatar id={user.id} name={user.name} />
          <span className="user-words">
            <Clamped text={user.name} />
            {user.id === actor.id && <span className="text-body-secondary"> (you)</span>}
            {user.invited && <span className="badge text-bg-secondary">Invited</span>}
            {user.off_today && <span className="badge text-bg-secondary">Off today</span>}
            {user.teams.length > 0 && (
              <small className="user-teams">
                <Clamped text={teamsOf(user)} lines={1} />
              </small>
            )}
          </span>
        </span>
      ),
    },
    {
      header: 'Email',
      place: 'text',
      grows: true,
      cell: ({ user }) => (
        <>
          <Clamped text={user.email} />
          <small className="user-last-sign-in">
            <LastSignIn user={user} />
          </small>
        </>
      ),
    },
    {
      header: 'Role',
      place: 'aside',
      skeleton: { width: '4.5rem' },
      cell: ({ user }) => <RoleBadge role={user.role} />,
    },
    {
      header: 'Created At',
      place: 'text',
      isMore: true,
      skeleton: { width: '6rem' },
      cell: ({ user }) => <DayOf instant={user.created_at} />,
    },
    {
      header: 'Actions',
      place: 'action',
      skeleton: { width: '9rem', height: '2rem' },
      cell: ({ user }) => (
        <UserActions
          user={user}
          actor={actor}
          onChoose={change => onChoose(change, user)}
          heading={<UserSummary user={user} />}
        />
      ),
    },
  ]
  // The status above the table says that users are loaded.
  if (!rows) return <TableSkeleton columns={columns} className="user-table user-people" rows={8} label="" />
  return (
    <div className={`card user-table user-people ${selection ? 'has-checks' : ''}`}>
      <DataTable label="Users" columns={columns} rows={rows} rowKey={({ user }) => user.id} />
    </div>
  )
})

const teamsOf = ({ teams }: ListedUser) => teams.map(({ name }) => name).join(', ')

function LastSignIn({ user: { last_sign_in_at } }: { user: ListedUser }) {
  if (!last_sign_in_at) return 'No sign-in recorded'
  return (
    <>
      Last sign-in <DayOf instant={last_sign_in_at} />
    </>
  )
}

/** What has no room in a row on phones. */
function UserSummary({ user }: { user: ListedUser }) {
  return (
    <>
      <p className="user-summary-name">{user.name}</p>
      <p className="text-body-secondary">{user.email}</p>
      {user.teams.length > 0 && <p className="text-body-secondary">{teamsOf(user)}</p>}
      <p className="text-body-secondary">
        <LastSignIn user={user} /> · Created <DayOf instant={user.created_at} />
      </p>
    </>
  )
}
