import type { ReactNode } from 'react'
import { Navigate, Outlet } from 'react-router'
import type { User } from '#shared/contract/users.ts'
import { can } from '#shared/permissions.ts'
import { Spinner } from '../components/spinner.tsx'
import { useAuth } from '../features/sign-in/auth-context.ts'
import { paths } from './paths.ts'

/** Shows its routes only to users that `admits` accepts, once the user is known. */
function Guard({ admits, otherwise }: { admits: boolean; otherwise: ReactNode }) {
  const { loading } = useAuth()
  if (loading) return <Spinner />
  return admits ? <Outlet /> : otherwise
}

const toLogin = <Navigate to={paths.login()} replace />

export function AuthenticatedGuard() {
  const { isAuthenticated } = useAuth()
  return <Guard admits={isAuthenticated} otherwise={toLogin} />
}

export function AdminGuard() {
  const { user } = useAuth()
  return <Guard admits={user !== null && can(user, 'admin.open')} otherwise={toLogin} />
}

export function SettingsGuard() {
  const { user } = useAuth()
  return <Guard admits={user !== null && can(user, 'settings.manage')} otherwise={toLogin} />
}

export function GuestGuard() {
  const { user } = useAuth()
  return <Guard admits={user === null} otherwise={user && <Navigate to={homeOf(user)} replace />} />
}

const homeOf = (user: User) => (can(user, 'admin.open') ? paths.adminDashboard() : paths.dashboard())
