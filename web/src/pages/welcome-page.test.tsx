import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { accountOfPassword } from '../../test/account.ts'
import { allowConsole } from '../../test/console-watch.ts'
import { fakeApi, makeToken, personOf, refusal } from '../../test/fake-api.ts'
import { makeUser } from '../../test/people.ts'
import { renderApp } from '../../test/render-app.tsx'

const invitation = 'GET /api/auth/invitation?code=the-code'
const accept = 'POST /api/auth/invitation'
const nadia = { name: 'Nadia New', email: 'nadia@example.com' }
const invalid = refusal(404, 'This invitation is no longer valid')

function open(answers: Parameters<typeof fakeApi>[0]) {
  const api = fakeApi({ [invitation]: { status: 200, body: nadia }, ...answers }, { othersWait: true })
  return { ...renderApp('/welcome?code=the-code'), api, user: userEvent.setup() }
}

async function choose(user: ReturnType<typeof userEvent.setup>, password: string, again = password) {
  await user.type(await screen.findByLabelText('Password'), password)
  await user.type(screen.getByLabelText('Confirm Password'), again)
  await user.click(screen.getByRole('button', { name: 'Start' }))
}

test('a used or expired invitation says whom to ask', async () => {
  allowConsole(/^This invitation/, /No token found/)
  open({ [invitation]: invalid })
  expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent(
    'This invitation is no longer valid',
  )
  expect(screen.getByText(/ask the person who invited you/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Go to login' })).toHaveAttribute('href', '/login')
})

test('a failed load can be retried', async () => {
  allowConsole(/^No response to/, /No token found/)
  const { user } = open({ [invitation]: ['no response', { status: 200, body: nadia }] })
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', { name: 'Welcome, Nadia New' })).toBeVisible()
})

test('the form asks for a password twice, shows its strength and signs in', async () => {
  allowConsole(/No token found/)
  const signedIn = { token: makeToken(), user: makeUser(9, nadia.name, 'designer') }
  const { user, api, here } = open({ [accept]: { status: 200, body: signedIn } })
  const field = await screen.findByLabelText('Password')
  expect(screen.getByText(/nadia@example\.com/)).toBeVisible()
  expect(accountOfPassword(field)).toBe(nadia.email)
  await user.type(field, 'nadia-nadia')
  expect(field).toHaveAccessibleDescription(/Strength: weak/)
  await user.clear(field)
  await user.type(field, 'correct horse battery staple')
  expect(field).toHaveAccessibleDescription('Strength: strong.')
  await user.clear(field)
  await choose(user, 'quiet-violet-otter', 'other')
  expect(await screen.findByText('Passwords must match')).toBeVisible()
  expect(api.named(accept)).toEqual([])
  await user.clear(screen.getByLabelText('Confirm Password'))
  await user.type(screen.getByLabelText('Confirm Password'), 'quiet-violet-otter')
  await user.click(screen.getByRole('button', { name: 'Start' }))
  await waitFor(() => expect(here()).toBe('/dashboard'))
  expect(api.named(accept)[0]?.body).toEqual({ code: 'the-code', password: 'quiet-violet-otter' })
  expect(localStorage.getItem('token')).toBe(signedIn.token)
})

test('an invitation that was used meanwhile and a refused password show the reason', async () => {
  allowConsole(/^This invitation/, /^This password/, /No token found/)
  const common = 'This password is too common. Choose another one.'
  const { user } = open({ [accept]: [refusal(400, common, { password: common }), invalid] })
  await choose(user, 'football')
  expect(await screen.findByText(common)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Start' }))
  expect(
    await screen.findByRole('heading', { level: 1, name: 'This invitation is no longer valid' }),
  ).toBeVisible()
  expect(screen.getByText(/ask the person who invited you/)).toBeVisible()
})

test('a signed-in user has to confirm before being signed out', async () => {
  const before = makeToken()
  localStorage.setItem('token', before)
  const signedIn = { token: makeToken({ exp: 4_000_000_001 }), user: makeUser(9, nadia.name, 'designer') }
  const { user, api, here } = open({
    'GET /api/auth/me': { status: 200, body: personOf('developer') },
    'POST /api/auth/logout': { status: 200, body: { msg: 'x' } },
    [accept]: { status: 200, body: signedIn },
  })
  expect(await screen.findByText(/You're signed in as Robin Reyes in this browser/)).toBeVisible()
  expect(screen.queryByLabelText('Password')).toBeNull()
  expect(screen.getByRole('link', { name: 'Stay signed in as Robin Reyes' })).toHaveAttribute(
    'href',
    '/dashboard',
  )
  await user.click(screen.getByRole('button', { name: 'Continue as Nadia New' }))
  await choose(user, 'quiet-violet-otter')
  await waitFor(() => expect(here()).toBe('/dashboard'))
  expect(api.named('POST /api/auth/logout')[0]?.headers.get('x-auth-token')).toBe(before)
  expect(localStorage.getItem('token')).toBe(signedIn.token)
})

test('an expired token does not redirect from the invitation', async () => {
  allowConsole(/No token found/)
  localStorage.setItem('token', makeToken({ exp: 1 }))
  const { here } = open({})
  expect(await screen.findByRole('heading', { name: 'Welcome, Nadia New' })).toBeVisible()
  expect(here()).toBe('/welcome?code=the-code')
})
