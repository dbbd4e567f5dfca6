import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { type Role, roles } from '#shared/roles.ts'
import { fakeApi, makeToken, personOf, tokenOf } from '../../test/fake-api.ts'
import { renderApp } from '../../test/render-app.tsx'

const reviewerLinks = [
  ['Dashboard', '/admin/dashboard'],
  ['Today', '/admin/today'],
  ['All Reports', '/admin/reports'],
  ['Calendar', '/admin/calendar'],
  ['Insights', '/admin/insights'],
  ['Blockers', '/admin/blockers'],
  ['Manage Projects', '/admin/projects'],
  ['All Projects', '/admin/project-hours'],
  ['Manage Users', '/admin/users'],
  ['Register User', '/admin/register'],
  ['Task Management', '/tasks'],
]
const staffLinks = [
  ['Dashboard', '/dashboard'],
  ['Submit Report', '/reports/new'],
  ['My Reports', '/reports'],
  ['My Tasks', '/tasks'],
  ['Calendar', '/calendar'],
]

async function openAs(role: Role, path: string) {
  localStorage.setItem('token', makeToken())
  const me = { status: 200, body: personOf(role) }
  const bye = { status: 200, body: { msg: 'Bye' } }
  const api = fakeApi({ 'GET /api/auth/me': me, 'POST /api/auth/logout': bye }, { othersWait: true })
  const app = renderApp(path)
  await screen.findByRole('heading', { level: 1 })
  return {
    ...app,
    api,
    user: userEvent.setup(),
    bar: within(screen.getByRole('navigation', { name: 'Main' })),
  }
}

test.each(roles)('a %s sees the links of the role in order', async role => {
  const { bar } = await openAs(role, '/dashboard')
  const links = bar.getAllByRole('link').map(link => [link.textContent, link.getAttribute('href')])
  expect(links).toEqual(role === 'admin' || role === 'manager' ? reviewerLinks : staffLinks)
})

test('a signed-in user sees "Signed in as: {name}", the role as a badge and a Logout button', async () => {
  await openAs('manager', '/admin/dashboard')
  const banner = within(screen.getByRole('banner'))
  expect(banner.getByText('Signed in as: Robin Reyes')).toBeVisible()
  expect(banner.getByText('Manager')).toHaveClass('badge', 'text-bg-info')
  expect(banner.getByRole('button', { name: 'Logout' })).toBeVisible()
  expect(banner.queryByRole('link', { name: 'Login' })).toBeNull()
})

test('Logout logs out and goes to /login', async () => {
  const { user, here, api } = await openAs('developer', '/reports')
  await user.click(screen.getByRole('button', { name: 'Logout' }))
  expect(await screen.findByRole('heading', { name: 'Login to Daily Report App' })).toBeVisible()
  expect(here()).toBe('/login')
  expect(localStorage.getItem('token')).toBeNull()
  expect(api.named('POST /api/auth/logout')).toHaveLength(1)
  expect(screen.queryByText('Signed in as: Robin Reyes')).toBeNull()
})

