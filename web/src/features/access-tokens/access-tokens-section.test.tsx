import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { AccessToken } from '#shared/contract/access-tokens.ts'
import { makeAccount, makeSettings, noSecondStep } from '../../../test/account.ts'
import { allowConsole } from '../../../test/console-watch.ts'
import { fakeApi, makeToken, personOf, refusal } from '../../../test/fake-api.ts'
import { renderApp } from '../../../test/render-app.tsx'

const list = 'GET /api/account/tokens'
const make = 'POST /api/account/tokens'
const inDays = (days: number) => new Date(Date.now() + days * 24 * 3_600_000 + 60_000).toISOString()

const script: AccessToken = {
  ...{ id: 7, name: 'Nightly script', scope: 'read', expires_at: inDays(40), ending: 'x7Qa' },
  ...{ created_at: '2026-03-10T08:00:00.000Z', last_used_at: null },
}

async function open(answers: Parameters<typeof fakeApi>[0] = {}) {
  localStorage.setItem('token', makeToken())
  const api = fakeApi({
    'GET /api/auth/me': { status: 200, body: personOf('developer') },
    'GET /api/account/sign-ins': { status: 200, body: [] },
    'GET /api/account': { status: 200, body: makeAccount('developer') },
    'GET /api/settings': { status: 200, body: makeSettings() },
    [list]: { status: 200, body: [script] },
    ...noSecondStep,
    'GET /api/account/calendar': { status: 200, body: { created_at: null, made_by: null } },
    ...answers,
  })
  renderApp('/account')
  const section = within(await screen.findByRole('region', { name: 'Access tokens' }))
  return { api, section, user: userEvent.setup() }
}

test('a new token is shown once, with a command that uses it, and is listed afterwards without it', async () => {
  const token = `drt_${'a'.repeat(46)}`
  const made = { ...script, id: 8, name: 'Deploy', scope: 'write', expires_at: null, ending: 'aaaa' }
  const { api, section, user } = await open({
    [list]: [
      { status: 200, body: [] },
      { status: 200, body: [made] },
    ],
    [make]: { status: 201, body: { ...made, token } },
  })
  expect(await section.findByText("You haven't created a token yet.")).toBeVisible()
  await user.click(section.getByRole('button', { name: 'Create token' }))
  expect(await section.findByText('Name is required')).toBeVisible()
  await user.type(section.getByLabelText('Token name'), 'Deploy')
  await user.click(section.getByRole('radio', { name: 'Read and write' }))
  await user.selectOptions(section.getByLabelText('Expires after'), 'Never')
  await user.click(section.getByRole('button', { name: 'Create token' }))
  expect(await section.findByLabelText('Your new token')).toHaveValue(token)
  expect(api.named(make)[0]?.body).toEqual({ name: 'Deploy', scope: 'write', expires_in_days: null })
  await user.click(section.getByRole('button', { name: 'Copy token' }))
  expect(await navigator.clipboard.readText()).toBe(token)
  await user.click(section.getByRole('button', { name: 'Copy command' }))
  expect(await navigator.clipboard.readText()).toMatch(
    /^curl -H "Authorization: Bearer drt_a+" http.*\/api\/auth\/me$/,
  )
  expect((await section.findByText(/^ends in aaaa/)).closest('li')).toHaveTextContent(
    /Read and write · ends in aaaa · never used · never expires/,
  )
  await user.click(section.getByRole('button', { name: 'Done' }))
  expect(screen.queryByDisplayValue(token)).toBeNull()
  expect(section.getByLabelText('Token name')).toHaveValue('')
})

test('a token that expires soon or has expired says so', async () => {
  const { section } = await open({
    [list]: {
      status: 200,
      body: [
        { ...script, id: 1, name: 'Soon', expires_at: inDays(5) },
        { ...script, id: 2, name: 'Today', expires_at: inDays(0) },
        { ...script, id: 3, name: 'Over', expires_at: inDays(-1) },
        { ...script, id: 4, name: 'Later', expires_at: inDays(7) },
      ],
    },
  })
  const rows = (await section.findAllByRole('listitem')).map(
    row => row.querySelector('.item-name')?.textContent,
  )
  expect(rows).toEqual(['Soon Expires in 5 days', 'Today Expires today', 'Over Expired', 'Later '])
})

test('deleting asks first; a refusal is shown, and one that is gone already counts as deleted', async () => {
  allowConsole(/server is busy|Token not found/)
  const { section, user } = await open({
    'DELETE /api/account/tokens/7': [
      refusal(503, 'The server is busy.'),
      {
        status: 404,
        body: { msg: 'Token not found', error: 'Token not found', code: 'access_token_not_found' },
      },
    ],
  })
  const press = async () => {
    await user.click(await section.findByRole('button', { name: 'Delete Nightly script' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText(/Programs that use it stop working at once/)).toBeVisible()
    await user.click(dialog.getByRole('button', { name: 'Delete' }))
  }
  await press()
  expect(await section.findByText(/The server is busy/)).toBeVisible()
  await press()
  expect(await section.findByText('Token deleted.')).toBeVisible()
})

test('the refusal of a token too many is shown above the form, which keeps its name', async () => {
  allowConsole(/20 tokens/)
  const { section, user } = await open({ [make]: refusal(409, 'You have 20 tokens. Delete one first.') })
  await user.type(section.getByLabelText('Token name'), 'One more')
  await user.click(section.getByRole('button', { name: 'Create token' }))
  expect(await section.findByText('You have 20 tokens. Delete one first.')).toBeVisible()
  expect(section.getByLabelText('Token name')).toHaveValue('One more')
})

test('tokens that failed to load can be loaded again', async () => {
  allowConsole(/no good/)
  const { section, user } = await open({ [list]: [refusal(400, 'no good'), { status: 200, body: [script] }] })
  expect(await section.findByText(/couldn't load your access tokens/)).toBeVisible()
  await user.click(section.getByRole('button', { name: 'Try again' }))
  expect(await section.findByText('Nightly script')).toBeVisible()
})
