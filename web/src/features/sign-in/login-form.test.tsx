import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { messages } from '#shared/messages.ts'
import { allowConsole } from '../../../test/console-watch.ts'
import { answer, fakeApi, makeToken, personOf, refusal } from '../../../test/fake-api.ts'
import { renderApp } from '../../../test/render-app.tsx'

const email = () => screen.getByLabelText('Email')
const password = () => screen.getByLabelText('Password')
const button = () => screen.getByRole('button', { name: /^(Login|Logging in\.\.\.)$/ })

async function openLogin() {
  const user = userEvent.setup()
  const app = renderApp('/login')
  await screen.findByRole('heading', { level: 1, name: 'Login to Daily Report App' })
  return { user, ...app }
}

async function tryLogin(user: ReturnType<typeof userEvent.setup>) {
  await user.type(email(), 'robin@example.com')
  await user.type(password(), 'secret')
  await user.click(button())
}

test('the page has its header, fields, text and a Back link to /register, which ends at /', async () => {
  const { user, here } = await openLogin()
  await waitFor(() => expect(document.title).toBe('Login · Daily Report App'))
  expect(email()).toHaveAttribute('autocomplete', 'username')
  expect(password()).toHaveAttribute('autocomplete', 'current-password')
  expect(button()).toHaveTextContent('Login')
  expect(screen.getByText("Don't have an account?")).toBeVisible()
  const back = screen.getByRole('link', { name: 'Back' })
  expect(back).toHaveAttribute('href', '/register')
  await user.click(back)
  expect(await screen.findByText('Streamlined reporting for development teams')).toBeVisible()
  expect(here()).toBe('/')
})

test('the focus starts in the e-mail, on the first load and after a navigation', async () => {
  const { user } = await openLogin()
  expect(email()).toHaveFocus()
  await user.click(screen.getByRole('link', { name: 'Back' }))
  const [login] = await screen.findAllByRole('link', { name: 'Login' })
  await user.click(login as HTMLElement)
  await waitFor(() => expect(email()).toHaveFocus())
})

describe('validation', () => {
  test('email and password are required; the first missing one gets the focus and nothing is sent', async () => {
    const api = fakeApi({})
    const { user } = await openLogin()
    await user.click(button())
    expect(email()).toHaveAccessibleDescription('Email is required')
    expect(email()).toBeInvalid()
    expect(password()).toHaveAccessibleDescription('Password is required')
    expect(email()).toHaveFocus()
    expect(api.calls).toEqual([])
  })

  test('the email must be valid', async () => {
    const { user } = await openLogin()
    await user.type(email(), 'nobody')
    await user.type(password(), 'secret')
    await user.click(button())
    expect(email()).toHaveAccessibleDescription('Invalid email address')
    expect(password()).not.toHaveAccessibleDescription()
  })

  test('an error is removed as soon as it is corrected, and no new one is shown while typing', async () => {
    const { user } = await openLogin()
    await user.click(button())
    await user.type(email(), 'r')
    expect(email()).toHaveAccessibleDescription('Invalid email address')
    await user.type(email(), 'obin@example.com')
    expect(email()).not.toHaveAccessibleDescription()
    expect(password()).toHaveAccessibleDescription('Password is required')
    await user.type(password(), 'x')
    await user.clear(password())
    expect(password()).not.toHaveAccessibleDescription()
  })
})

describe('failure', () => {
  test('shows the server’s msg, takes the focus and keeps what was typed', async () => {
    fakeApi({ 'POST /api/auth/login': refusal(401, 'Invalid email or password') })
    const { user, here } = await openLogin()
    await tryLogin(user)
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('Invalid email or password')
    await waitFor(() => expect(alert).toHaveFocus())
    expect(email()).toHaveValue('robin@example.com')
    expect(password()).toHaveValue('secret')
    expect(button()).toBeEnabled()
    expect(here()).toBe('/login')
  })

  test('without a msg shows the error message', async () => {
    allowConsole(/^The server answered with status 502/)
    fakeApi({ 'POST /api/auth/login': { status: 502, body: 'Bad gateway' } })
    const { user } = await openLogin()
    await tryLogin(user)
    expect(await screen.findByRole('alert')).toHaveTextContent('The server answered with status 502.')
  })

  test('without any message shows "Login failed"', async () => {
    fakeApi({ 'POST /api/auth/login': { status: 200, body: { token: 'the-token' } } })
    const { user } = await openLogin()
    await tryLogin(user)
    expect(await screen.findByRole('alert')).toHaveTextContent('Login failed')
  })

  test.each([{}, { user: { name: 'Robin' } }])(
    'the answer %j, without a token, shows "No token received from server"',
    async body => {
      fakeApi({ 'POST /api/auth/login': { status: 200, body } })
      const { user } = await openLogin()
      await tryLogin(user)
      expect(await screen.findByRole('alert')).toHaveTextContent('No token received from server')
    },
  )

  test('without a response shows the message for a lost connection', async () => {
    allowConsole(/^No response to POST/)
    fakeApi({ 'POST /api/auth/login': 'no response' })
    const { user } = await openLogin()
    await tryLogin(user)
    expect(await screen.findByRole('alert')).toHaveTextContent(messages.general.noResponse)
  })

  test('the same failure again takes the focus again', async () => {
    fakeApi({ 'POST /api/auth/login': refusal(401, 'Invalid email or password') })
    const { user } = await openLogin()
    await tryLogin(user)
    await screen.findByRole('alert')
    await user.click(button())
    await waitFor(() => expect(screen.getByRole('alert')).toHaveFocus())
  })
})

