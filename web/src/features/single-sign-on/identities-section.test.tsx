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
  const { dialog, user } = await openUnlink({ [unlink]: refusal(409, singleSignOn.lastWayIn) })
  await user.type(dialog.getByLabelText('Current password'), 'secret')
  await user.click(dialog.getByRole('button', { name: 'Unlink' }))
  expect(await dialog.findByText(singleSignOn.lastWayIn)).toBeVisible()
})

async function openUnlink(answers: Parameters<typeof fakeApi>[0], has_password = true) {
  const opened = await open(answers, has_password)
  // The sections of a user without a password come with the account.
  if (!has_password) await screen.findByRole('button', { name: 'Choose password' })
  const section = within(await screen.findByRole('region', { name: 'Single sign-on' }))
  await opened.user.click(await section.findByRole('button', { name: 'Unlink robin@company.example' }))
  return { ...opened, section, dialog: within(await screen.findByRole('dialog')) }
}
const unlink = 'DELETE /api/account/identities/7'
const unlinked = { status: 200, body: { msg: singleSignOn.unlinked } }

test('unlinking asks for the password', async () => {
  const { api, section, dialog, user } = await openUnlink({ [unlink]: unlinked })
  await user.click(dialog.getByRole('button', { name: 'Unlink' }))
  expect(await dialog.findByText('Current password is required')).toBeVisible()
  await user.type(dialog.getByLabelText('Current password'), 'secret')
  await user.click(dialog.getByRole('button', { name: 'Unlink' }))
  expect(await section.findByText(singleSignOn.unlinked)).toBeVisible()
  expect(api.named(unlink)[0]?.body).toEqual({ password: 'secret' })
})

test('a user without a password unlinks without one', async () => {
  const { section, dialog, user } = await openUnlink({ [unlink]: unlinked }, false)
  expect(dialog.queryByLabelText('Current password')).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Unlink' }))
  expect(await section.findByText(singleSignOn.unlinked)).toBeVisible()
})

test('a new password unlinks what is linked, if asked to', async () => {
  const change = 'PUT /api/account/password'
  const { api, user } = await open({ [change]: { status: 200, body: { msg: 'Password changed.' } } })
  const section = within(await screen.findByRole('region', { name: 'Password' }))
  const choice = section.getByRole('checkbox', { name: singleSignOn.endToo(provider) })
  await user.type(section.getByLabelText('Current password'), 'secret')
  await user.type(section.getByLabelText('New password'), 'quiet-violet-otter')
  await user.type(section.getByLabelText('Confirm new password'), 'quiet-violet-otter')
  await user.click(choice)
  await user.click(section.getByRole('button', { name: 'Change password' }))
  expect(await section.findByText('Password changed.')).toBeVisible()
  expect(choice).not.toBeChecked()
  expect(api.named(change)[0]?.body).toEqual({
    ...{ current_password: 'secret', password: 'quiet-violet-otter', end_identities: true },
  })
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
