import { type Role, roleLabels, roles } from '#shared/roles.ts'

/** Options of a role select: those of which `offers` says so. */
export function RoleOptions({ offers }: { offers: (role: Role) => boolean }) {
  return roles.filter(offers).map(role => (
    <option key={role} value={role}>
      {roleLabels[role]}
    </option>
  ))
}
