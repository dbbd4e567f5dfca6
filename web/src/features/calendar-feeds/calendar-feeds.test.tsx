import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { makeAccount, makeSettings, noSecondStep } from '../../../test/account.ts'
import { allowConsole } from '../../../test/console-watch.ts'
import { fakeApi, makeToken, personOf, refusal } from '../../../test/fake-api.ts'
import { renderApp } from '../../../test/render-app.tsx'

const [read, make, end] = ['GET', 'POST', 'DELETE'].map(method => `${method} /api/account/calendar`) as [
  string,
  string,
  string,
]
const me = personOf('developer')
const none = { created_at: null, made_by: null }
const feed = { created_at: '2026-03-09T10:00:00.000Z', made_by: { id: me.id, name: me.name } }
const addressOf = (secret: string) => `https://reports.example.com/api/calendar/${secret}.ics`
const answer = (body: object, status = 200) => ({ status, body })

async function open(answers: Parameters<typeof fakeApi>[0] = {}) {
  localStorage.setItem('token', makeToken())
  const api = fakeApi({
    'GET /api/auth/me': answer(me),
    'GET /api/account/sign-ins': answer([]),
    'GET /api/account/tokens': answer([]),
    ...noSecondStep,
    'GET /api/account': answer(makeAccount('developer')),
    'GET /api/settings': answer(makeSettings()),
    [read]: answer(feed),
    ...answers,
  })
  renderApp('/account')
  const section = within(await screen.findByRole('region', { name: 'Calendar address' }))
  const user = userEvent.setup()
  const press = async (name: string) => user.click(await section.findByRole('button', { name }))
  const confirm = async (name: string) =>
    user.click(within(await screen.findByRole('dialog')).getByRole('button', { name }))
  return { api, section, press, confirm }
}

test('an address is made, copied, replaced after a question, and ended', async () => {
  const { api, section, press, confirm } = await open({
    [read]: answer(none),
    [make]: [
      answer({ ...feed, address: addressOf('first') }, 201),
      answer({ ...feed, address: addressOf('second') }, 201),
    ],
    [end]: answer({ msg: 'Calendar address ended.' }),
  })
  expect(await section.findByText('No address yet.')).toBeVisible()
  await press('Create address')
  expect(await section.findByLabelText('Calendar address')).toHaveValue(addressOf('first'))
  expect(section.getByText(/You won't see it again/)).toBeVisible()
  expect(section.getByRole('button', { name: 'Copy address' })).toHaveFocus()
  await press('Copy address')
  expect(await navigator.clipboard.readText()).toBe(addressOf('first'))

  await press('Create a new address')
  expect(screen.getByRole('dialog')).toHaveTextContent('stop being updated')
  await confirm('Cancel')
  expect(api.named(make)).toHaveLength(1)
  await press('Create a new address')
  await confirm('Create a new address')
  expect(await section.findByDisplayValue(addressOf('second'))).toBeVisible()

  await press('End address')
  await confirm('End address')
  expect(await section.findByText('Calendar address ended.')).toBeVisible()
  expect(section.getByText('No address yet.')).toBeVisible()
  expect(section.queryByLabelText('Calendar address')).toBeNull()
  expect(section.getByRole('button', { name: 'Create address' })).toHaveFocus()
})

test('an address that was made before says when, and is not shown again', async () => {
  const { section } = await open()
  expect(await section.findByText(/You created an address on/)).toHaveTextContent('Mar 9, 2026')
  expect(section.queryByLabelText('Calendar address')).toBeNull()
  expect(section.queryByRole('button', { name: 'Create address' })).toBeNull()
})

test('what is refused is said, and the address stays', async () => {
  allowConsole(/server is busy/)
  const busy = refusal(503, 'The server is busy.')
  const { section, press, confirm } = await open({ [make]: busy, [end]: busy })
  for (const name of ['Create a new address', 'End address']) {
    await press(name)
    await confirm(name)
    expect(await section.findByText(/The server is busy/)).toBeVisible()
    expect(section.getByText(/You created an address on/)).toBeVisible()
  }
})

test('a failed load can be repeated', async () => {
  allowConsole(/no good/)
  const { section, press } = await open({ [read]: [refusal(400, 'no good'), answer(feed)] })
  expect(await section.findByText(/couldn't load the calendar address/)).toBeVisible()
  await press('Try again')
  expect(await section.findByText(/You created an address on/)).toBeVisible()
})
