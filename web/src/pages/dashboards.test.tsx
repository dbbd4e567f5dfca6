import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { Role } from '#shared/roles.ts'
import { fakeApi, makeToken, personOf } from '../../test/fake-api.ts'
import { renderApp } from '../../test/render-app.tsx'

async function openAs(role: Role, path: string) {
  vi.useFakeTimers({ now: new Date(2026, 2, 2, 9), toFake: ['Date'] })
  localStorage.setItem('token', makeToken())
  fakeApi({ 'GET /api/auth/me': { status: 200, body: personOf(role) } }, { othersWait: true })
  renderApp(path)
  await screen.findByRole('heading', { level: 1 })
  return within(screen.getByRole('main'))
}

test('the developer dashboard greets and links to the reports', async () => {
  const page = await openAs('developer', '/dashboard')
  expect(page.getByRole('heading', { level: 1 })).toHaveTextContent('Good morning, Robin')
  expect(page.getByRole('link', { name: 'Submit Report' })).toHaveAttribute('href', '/reports/new')
  expect(page.getByRole('link', { name: 'My Reports' })).toHaveAttribute('href', '/reports')
  expect(page.getByRole('region', { name: 'Reporting tips' })).toBeVisible()
})

test.each(['manager', 'admin'] as const)('a %s sees a link to the team dashboard', async role => {
  const page = await openAs(role, '/dashboard')
  expect(page.getByRole('link', { name: 'Team Dashboard' })).toHaveAttribute('href', '/admin/dashboard')
})

test('a developer sees no link to the team dashboard', async () => {
  const page = await openAs('developer', '/dashboard')
  expect(page.queryByRole('link', { name: 'Team Dashboard' })).toBeNull()
})
