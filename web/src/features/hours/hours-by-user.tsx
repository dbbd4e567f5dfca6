import { Link } from 'react-router'
import type { ProjectHours } from '#shared/contract/hours.ts'
import type { Project } from '#shared/contract/projects.ts'
import { formatHours, minutesOf } from '#shared/hours.ts'
import { paths } from '../../app/paths.ts'
import { type Column, DataTable } from '../../components/data-table.tsx'
import { ProgressBar } from '../../components/progress-bar.tsx'
import { Clamped } from '../../components/text.tsx'

type Share = ProjectHours['userDistribution'][number] & { minutes: number; variant: Variant }

/** The bars of a project repeat these. */
const variants = ['primary', 'success', 'info', 'warning', 'danger', 'secondary'] as const
type Variant = (typeof variants)[number]

type HoursByUserProps = {
  project: Project
  people: ProjectHours['userDistribution']
  totalMinutes: number
}

/** Each person's hours and share. Shares are computed from minutes, because 1.30 is not 1.3 hours. */
export function HoursByUser({ project, people, totalMinutes }: HoursByUserProps) {
  const rows = people.map((person, index) => ({
    ...person,
    minutes: minutesOf(person.hours),
    variant: variants[index % variants.length] ?? 'primary',
  }))
  const columns: Column<Share>[] = [
    {
      header: 'User',
      place: 'title',
      cell: ({ user_id, user_name }) => (
        <Link
          to={paths.projectSummary(project.id, user_id)}
          title={`View ${user_name}'s work on ${project.name}`}
        >
          <Clamped text={user_name} />
        </Link>
      ),
    },
    { header: 'Hours', place: 'aside', align: 'end', cell: ({ minutes }) => formatHours(minutes) },
    {
      header: 'Percentage',
      place: 'text',
      grows: true,
      cell: ({ minutes, user_name, variant }) => {
        const percent = totalMinutes > 0 ? (100 * minutes) / totalMinutes : 0
        return (
          <ProgressBar
            label={`${user_name}'s share`}
            value={percent}
            variant={variant}
            text={`${percent.toFixed(1)}%`}
          />
        )
      },
    },
  ]
  return (
    <DataTable
      label={`Hours on ${project.name} by user`}
      columns={columns}
      rows={rows}
      rowKey={row => row.user_id}
    />
  )
}
