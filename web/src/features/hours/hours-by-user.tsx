import { Link } from 'react-router'
import type { ProjectHours } from '#shared/contract/hours.ts'
import type { Project } from '#shared/contract/projects.ts'
import { formatHours, minutesOf } from '#shared/hours.ts'
import { paths } from '../../app/paths.ts'
import { type Column, DataTable } from '../../components/data-table.tsx'
import { ProgressBar } from '../../components/progress-bar.tsx'
import { Clamped } from '../../components/text.tsx'

type Share = ProjectHours['userDistribution'][number] & { minutes: number }

/** Everyone has the next of the colours, which repeat, and keeps it in each project. */
export function userColours(projects: readonly ProjectHours[]): (userId: number) => Variant {
  const ids = [...new Set(projects.flatMap(hours => hours.userDistribution.map(({ user_id }) => user_id)))]
  const colours = new Map(ids.map((id, number) => [id, variants[number % variants.length] ?? 'primary']))
  return id => colours.get(id) ?? 'primary'
}

type Variant = (typeof variants)[number]
const variants = ['primary', 'success', 'info', 'warning', 'danger', 'secondary'] as const

type HoursByUserProps = {
  project: Project
  people: ProjectHours['userDistribution']
  totalMinutes: number
  colourOf: (userId: number) => Variant
}

/** Each person's hours and share. Shares are computed from minutes, because 1.30 is not 1.3 hours. */
export function HoursByUser({ project, people, totalMinutes, colourOf }: HoursByUserProps) {
  const rows = people.map(person => ({ ...person, minutes: minutesOf(person.hours) }))
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
      cell: ({ minutes, user_id, user_name }) => {
        const percent = totalMinutes > 0 ? (100 * minutes) / totalMinutes : 0
        return (
          <ProgressBar
            label={`${user_name}'s share`}
            value={percent}
            variant={colourOf(user_id)}
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
