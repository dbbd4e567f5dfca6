import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { type Role, roles } from '#shared/roles.ts'
import { fakeApi, makeToken, personOf } from '../../test/fake-api.ts'
import { renderApp } from '../../test/render-app.tsx'

const publicPaths = ['/', '/login']
const signedInPaths = [
  '/dashboard',
  '/reports/new',
  '/reports/edit/3',
  '/reports/3',
  '/reports',
  '/tasks',
  '/tasks/new',
  '/tasks/3',
  '/tasks/edit/3',
]
const adminPaths = [
  '/admin/dashboard',
  '/admin/reports',
  '/admin/reports/3',
  '/admin/register',
  '/admin/projects',
  '/admin/projects/3/summary',
  '/admin/projects/3/summary?userId=4',
  '/admin/project-hours',
  '/admin/users',
]
// /register is where the login page's Back link points; /setup is unknown once there is an account.
const unknownPaths = [
  '/register',
  '/nowhere',
  '/admin',
  '/admin/nowhere',
  '/tasks/3/more',
  '/setup',
  '/setup?code=old',
]

async function openAs(role: Role | null, path: string) {
  const me = { status: 200, body: role && personOf(role) }
  const setup = { status: 200, body: { open: false } }
  const api = fakeApi({ 'GET /api/auth/me': me, 'GET /api/auth/setup': setup }, { othersWait: true })
  if (role) localStorage.setItem('token', makeToken())
  const app = renderApp(path)
  await screen.findByRole('heading', { level: 1 })
  return { ...app, api }
}

const isReviewer = (role: Role) => role === 'admin' || role === 'manager'

describe('a guest', () => {
  test.each(publicPaths)('sees %s', async path => {
    expect((await openAs(null, path)).here()).toBe(path)
  })
  test.each([...signedInPaths, ...adminPaths])('is sent from %s to /login', async path => {
    expect((await openAs(null, path)).here()).toBe('/login')
  })
  test.each(unknownPaths)('is sent from %s to /', async path => {
    expect((await openAs(null, path)).here()).toBe('/')
  })
})

describe.each(roles)('a %s', role => {
  const home = isReviewer(role) ? '/admin/dashboard' : '/dashboard'

  test.each([...publicPaths, '/nowhere'])(`is sent from %s to ${home}`, async path => {
    expect((await openAs(role, path)).here()).toBe(home)
  })
  test.each(['/dashboard', '/reports/new', '/tasks/3'])('sees %s', async path => {
    expect((await openAs(role, path)).here()).toBe(path)
  })
  test('opens admin pages only as a reviewer', async () => {
    // Those it refuses go to /login, from where the guest guard sends them home.
    expect((await openAs(role, '/admin/users')).here()).toBe(isReviewer(role) ? '/admin/users' : '/dashboard')
  })
})

test.each(signedInPaths)('%s is open to signed-in users', async path => {
  expect((await openAs('developer', path)).here()).toBe(path)
})

test.each(adminPaths)('%s is open to reviewers and not to staff', async path => {
  const { here, unmount } = await openAs('manager', path)
  expect(here()).toBe(path)
  unmount()
  expect((await openAs('developer', path)).here()).toBe('/dashboard')
})

test.each(unknownPaths)('%s redirects signed-in users to their dashboard', async path => {
  expect((await openAs('designer', path)).here()).toBe('/dashboard')
})

test.each(['/dashboard', '/admin/dashboard', '/login'])(
  'the guard of %s shows a spinner while the auth state is loading',
  async path => {
    localStorage.setItem('token', makeToken())
    fakeApi({ 'GET /api/auth/me': () => new Promise<Response>(() => {}) })
    const { here } = renderApp(path)
    expect(await screen.findByText('Loading...')).toBeInTheDocument()
    expect(screen.queryByRole('heading')).toBeNull()
    expect(here()).toBe(path)
  },
)

test('the landing page names the product and has two links to /login', async () => {
  await openAs(null, '/')
  expect(screen.getByRole('heading', { level: 1, name: 'Daily Report Management' })).toBeVisible()
  expect(screen.getByText('Streamlined reporting for development teams')).toBeVisible()
  expect(screen.getByText('Please contact an administrator if you need an account')).toBeVisible()
  for (const name of ['Developer', 'Administrator']) {
    expect(screen.getByRole('link', { name })).toHaveAttribute('href', '/login')
  }
})

test('a page has its title in the heading and in the document title', async () => {
  await openAs('manager', '/admin/project-hours')
  expect(screen.getByRole('heading', { level: 1, name: 'Project Details' })).toBeVisible()
  await waitFor(() => expect(document.title).toBe('All Projects · Daily Report App'))
})
