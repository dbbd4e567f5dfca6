import { type Role, roleLabels, roles } from '#shared/roles.ts'

/** The options of a role select that `offers` accepts. */
export function RoleOptions({ offers }: { offers: (role: Role) => boolean }) {
  return roles.filter(offers).map(role => (
    <option key={role} value={role}>
      {roleLabels[role]}
    </option>
  ))
}
