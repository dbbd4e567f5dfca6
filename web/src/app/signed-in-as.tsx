import { Link } from 'react-router'
import type { User } from '#shared/contract/users.ts'
import { Avatar } from '../components/avatar.tsx'
import { RoleBadge } from '../domain/role-badge.tsx'
import { paths } from './paths.ts'

export function SignedInAs({ user, onNavigate }: { user: User; onNavigate?: () => void }) {
  return (
    <Link className="signed-in-as" to={paths.account()} title="Your account" onClick={onNavigate}>
      <Avatar id={user.id} name={user.name} />
      <span className="signed-in-name">{`Signed in as: ${user.name}`}</span>
      <RoleBadge role={user.role} />
    </Link>
  )
}
