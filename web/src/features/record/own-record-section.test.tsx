import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { messages } from '#shared/messages.ts'
import { makeAccount, makeSettings, noSecondStep } from '../../../test/account.ts'
import { allowConsole } from '../../../test/console-watch.ts'
import { fakeApi, makeToken, personOf, refusal } from '../../../test/fake-api.ts'
import { makeEntry, makeRecordPage } from '../../../test/record.ts'
import { renderApp } from '../../../test/render-app.tsx'

const robin = { id: 7, name: 'Robin Reyes' }
const signIn = makeEntry({
  kind: 'sign_in.succeeded',
  actor: robin,
  target: { type: 'user', ...robin },
  details: {},
})
const ended = { msg: 'Ended 1 sign-in and 0 access tokens.', sign_ins: 1, tokens: 0 }

async function open(answers: Parameters<typeof fakeApi>[0] = {}) {
  localStorage.setItem('token', makeToken())
  const api = fakeApi({
    'GET /api/auth/me': { status: 200, body: personOf('developer') },
    'GET /api/account/sign-ins': { status: 200, body: [] },
    'GET /api/account': { status: 200, body: makeAccount('developer') },
    'GET /api/settings': { status: 200, body: makeSettings() },
    'GET /api/account/tokens': { status: 200, body: [] },
    ...noSecondStep,
    'GET /api/account/calendar': { status: 200, body: { created_at: null, made_by: null } },
    'GET /api/account/record?page=1': { status: 200, body: makeRecordPage([signIn]) },
    ...answers,
  })
  renderApp('/account')
  const section = within(await screen.findByRole('region', { name: 'Sign-ins and token use' }))
  return { api, section, user: userEvent.setup() }
}

test('shows the own sign-ins, and ends all of them once it has asked', async () => {
  const { api, section, user } = await open({ 'DELETE /api/account/access': { status: 200, body: ended } })
  expect(await section.findByText('Robin Reyes signed in')).toBeVisible()
  await user.click(section.getByRole('button', { name: messages.record.endAll }))
  const dialog = within(screen.getByRole('dialog', { name: messages.record.endAll }))
  expect(dialog.getByText(messages.record.endOwnQuestion)).toBeVisible()
  expect(api.named('DELETE /api/account/access')).toHaveLength(0)
  await user.click(dialog.getByRole('button', { name: 'End all' }))
  await waitFor(() => expect(localStorage.getItem('token')).toBeNull())
  expect(await screen.findByRole('heading', { name: 'Login to Daily Report App' })).toBeVisible()
  expect(screen.getByText(messages.signIn.signedOut.ended)).toBeVisible()
})

test('a failure is said in the dialog, and nothing has ended', async () => {
  allowConsole(/500/, /went wrong/)
  const { section, user } = await open({ 'DELETE /api/account/access': refusal(500, 'Something went wrong') })
  await user.click(await section.findByRole('button', { name: messages.record.endAll }))
  await user.click(screen.getByRole('button', { name: 'End all' }))
  expect(await screen.findByText('Something went wrong')).toBeVisible()
  expect(localStorage.getItem('token')).not.toBeNull()
})

test('says so if there is nothing yet', async () => {
  const { section } = await open({
    'GET /api/account/record?page=1': { status: 200, body: makeRecordPage([]) },
  })
  expect(await section.findByText(messages.record.noneOwn)).toBeVisible()
})
