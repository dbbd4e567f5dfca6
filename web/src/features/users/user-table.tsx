import type { User } from '#shared/contract/users.ts'
import { Avatar } from '../../components/avatar.tsx'
import { Clamped } from '../../components/clamped.tsx'
import { type Column, DataTable } from '../../components/data-table.tsx'
import { DayOf } from '../../components/day.tsx'
import { RoleBadge } from '../../components/role-badge.tsx'
import { UserActions, type UserChange } from './user-actions.tsx'
import './users.scss'

type Row = { number: number; user: User }

type UserTableProps = {
  /** With the place they have in the whole list, whatever is filtered. */
  rows: Row[]
  actor: User
  onChoose: (change: UserChange, user: User) => void
}

export function UserTable({ rows, actor, onChoose }: UserTableProps) {
  const columns: Column<Row>[] = [
    { header: '#', place: 'lead', cell: ({ number }) => number },
    {
      header: 'Name',
      place: 'title',
      cell: ({ user }) => (
        <span className="user-name">
          <Avatar id={user.id} name={user.name} />
          <span className="user-words">
            <Clamped text={user.name} />
            {user.id === actor.id && <span className="text-body-secondary"> (you)</span>}
          </span>
        </span>
      ),
    },
    {
      header: 'Email',
      place: 'text',
      grows: true,
      isMore: true,
      cell: ({ user }) => <Clamped text={user.email} />,
    },
    { header: 'Role', place: 'aside', cell: ({ user }) => <RoleBadge role={user.role} /> },
    {
      header: 'Created At',
      place: 'text',
      isMore: true,
      cell: ({ user }) => <DayOf instant={user.created_at} />,
    },
    {
      header: 'Actions',
      place: 'action',
      isMore: true,
      cell: ({ user }) => (
        <UserActions user={user} actor={actor} onChoose={change => onChoose(change, user)} />
      ),
    },
  ]
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
}
