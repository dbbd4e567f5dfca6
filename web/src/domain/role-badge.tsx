import { type Role, roleColours, roleLabels } from '#shared/roles.ts'

export function RoleBadge({ role }: { role: Role }) {
  return <span className={`badge text-bg-${roleColours[role]}`}>{roleLabels[role]}</span>
}
