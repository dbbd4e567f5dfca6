import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { accountOfPassword } from '../../test/account.ts'
import { allowConsole } from '../../test/console-watch.ts'
import { fakeApi, makeToken, personOf, refusal } from '../../test/fake-api.ts'
import { makeUser } from '../../test/people.ts'
import { renderApp } from '../../test/render-app.tsx'
import { withMail } from '../../test/with-mail.ts'

const forgot = 'POST /api/auth/forgot'
const account = 'GET /api/auth/reset?code=the-code'
const reset = 'POST /api/auth/reset'
const dina = { name: 'Dina Developer', email: 'dina@example.com' }
function open(path: string, answers: Parameters<typeof fakeApi>[0]) {
  allowConsole(/No token found/)
  const api = fakeApi(answers, { othersWait: true })
  return { ...renderApp(path), api, user: userEvent.setup() }
}

test('the login page offers a reset link only if mail is set up', async () => {
  const { unmount } = open('/login', {})
  await screen.findByLabelText('Email')
  expect(screen.queryByRole('link', { name: 'Forgot your password?' })).toBeNull()
  unmount()
  withMail()
  const { user, here } = open('/login', {})
  await user.click(await screen.findByRole('link', { name: 'Forgot your password?' }))
  await waitFor(() => expect(here()).toBe('/forgot'))
})

test('without mail, the page says whom to ask', async () => {
  open('/forgot', {})
  expect(await screen.findByText(/Ask an admin or a manager/)).toBeVisible()
  expect(screen.queryByLabelText('Email')).toBeNull()
})

test('the form for a link shows errors, then the answer of the server', async () => {
  withMail()
  allowConsole(/^Too many/)
  const sentence = "If there's an account with this email, …"
  const { user, api } = open('/forgot', {
    [forgot]: [
      refusal(429, 'Too many failed sign-ins. Try again in a minute.'),
      { status: 200, body: { msg: sentence } },
    ],
  })
  const send = await screen.findByRole('button', { name: 'Send link' })
  await user.click(send)
  expect(await screen.findByText('Email is required')).toBeVisible()
  await user.type(screen.getByLabelText('Email'), 'Dina@example.com')
  await user.click(send)
  expect(await screen.findByRole('alert')).toHaveTextContent('Too many failed sign-ins')
  await user.click(send)
  expect(await screen.findByRole('status')).toHaveTextContent(sentence)
  expect(api.named(forgot).map(({ body }) => body)).toEqual([
    { email: 'dina@example.com' },
    { email: 'dina@example.com' },
  ])
})

test('a signed-in user has to confirm before the link signs in to the other account', async () => {
  const before = makeToken()
  localStorage.setItem('token', before)
  const signedIn = {
    token: makeToken({ exp: 4_000_000_001 }),
    user: makeUser(3, 'Dina Developer', 'developer'),
  }
  const { user, api, here } = open('/reset?code=the-code', {
    'GET /api/auth/me': { status: 200, body: personOf('developer') },
    'POST /api/auth/logout': { status: 200, body: { msg: 'x' } },
    [reset]: { status: 200, body: signedIn },
  })
  expect(await screen.findByText(/You're signed in as Robin Reyes in this browser/)).toBeVisible()
  expect(screen.queryByLabelText('Password')).toBeNull()
  expect(screen.getByRole('link', { name: 'Stay signed in as Robin Reyes' })).toHaveAttribute(
    'href',
    '/dashboard',
  )
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  await user.type(await screen.findByLabelText('Password'), 'quiet-violet-otter')
  await user.type(screen.getByLabelText('Confirm Password'), 'quiet-violet-otter')
  await user.click(screen.getByRole('button', { name: 'Save password' }))
  await waitFor(() => expect(here()).toBe('/dashboard'))
  expect(api.named('POST /api/auth/logout')[0]?.headers.get('x-auth-token')).toBe(before)
  expect(localStorage.getItem('token')).toBe(signedIn.token)
})

test('an expired link offers a new one, and a valid link signs in', async () => {
  allowConsole(/^This link/)
  const signedIn = { token: makeToken(), user: makeUser(3, 'Dina Developer', 'developer') }
  const { user, api, here } = open('/reset?code=the-code', {
    [reset]: [refusal(404, 'This link is no longer valid'), { status: 200, body: signedIn }],
  })
  await user.type(await screen.findByLabelText('Password'), 'quiet-violet-otter')
  await user.type(screen.getByLabelText('Confirm Password'), 'quiet-violet-otter')
  await user.click(screen.getByRole('button', { name: 'Save password' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('This link is no longer valid')
  expect(screen.getByRole('link', { name: 'Send a new link' })).toHaveAttribute('href', '/forgot')
  await user.click(screen.getByRole('button', { name: 'Save password' }))
  await waitFor(() => expect(here()).toBe('/dashboard'))
  expect(api.named(reset)[1]?.body).toEqual({ code: 'the-code', password: 'quiet-violet-otter' })
  expect(localStorage.getItem('token')).toBe(signedIn.token)
})

test('the form tells password managers which account the password belongs to', async () => {
  open('/reset?code=the-code', { [account]: { status: 200, body: dina } })
  const password = await screen.findByLabelText('Password')
  await waitFor(() => expect(accountOfPassword(password)).toBe('dina@example.com'))
})
