import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, onTestFinished, test, vi } from 'vitest'
import { messages } from '#shared/messages.ts'
import { makeAccount, makeSettings, noSecondStep } from '../../../test/account.ts'
import { allowConsole } from '../../../test/console-watch.ts'
import { fakeApi, makeToken, personOf, refusal } from '../../../test/fake-api.ts'
import { renderApp } from '../../../test/render-app.tsx'

const provider = 'Company Login'
const list = 'GET /api/account/identities'
const link = 'POST /api/account/identities'
const { singleSignOn } = messages

const identity = {
  ...{ id: 7, issuer: 'https://login.example.com/realms/company', email: 'robin@company.example' },
  ...{ created_at: '2026-03-10T08:00:00.000Z', last_used_at: null },
}
const listing = (...data: object[]) => ({
  status: 200,
  body: { data, pagination: { total: data.length, pages: 1, page: 1, limit: 1 } },
})

async function open(answers: Parameters<typeof fakeApi>[0] = {}, has_password = true) {
  const { dataset } = document.documentElement
  dataset.oidc = provider
  onTestFinished(() => {
    delete dataset.oidc
  })
  localStorage.setItem('token', makeToken())
  const api = fakeApi({
    'GET /api/auth/me': { status: 200, body: personOf('developer') },
    'GET /api/account/sign-ins': { status: 200, body: [] },
    'GET /api/account': { status: 200, body: makeAccount('developer', { has_password }) },
    'GET /api/settings': { status: 200, body: makeSettings() },
    'GET /api/account/tokens': { status: 200, body: [] },
    ...noSecondStep,
    'GET /api/account/calendar': { status: 200, body: { created_at: null, made_by: null } },
    [list]: listing(identity),
    ...answers,
  })
  renderApp('/account')
  const section = within(await screen.findByRole('region', { name: 'Single sign-on' }))
  return { api, section, user: userEvent.setup() }
}

test('linking asks for the password and leads to the provider', async () => {
  const assign = vi.spyOn(location, 'assign').mockReturnValue()
  const url = 'https://login.example.com/auth?state=1'
  const { api, section, user } = await open({ [list]: listing(), [link]: { status: 200, body: { url } } })
  expect(await section.findByText(singleSignOn.noneLinked)).toBeVisible()
  await user.click(section.getByRole('button', { name: `Link ${provider}` }))
  expect(await section.findByText('Current password is required')).toBeVisible()
  await user.type(section.getByLabelText('Current password'), 'secret')
  await user.click(section.getByRole('button', { name: `Link ${provider}` }))
  await vi.waitFor(() => expect(assign).toHaveBeenCalledWith(url))
  expect(api.named(link)[0]?.body).toEqual({ password: 'secret' })
})

test('the last way in stays, with a sentence', async () => {
  allowConsole(/This is your only way/)
  const { section, user } = await open({
    'DELETE /api/account/identities/7': refusal(409, singleSignOn.lastWayIn),
  })
  await user.click(await section.findByRole('button', { name: 'Unlink robin@company.example' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Unlink' }))
  expect(await section.findByText(singleSignOn.lastWayIn)).toBeVisible()
})

test('a user without a password chooses one, and links without one', async () => {
  const { section } = await open({}, false)
  expect(await screen.findByRole('button', { name: 'Choose password' })).toBeVisible()
  expect(section.queryByLabelText('Current password')).toBeNull()
  expect(screen.queryByLabelText('Current password')).toBeNull()
})

test.each([
  ['linked', singleSignOn.linked(provider)],
  ['identity_taken', singleSignOn.identityTaken(provider)],
  ['sso_domain_refused', singleSignOn.failed(provider)],
])('back from the provider with %s', async (notice, sentence) => {
  // biome-ignore lint/suspicious/noDocumentCookie: as the server sets it
  document.cookie = `sso=${notice}; Path=/`
  const { section } = await open()
  expect(await section.findByText(sentence)).toBeVisible()
  expect(document.cookie).not.toContain('sso')
})
