import type { Role } from '#shared/roles.ts'

/** Every address and who may be there, with ids that stand for nothing in particular. */
export const routes = {
  public: ['/', '/login'],
  signedIn: [
    '/dashboard',
    '/reports/new',
    '/reports/edit/1',
    '/reports/1',
    '/reports',
    '/tasks',
    '/tasks/new',
    '/tasks/1',
    '/tasks/edit/1',
  ],
  reviewer: [
    '/admin/dashboard',
    '/admin/reports',
    '/admin/reports/1',
    '/admin/register',
    '/admin/projects',
    '/admin/projects/1/summary',
    '/admin/projects/1/summary?userId=1',
    '/admin/project-hours',
    '/admin/users',
  ],
  // /register is where the login page's Back link points; /setup is unknown once there is an account.
  unknown: [
    '/register',
    '/nowhere',
    '/admin',
    '/admin/nowhere',
    '/tasks/1/more',
    '/setup',
    '/setup?code=anything',
  ],
} as const

export type Visitor = Role | 'guest'
type Group = keyof typeof routes

const isReviewer = (visitor: Visitor) => visitor === 'admin' || visitor === 'manager'

/** Where somebody ends up who opens a path, after every redirect. */
export function destination(visitor: Visitor, group: Group, path: string): string {
  const home = isReviewer(visitor) ? '/admin/dashboard' : '/dashboard'
  if (visitor === 'guest')
    return { public: path, signedIn: '/login', reviewer: '/login', unknown: '/' }[group]
  // The admin guard sends staff to /login, from where the guest guard sends them home.
  const behindAdminGuard = isReviewer(visitor) ? path : home
  return { public: home, signedIn: path, reviewer: behindAdminGuard, unknown: home }[group]
}