test('a guest sees a Login link and no navigation', async () => {
  renderApp('/')
  await screen.findByRole('heading', { level: 1 })
  expect(screen.getByRole('link', { name: 'Login' })).toHaveAttribute('href', '/login')
  expect(screen.queryByRole('navigation')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Logout' })).toBeNull()
})

describe('the current page is marked', () => {
  test.each([
    ['developer', '/reports', 'My Reports', 'page'],
    ['developer', '/reports/new', 'Submit Report', 'page'],
    ['developer', '/reports/3', 'My Reports', 'true'],
    ['developer', '/reports/edit/3', 'My Reports', 'true'],
    ['admin', '/admin/projects/3/summary', 'All Projects', 'true'],
    ['admin', '/admin/timesheet', 'Calendar', 'true'],
    ['admin', '/admin/summaries/2026-03-02', 'Today', 'true'],
    ['admin', '/admin/teams', 'Manage Users', 'true'],
    ['admin', '/admin/teams/3', 'Manage Users', 'true'],
    ['admin', '/tasks/new', 'Task Management', 'true'],
  ] as const)('for a %s on %s it is %s', async (role, path, name, current) => {
    const { bar } = await openAs(role, path)
    const marked = bar.getAllByRole('link').filter(link => link.hasAttribute('aria-current'))
    expect(marked.map(link => link.textContent)).toEqual([name])
    expect(marked[0]).toHaveAttribute('aria-current', current)
  })
})

test('in the menu of small screens every entry has a text', async () => {
  const { user } = await openAs('admin', '/admin/dashboard')
  await user.click(screen.getByRole('button', { name: 'Menu' }))
  const menu = within(screen.getByRole('dialog', { name: 'Menu' }))
  const words = [
    ...menu.getAllByRole('link'),
    ...menu.getAllByRole('radio').map(radio => radio.parentElement),
  ]
  expect(words.map(entry => entry?.textContent.trim())).toEqual([
    expect.stringContaining('Signed in as: Robin Reyes'),
    ...reviewerLinks.map(([label]) => label),
    'Notifications',
    'Settings',
    'Light',
    'Dark',
    'System',
  ])
})

test('the theme is chosen in the menu of small screens and on the account page, not in the bar', async () => {
  const { user } = await openAs('developer', '/dashboard')
  expect(screen.queryByRole('group', { name: 'Theme' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Menu' }))
  const menu = within(screen.getByRole('dialog', { name: 'Menu' }))
  await user.click(menu.getByRole('radio', { name: 'Dark' }))
  expect(document.documentElement.dataset.bsTheme).toBe('dark')
})

describe('while the user is being loaded, the bar has the height for their links', () => {
  test.each([
    ['manager', '/tasks', true],
    ['designer', '/admin/reports', false],
  ] as const)('a %s who was here before, on %s', (role, path, isMany) => {
    const person = personOf(role)
    localStorage.setItem('token', tokenOf(person.id))
    localStorage.setItem(`remembered:${person.id}:user`, JSON.stringify(person))
    fakeApi({}, { othersWait: true })
    renderApp(path)
    expect(screen.getByRole('banner').classList.contains('app-header-many')).toBe(isMany)
  })

  test.each([
    ['/admin/reports', true],
    ['/reports', false],
  ])('another user, on %s', (path, isMany) => {
    localStorage.setItem('token', makeToken())
    fakeApi({}, { othersWait: true })
    renderApp(path)
    expect(screen.getByRole('banner').classList.contains('app-header-many')).toBe(isMany)
  })
})

test('on small screens, the menu is a dialog that closes when a link is opened', async () => {
  const { user, here } = await openAs('developer', '/dashboard')
  const button = screen.getByRole('button', { name: 'Menu' })
  expect(button).toHaveAttribute('aria-expanded', 'false')
  await user.click(button)
  expect(button).toHaveAttribute('aria-expanded', 'true')
  const menu = within(screen.getByRole('dialog', { name: 'Menu' }))
  expect(menu.getByText('Signed in as: Robin Reyes')).toBeVisible()
  expect(menu.getByRole('button', { name: 'Logout' })).toBeVisible()
  await user.click(menu.getByRole('link', { name: 'My Reports' }))
  await waitFor(() => expect(here()).toBe('/reports'))
  expect(screen.queryByRole('dialog')).toBeNull()
})

describe('after a navigation', () => {
  test('the heading has the focus and the document its title; on the first load the heading has no focus', async () => {
    const { user, bar } = await openAs('developer', '/dashboard')
    await waitFor(() => expect(document.title).toBe('Dashboard · Daily Report App'))
    expect(screen.getByRole('heading', { level: 1 })).not.toHaveFocus()
    await user.click(bar.getByRole('link', { name: 'My Reports' }))
    const heading = await screen.findByRole('heading', { level: 1, name: 'My Reports' })
    await waitFor(() => expect(heading).toHaveFocus())
    expect(document.title).toBe('My Reports · Daily Report App')
  })

  test('a redirect on the first load moves no focus either', async () => {
    await openAs('developer', '/')
    await waitFor(() => expect(document.title).toBe('Dashboard · Daily Report App'))
    expect(screen.getByRole('heading', { level: 1 })).not.toHaveFocus()
  })
})

test('the skip link leads to the main content', async () => {
  await openAs('developer', '/dashboard')
  expect(screen.getByRole('link', { name: 'Skip to content' })).toHaveAttribute('href', '#main')
  expect(screen.getByRole('main')).toHaveAttribute('id', 'main')
})