test('while busy the button reads "Logging in..." and a double click sends once', async () => {
  let reply = (_response: Response) => {}
  const thinking = new Promise<Response>(resolve => {
    reply = resolve
  })
  const api = fakeApi({ 'POST /api/auth/login': () => thinking }, { othersWait: true })
  const { user, here } = await openLogin()
  await user.type(email(), 'robin@example.com')
  await user.type(password(), 'secret')
  await user.dblClick(button())
  expect(button()).toHaveTextContent('Logging in...')
  expect(button()).toBeDisabled()
  reply(answer(200, { token: 'the-token', user: personOf('developer') }))
  await waitFor(() => expect(here()).toBe('/dashboard'))
  expect(api.named('POST /api/auth/login')).toHaveLength(1)
})

test('a manager lands on /dashboard, though the guest guard would send them to /admin/dashboard', async () => {
  const reply = { status: 200, body: { token: 'the-token', user: personOf('manager') } }
  fakeApi({ 'POST /api/auth/login': reply }, { othersWait: true })
  const { user, here } = await openLogin()
  await tryLogin(user)
  expect(await screen.findByText('Reporting tips')).toBeVisible()
  expect(here()).toBe('/dashboard')
})

test('the password can be shown and hidden', async () => {
  const { user } = await openLogin()
  await user.type(password(), 'secret')
  expect(password()).toHaveAttribute('type', 'password')
  await user.click(screen.getByRole('button', { name: 'Show characters' }))
  expect(password()).toHaveAttribute('type', 'text')
  await user.click(screen.getByRole('button', { name: 'Hide characters' }))
  expect(password()).toHaveAttribute('type', 'password')
  expect(password()).toHaveValue('secret')
})

describe('after a session that ended by itself', () => {
  const expired = makeToken({ exp: 1, sub: '7' })
  const me = 'GET /api/auth/me'

  test.each([
    ['an expired token', expired, { status: 200 }, 'Your session has expired. Please log in again.'],
    [
      'a revoked one',
      makeToken(),
      refusal(401, 'Token is not valid'),
      'Your session has expired. Please log in again.',
    ],
    [
      'a failing server',
      makeToken(),
      { status: 500 },
      'Something went wrong on our end, so you were signed out. Please log in again.',
    ],
  ])('the page says why: %s', async (_what, token, reply, sentence) => {
    allowConsole(/status 500/)
    localStorage.setItem('token', token)
    fakeApi({ [me]: reply, 'POST /api/auth/login': refusal(401, 'Invalid email or password') })
    const { here } = renderApp('/reports/3')
    expect(await screen.findByText(sentence)).toBeVisible()
    expect(here()).toBe('/login')
    // The failure of an attempt replaces it.
    await tryLogin(userEvent.setup())
    expect(await screen.findByRole('alert')).toHaveTextContent('Invalid email or password')
    expect(screen.queryByText(sentence)).toBeNull()
  })

  test('the page says that the server could not be reached, also after a reload', async () => {
    allowConsole(/^No response to GET/)
    const sentence = "We couldn't reach the server, so you were signed out. Please log in again."
    localStorage.setItem('token', makeToken())
    fakeApi({ [me]: 'no response' })
    const { unmount } = renderApp('/reports/3')
    expect(await screen.findByText(sentence)).toBeVisible()
    unmount()
    renderApp('/login')
    expect(await screen.findByText(sentence)).toBeVisible()
  })

  test('a session that its user ended shows no message', async () => {
    const bye = { status: 200, body: { msg: 'Bye' } }
    localStorage.setItem('token', expired)
    fakeApi({})
    const { unmount } = renderApp('/reports/3')
    await screen.findByText('Your session has expired. Please log in again.')
    unmount()
    localStorage.setItem('token', makeToken())
    fakeApi(
      { [me]: { status: 200, body: personOf('developer') }, 'POST /api/auth/logout': bye },
      { othersWait: true },
    )
    renderApp('/reports')
    await userEvent.click(await screen.findByRole('button', { name: 'Logout' }))
    await screen.findByRole('heading', { name: 'Login to Daily Report App' })
    expect(screen.queryByText(/Please log in again/)).toBeNull()
  })
})
