import { memo } from 'react'
import type { TeamDetails } from '#shared/contract/teams.ts'
import { roleLabels } from '#shared/roles.ts'
import { type Column, DataTable, TableSkeleton } from '../../components/data-table.tsx'
import { Clamped } from '../../components/text.tsx'
import { Avatar, RoleBadge } from '../../domain/people.tsx'
import './teams.scss'

export type Member = TeamDetails['members'][number]

type MemberTableProps = {
  members: readonly Member[]
  /** Absent for those who only read. */
  onRemove?: (member: Member) => void
}

const columns: Column<Member>[] = [
  {
    header: 'Name',
    place: 'title',
    grows: true,
    cell: ({ id, name }) => (
      <span className="team-member">
        <Avatar id={id} name={name} />
        <Clamped text={name} />
      </span>
    ),
  },
  {
    header: 'Role',
    place: 'text',
    skeleton: { width: '4.5rem' },
    cell: ({ role }) => <RoleBadge role={role} />,
  },
]

/** Memoized, because rendering a thousand rows would delay each key typed in the filter. */
export const MemberTable = memo(function MemberTable({ members, onRemove }: MemberTableProps) {
  const action: Column<Member> = {
    header: 'Action',
    place: 'action',
    cell: member => (
      <button
        type="button"
        className="btn btn-ghost btn-sm"
        aria-label={`Remove ${member.name}`}
        onClick={() => onRemove?.(member)}
      >
        Remove
      </button>
    ),
  }
  return (
    <div className="card member-table">
      <DataTable
        label="People"
        columns={onRemove ? [...columns, action] : columns}
        rows={members}
        rowKey={({ id }) => id}
      />
    </div>
  )
})

export const MemberTableSkeleton = () => (
  <TableSkeleton columns={columns} className="member-table" rows={8} label="" />
)

export const matchesMember = ({ name, role }: Member, words: string) =>
  `${name} ${roleLabels[role]}`.toLowerCase().includes(words.trim().toLowerCase())
