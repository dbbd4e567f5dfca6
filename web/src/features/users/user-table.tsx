import { memo } from 'react'
import type { ListedUser, User } from '#shared/contract/users.ts'
import { type Column, DataTable, TableSkeleton } from '../../components/data-table.tsx'
import { DayOf } from '../../components/day.tsx'
import { Clamped } from '../../components/text.tsx'
import { Avatar, RoleBadge } from '../../domain/people.tsx'
import { UserActions, type UserChange } from './user-actions.tsx'
import './users.scss'

export type UserRow = { number: number; user: ListedUser }

type UserTableProps = {
  /** The users with their number in the unfiltered list; undefined while they are loaded. */
  rows: readonly UserRow[] | undefined
  actor: User
  onChoose: (change: UserChange, user: ListedUser) => void
}

/** Memoized, because rendering a thousand rows would delay each key typed in the filter. */
export const UserTable = memo(function UserTable({ rows, actor, onChoose }: UserTableProps) {
  const columns: Column<UserRow>[] = [
    { header: '#', place: 'lead', skeleton: { width: '1rem' }, cell: ({ number }) => number },
    {
      header: 'Name',
      place: 'title',
      skeleton: { width: '9rem' },
      cell: ({ user }) => (
        <span className="user-name">
          <Avatar id={user.id} name={user.name} />
          <span className="user-words">
            <Clamped text={user.name} />
            {user.id === actor.id && <span className="text-body-secondary"> (you)</span>}
            {user.invited && <span className="badge text-bg-secondary">Invited</span>}
            {user.off_today && <span className="badge text-bg-secondary">Off today</span>}
          </span>
        </span>
      ),
    },
    {
      header: 'Email',
      place: 'text',
      grows: true,
      isMore: true,
      cell: ({ user }) => (
        <>
          <Clamped text={user.email} />
          <small className="user-last-sign-in">
            {user.last_sign_in_at ? (
              <>
                Last sign-in <DayOf instant={user.last_sign_in_at} />
              </>
            ) : (
              'No sign-in recorded'
            )}
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
      isMore: true,
      skeleton: { width: '6rem', height: '2rem' },
      cell: ({ user }) => (
        <UserActions user={user} actor={actor} onChoose={change => onChoose(change, user)} />
      ),
    },
  ]
  // The status above the table says that users are loaded.
  if (!rows) return <TableSkeleton columns={columns} className="user-table" rows={8} label="" />
  return (
    <div className="card user-table">
      <DataTable
        label="Users"
        columns={columns}
        rows={rows}
        rowKey={({ user }) => user.id}
        moreOf={({ user }) => `More about ${user.name}`}
      />
    </div>
  )
})
