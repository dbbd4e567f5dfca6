import { messages } from '#shared/messages.ts'
import { roleLabels } from '#shared/roles.ts'
import { Checklist } from '../../components/checklist.tsx'
import { Placeholder, Skeleton, usePlaceholder } from '../../components/placeholders.tsx'
import { ErrorState } from '../../components/states.tsx'
import { useDevelopers } from '../users/api.ts'

type Person = { id: number; name: string; role?: keyof typeof roleLabels }
type DeveloperChecklistProps = {
  /** The developers who are assigned now. They stay in the list even if they are no longer staff. */
  assigned: readonly Person[]
  chosen: readonly number[]
  onChosen: (ids: number[]) => void
  error?: string
}

export function DeveloperChecklist({ assigned, ...field }: DeveloperChecklistProps) {
  const { data, isPending, refetch } = useDevelopers()
  const isWaiting = usePlaceholder(isPending)

  const staff: Person[] = data ?? []
  const others = assigned.filter(person => !staff.some(({ id }) => id === person.id))
  const people = [...staff, ...others].sort((a, b) => a.name.localeCompare(b.name))

  return (
    <Checklist
      {...field}
      legend="Assigned Developers"
      filterLabel="Filter developers"
      none={messages.projects.noDevelopersAtAll}
      items={
        isWaiting ? [] : people.map(({ id, name, role }) => ({ id, name, detail: role && roleLabels[role] }))
      }
    >
      {isWaiting ? (
        <Placeholder>
          <Skeleton width="50%" />
          <Skeleton width="40%" />
          <Skeleton width="45%" />
        </Placeholder>
      ) : (
        !data && (
          <ErrorState plain message={messages.projects.developersFailed} onRetry={() => void refetch()} />
        )
      )}
    </Checklist>
  )
}
