import type { Team } from '#shared/contract/teams.ts'
import { paths } from '../../app/paths.ts'
import { type Column, DataTable, RowLink, TableSkeleton } from '../../components/data-table.tsx'
import { Clamped } from '../../components/text.tsx'
import './teams.scss'

const columns: Column<Team>[] = [
  {
    header: 'Team',
    place: 'title',
    grows: true,
    cell: ({ name, description }) => (
      <span className="team-name">
        <Clamped text={name} />
        {description && (
          <small>
            <Clamped text={description} lines={1} />
          </small>
        )}
      </span>
    ),
  },
  {
    header: 'Leads',
    place: 'text',
    skeleton: { width: '8rem' },
    cell: ({ leads }) => <Leads names={leads.map(({ name }) => name)} />,
  },
  {
    header: 'People',
    place: 'aside',
    align: 'end',
    skeleton: { width: '2rem' },
    cell: ({ member_count }) => (
      <>
        {member_count.toLocaleString()}
        <span className="on-cards"> {member_count === 1 ? 'person' : 'people'}</span>
      </>
    ),
  },
  {
    header: 'Action',
    place: 'action',
    skeleton: { width: '1.75rem' },
    cell: ({ id, name }) => <RowLink to={paths.team(id)} label={`View team ${name}`} />,
  },
]

function Leads({ names }: { names: readonly string[] }) {
  if (names.length === 0) return <span className="text-body-secondary">No lead</span>
  const text = names.join(', ')
  return (
    <span className="team-lead-names" title={text}>
      <span className="on-cards">Led by </span>
      {text}
    </span>
  )
}

/** The teams; undefined while they are loaded. */
export function TeamTable({ teams }: { teams: readonly Team[] | undefined }) {
  // The status above the table says that teams are loaded.
  if (!teams) return <TableSkeleton columns={columns} className="team-table" rows={4} label="" />
  return (
    <div className="card team-table">
      <DataTable label="Teams" columns={columns} rows={teams} rowKey={({ id }) => id} rowsOpen />
    </div>
  )
}
