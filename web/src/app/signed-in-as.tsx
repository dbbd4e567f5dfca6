import type { User } from '#shared/contract/users.ts'
import { Avatar } from '../components/avatar.tsx'
import { RoleBadge } from '../components/role-badge.tsx'

export function SignedInAs({ user }: { user: User }) {
  return (
    <div className="signed-in-as">
      <Avatar id={user.id} name={user.name} />
      <span className="signed-in-name" title={user.email}>{`Signed in as: ${user.name}`}</span>
      <RoleBadge role={user.role} />
    </div>
  )
}
