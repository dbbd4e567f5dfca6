import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { User } from '#shared/contract/users.ts'
import { fakeApi, makeToken, personOf } from '../../../test/fake-api.ts'
import { renderApp } from '../../../test/render-app.tsx'

const robin = personOf('developer')

/** Robin's token expires while a page is open; then a user signs in. */
async function comeBack(path: string, as: User = robin) {
  localStorage.setItem('token', makeToken({ exp: 1, sub: String(robin.id) }))
  const body = { token: makeToken(), user: as }
  fakeApi({ 'POST /api/auth/login': { status: 200, body } }, { othersWait: true })
  const app = renderApp(path)
  const user = userEvent.setup()
  await user.type(await screen.findByLabelText('Email'), as.email)
  await user.type(screen.getByLabelText('Password'), 'secret')
  await user.click(screen.getByRole('button', { name: 'Login' }))
  await screen.findByText(`Signed in as: ${as.name}`)
  await screen.findByRole('heading', { level: 1, name: /Robin|Admin Dashboard/ })
  return { ...app, user }
}

const link = () => screen.queryByRole('link', { name: /^Go back to/ })

test.each([
  ['/reports/new', 'Submit Report', robin],
  ['/tasks/5', 'the task', robin],
  ['/calendar?month=2026-03', 'Calendar', robin],
  ['/account', 'your account', robin],
  ['/admin/users/import', 'Add several people', personOf('manager')],
  ['/admin/today?date=2026-03-02', 'Today', personOf('manager')],
  ['/admin/reports?userId=3', 'All Reports', personOf('manager')],
  ['/admin/blockers?state=resolved', 'Blockers', personOf('manager')],
  ['/admin/users', 'Manage Users', personOf('admin')],
])('the dashboard has a link back to %s', async (path, name, as) => {
  const { user, here } = await comeBack(path, as)
  expect(screen.getByText('You were signed out while another page was open.')).toBeVisible()
  await user.click(screen.getByRole('link', { name: `Go back to ${name}` }))
  expect(here()).toBe(path)
})

test('the link can be dismissed and is shown only once', async () => {
  const { user, unmount } = await comeBack('/reports/new')
  await user.click(screen.getAllByRole('button', { name: 'Dismiss' })[0] as HTMLElement)
  expect(link()).toBeNull()
  unmount()
  renderApp('/dashboard')
  expect(link()).toBeNull()
})

test.each([
  ['another user', '/reports/new', { ...robin, id: 8 }],
  ['a user who was on the dashboard', '/dashboard', robin],
  ['a user who was on no page', '/nowhere', robin],
])('the dashboard has no link back for %s', async (_who, path, as) => {
  await comeBack(path, as)
  expect(link()).toBeNull()
})

test.each(['//elsewhere.example/reports/new', 'https://elsewhere.example/reports', 'javascript:alert(1)'])(
  'the dashboard has no link to %s, even if it was stored',
  async path => {
    localStorage.setItem('token', makeToken())
    sessionStorage.setItem('signed-out', JSON.stringify({ reason: 'expired', path, userId: robin.id }))
    fakeApi({ 'GET /api/auth/me': { status: 200, body: robin } }, { othersWait: true })
    renderApp('/dashboard')
    await screen.findByRole('heading', { level: 1, name: /Robin/ })
    expect(link()).toBeNull()
  },
)

test('the dashboard has no link back for a user who ended all of their sign-ins', async () => {
  localStorage.setItem('token', makeToken())
  const signedOut = { reason: 'ended', path: '/account', userId: robin.id }
  sessionStorage.setItem('signed-out', JSON.stringify(signedOut))
  fakeApi({ 'GET /api/auth/me': { status: 200, body: robin } }, { othersWait: true })
  renderApp('/dashboard')
  await screen.findByRole('heading', { level: 1, name: /Robin/ })
  expect(link()).toBeNull()
})
