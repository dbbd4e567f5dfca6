import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { messages } from '#shared/messages.ts'
import { allowConsole } from '../../../test/console-watch.ts'
import { fakeApi, makeToken, personOf, refusal } from '../../../test/fake-api.ts'
import { renderApp } from '../../../test/render-app.tsx'

const provider = 'Company Login'
const { singleSignOn } = messages

/** Marks the page as the server does where a provider is set up. */
function withProvider({ only = false } = {}) {
  const { dataset } = document.documentElement
  dataset.oidc = provider
  if (only) dataset.oidcOnly = ''
  onTestFinished(() => {
    delete dataset.oidc
    delete dataset.oidcOnly
  })
}

/** The server says in a cookie that the provider has led back. */
function cameBack() {
  // biome-ignore lint/suspicious/noDocumentCookie: as the server sets it
  document.cookie = 'sso=returned; Path=/'
}

const status = (given = {}) => ({
  'GET /api/auth/oidc/status': { status: 200, body: { available: true, passwords: true, ...given } },
})
const heading = () => screen.findByRole('heading', { level: 1, name: 'Login to Daily Report App' })
const button = () => screen.getByRole('link', { name: `Sign in with ${provider}` })
const signedIn = {
  status: 200,
  body: { token: makeToken(), user: { ...personOf('developer'), teams: [], sees_only_teams: false } },
}

beforeEach(() => localStorage.clear())

test('without a provider, the page has no button and asks the server nothing', async () => {
  const api = fakeApi({})
  renderApp('/login')
  await heading()
  expect(screen.queryByRole('link', { name: /^Sign in with/ })).toBeNull()
  expect(api.calls).toEqual([])
})

test('with a provider, one button above the form leads there', async () => {
  withProvider()
  fakeApi(status())
  renderApp('/login')
  await heading()
  expect(button()).toHaveAttribute('href', '/api/auth/oidc')
  const email = screen.getByLabelText('Email')
  expect(button().compareDocumentPosition(email)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})

test('the button says that the provider is away', async () => {
  withProvider()
  fakeApi(status({ available: false }))
  renderApp('/login')
  expect(await screen.findByText(singleSignOn.unavailable(provider))).toBeVisible()
  expect(button()).toHaveAccessibleDescription(singleSignOn.unavailable(provider))
  expect(screen.getByLabelText('Email')).toBeVisible()
})

test('where only single sign-on is wanted, the page says why the session ended, too', async () => {
  withProvider({ only: true })
  fakeApi(status({ passwords: false }))
  localStorage.setItem('token', makeToken({ exp: 1 }))
  renderApp('/reports')
  await heading()
  expect(await screen.findByText(messages.signIn.signedOut.expired)).toBeVisible()
  expect(screen.queryByLabelText('Email')).toBeNull()
})

test('where only single sign-on is wanted, the form is at /login?password, or where a command has opened it', async () => {
  withProvider({ only: true })
  fakeApi(status({ passwords: false }))
  const { unmount } = renderApp('/login')
  await heading()
  expect(screen.queryByLabelText('Email')).toBeNull()
  unmount()
  fakeApi(status({ passwords: false }))
  const second = renderApp('/login?password')
  await heading()
  expect(screen.getByLabelText('Email')).toBeVisible()
  second.unmount()
  fakeApi(status({ passwords: true }))
  renderApp('/login')
  expect(await screen.findByLabelText('Email')).toBeVisible()
})

test('back from the provider, the page that was asked for is shown', async () => {
  // The calls of that page have no answers here.
  allowConsole(/No response/)
  withProvider()
  cameBack()
  const api = fakeApi({ 'POST /api/auth/oidc/session': signedIn })
  const { here } = renderApp('/reports?page=2')
  await waitFor(() => expect(localStorage.getItem('token')).toBe(makeToken()))
  expect(here()).toBe('/reports?page=2')
  expect(api.named('POST /api/auth/oidc/session')).toHaveLength(1)
  expect(document.cookie).not.toContain('sso')
})

test('a failure is one sentence on the login page, and reloading does not repeat it', async () => {
  allowConsole(/There is no account/)
  withProvider()
  cameBack()
  const sentence = singleSignOn.noAccount('nora@example.com')
  fakeApi({ ...status(), 'POST /api/auth/oidc/session': refusal(403, sentence) })
  const { here, unmount } = renderApp('/reports')
  expect(await screen.findByText(sentence)).toBeVisible()
  expect(here()).toBe('/login')
  unmount()
  fakeApi(status())
  renderApp('/login')
  await heading()
  expect(screen.queryByText(sentence)).toBeNull()
})

test('the password is asked for once, then the page that was asked for is shown', async () => {
  // The calls of the page that is shown have no answers here.
  allowConsole(/hasn't verified/, /Invalid email or password/, /No response/)
  withProvider()
  cameBack()
  const sentence = singleSignOn.passwordNeeded(provider, 'robin@example.com')
  const asked = {
    status: 401,
    body: { msg: sentence, error: sentence, code: 'sso_password_needed' },
  }
  const api = fakeApi({
    'POST /api/auth/oidc/session': [asked, refusal(401, messages.signIn.invalidCredentials), signedIn],
  })
  const user = userEvent.setup()
  const { here } = renderApp('/reports')
  expect(await screen.findByText(sentence)).toBeVisible()
  await user.type(screen.getByLabelText('Password'), 'wrong')
  await user.click(screen.getByRole('button', { name: singleSignOn.link }))
  expect(await screen.findByText(messages.signIn.invalidCredentials)).toBeVisible()
  await user.clear(screen.getByLabelText('Password'))
  await user.type(screen.getByLabelText('Password'), 'right')
  await user.click(screen.getByRole('button', { name: singleSignOn.link }))
  await waitFor(() => expect(here()).toBe('/reports'))
  expect(api.named('POST /api/auth/oidc/session').map(({ body }) => body)).toEqual([
    {},
    { password: 'wrong' },
    { password: 'right' },
  ])
})
