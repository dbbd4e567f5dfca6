import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { allowConsole } from '../../../test/console-watch.ts'
import { fakeApi, makeToken, personOf, refusal } from '../../../test/fake-api.ts'
import { renderApp } from '../../../test/render-app.tsx'

const me = 'GET /api/auth/me'
const ok = (body: unknown) => ({ status: 200, body })
const demoted = [ok(personOf('manager')), ok(personOf('developer'))]

async function open(answers: Parameters<typeof fakeApi>[0], path: string) {
  localStorage.setItem('token', makeToken())
  const api = fakeApi(answers, { othersWait: true })
  const app = renderApp(path)
  await screen.findByRole('heading', { level: 1 })
  return { ...app, api, user: userEvent.setup() }
}

test('a demoted manager cannot open the next screen of reviewers', async () => {
  const { user, here, queryClient } = await open({ [me]: demoted }, '/admin/users')
  queryClient.setQueryData(['estimate'], 1234)
  await user.click(screen.getByRole('link', { name: 'Register User' }))
  await waitFor(() => expect(here()).toBe('/dashboard'))
  // Data that was loaded in the old role is removed too.
  expect(queryClient.getQueryData(['estimate'])).toBeUndefined()
})

test('a demoted manager leaves the screen as soon as a call is refused', async () => {
  allowConsole(/^You don't have permission/)
  const forbidden = refusal(403, "You don't have permission to do this.")
  const { here } = await open({ [me]: demoted, 'GET /api/users': forbidden }, '/admin/users')
  await waitFor(() => expect(here()).toBe('/dashboard'))
})

test('a failed reload of the user changes nothing, and triggers no other', async () => {
  allowConsole(/^Away/)
  const { user, here, api } = await open(
    { [me]: [ok(personOf('manager')), refusal(403, 'Away')] },
    '/admin/users',
  )
  await user.click(screen.getByRole('link', { name: 'Register User' }))
  await screen.findByRole('heading', { level: 1, name: 'Register New User' })
  await waitFor(() => expect(api.named(me)).toHaveLength(2))
  expect(here()).toBe('/admin/register')
  expect(screen.getByRole('link', { name: 'Manage Users' })).toBeInTheDocument()
})

test('a staff account is not loaded again', async () => {
  const { user, api } = await open({ [me]: ok(personOf('developer')) }, '/tasks')
  await user.click(screen.getByRole('link', { name: 'My Reports' }))
  await screen.findByRole('heading', { level: 1, name: 'My Reports' })
  expect(api.named(me)).toHaveLength(1)
})
