import type { Task } from '#shared/contract/tasks.ts'
import type { User } from '#shared/contract/users.ts'
import { type Role, reviewers, staff } from '#shared/roles.ts'

const groups: { label: string; roles: readonly Role[] }[] = [
  { label: 'Staff', roles: staff },
  { label: 'Managers and admins', roles: reviewers },
]

/** Staff first; a deleted assignee stays selectable for the task they have. */
export function AssigneeOptions({ people, task }: { people: readonly User[]; task?: Task }) {
  const isKept = task && !people.some(person => person.id === task.assigned_to)
  return (
    <>
      {isKept && <option value={task.assigned_to}>{task.assignee_name} (deleted)</option>}
      {groups.map(({ label, roles }) => {
        const members = people.filter(person => roles.includes(person.role))
        return (
          members.length > 0 && (
            <optgroup key={label} label={label}>
              {members.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </optgroup>
          )
        )
      })}
    </>
  )
}
