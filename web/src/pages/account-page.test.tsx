import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { SignIn } from '#shared/contract/account.ts'
import { messages } from '#shared/messages.ts'
import { accountOfPassword, makeAccount, makeSettings, noSecondStep } from '../../test/account.ts'
import { allowConsole } from '../../test/console-watch.ts'
import { fakeApi, makeToken, personOf, refusal } from '../../test/fake-api.ts'
import { renderApp } from '../../test/render-app.tsx'

const list = 'GET /api/account/sign-ins'
const used = '2026-03-10T08:00:00.000Z'
const here: SignIn = {
  id: 2,
  created_at: used,
  last_used_at: used,
  address: '203.0.113.7',
  device: 'Firefox on Windows',
  is_current: true,
}
const other: SignIn = { ...here, id: 1, address: null, device: null, is_current: false }

async function open(answers: Parameters<typeof fakeApi>[0] = {}) {
  localStorage.setItem('token', makeToken())
  const api = fakeApi({
    'GET /api/auth/me': { status: 200, body: personOf('developer') },
    [list]: { status: 200, body: [here, other] },
    'GET /api/account/tokens': { status: 200, body: [] },
    ...noSecondStep,
    'GET /api/account/calendar': { status: 200, body: { created_at: null, made_by: null } },
    'GET /api/account': { status: 200, body: makeAccount('developer') },
    'GET /api/settings': { status: 200, body: makeSettings() },
    ...answers,
  })
  renderApp('/account')
  await screen.findByRole('heading', { level: 1, name: 'Your account' })
  await screen.findByRole('region', { name: 'Download my data' })
  return { api, user: userEvent.setup() }
}

const section = (name: string) => within(screen.getByRole('region', { name }))

test('the name in the header links to the account page', async () => {
  await open()
  expect(screen.getByRole('link', { name: /^Signed in as: Robin Reyes/ })).toHaveAttribute('href', '/account')
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'Profile',
    'Password',
    'Two steps',
    'Time zone and working days',
    'Notifications',
    'Activity',
    'Theme',
    'Signed-in devices',
    'Access tokens',
    'Sign-ins and token use',
    'Calendar address',
    'Download my data',
  ])
})

test("the user's teams and those that they lead are listed, and reviewers can open them", async () => {
  const [web, apps] = [
    { id: 4, name: 'Web' },
    { id: 5, name: 'Apps' },
  ]
  await open({
    'GET /api/auth/me': {
      status: 200,
      body: { ...personOf('manager'), leads: [web, apps], has_teams: true },
    },
    'GET /api/account': { status: 200, body: makeAccount('manager', { teams: [apps] }) },
  })
  const namesIn = (title: string) =>
    within(section('Profile').getByRole('list', { name: title }))
      .getAllByRole('link')
      .map(link => `${link.textContent} ${link.getAttribute('href')}`)
  expect(namesIn('Your team')).toEqual(['Apps /admin/teams/5'])
  expect(namesIn('Teams you lead')).toEqual(['Web /admin/teams/4', 'Apps /admin/teams/5'])
})

test('without teams none are listed', async () => {
  await open()
  expect(section('Profile').queryByRole('list')).toBeNull()
})

test('a new name is saved and shown in the header', async () => {
  const renamed = { status: 200, body: makeAccount('developer', { name: 'Robin Newname' }) }
  const { api, user } = await open({
    'PUT /api/account': renamed,
    'GET /api/auth/me': [{ status: 200, body: personOf('developer') }, renamed],
  })
  const profile = section('Profile')
  await user.clear(profile.getByLabelText('Name'))
  await user.click(profile.getByRole('button', { name: 'Save' }))
  expect(await profile.findByText('Name is required')).toBeVisible()
  await user.type(profile.getByLabelText('Name'), 'Robin Newname')
  await user.click(profile.getByRole('button', { name: 'Save' }))
  expect(await profile.findByText('Name saved.')).toBeVisible()
  expect(api.named('PUT /api/account')[0]?.body).toEqual({ name: 'Robin Newname' })
  expect(await screen.findByText('Signed in as: Robin Newname')).toBeVisible()
})

test('a wrong current password is an error under its field; after the right one the form is empty', async () => {
  allowConsole(/current password is not right/)
  const sentence = 'The current password is not right'
  const { api, user } = await open({
    'PUT /api/account/password': [
      refusal(400, sentence, { current_password: sentence }),
      { status: 200, body: { msg: 'Password changed. 1 other device was signed out.' } },
    ],
  })
  const password = section('Password')
  expect(accountOfPassword(password.getByLabelText('Current password'))).toBe(makeAccount('developer').email)
  const submit = () => user.click(password.getByRole('button', { name: 'Change password' }))
  await submit()
  expect(await password.findByText('Current password is required')).toBeVisible()
  await user.type(password.getByLabelText('Current password'), 'old one')
  await user.type(password.getByLabelText('New password'), 'new-password')
  await user.type(password.getByLabelText('Confirm new password'), 'new-passwort')
  await submit()
  expect(await password.findByText('Passwords must match')).toBeVisible()
  await user.type(password.getByLabelText('Confirm new password'), '{Backspace}d')
  await submit()
  expect(await password.findByText(sentence)).toBeVisible()
  await waitFor(() => expect(password.getByLabelText('Current password')).toHaveFocus())
  expect(password.getByLabelText('New password')).toHaveValue('new-password')
  await submit()
  expect(await password.findByText('Password changed. 1 other device was signed out.')).toBeVisible()
  expect(password.getByLabelText('New password')).toHaveValue('')
  expect(api.named('PUT /api/account/password')[1]?.body).toEqual({
    current_password: 'old one',
    password: 'new-password',
  })
  await waitFor(() => expect(api.named(list)).toHaveLength(2))
})

test('the current device is marked, and another device can be signed out', async () => {
  const { api, user } = await open({
    [list]: [
      { status: 200, body: [here, other] },
      { status: 200, body: [here] },
    ],
    'DELETE /api/account/sign-ins/1': { status: 200, body: { msg: 'Device signed out.' } },
  })
  const devices = section('Signed-in devices')
  const [mine, lost] = await devices.findAllByRole('listitem')
  expect(mine).toHaveTextContent(/^Firefox on WindowsThis device203\.0\.113\.7 · Last used /)
  expect(lost).toHaveTextContent(/^Unknown deviceLast used /)
  expect(within(mine as HTMLElement).queryByRole('button')).toBeNull()
  await user.click(devices.getByRole('button', { name: 'Sign out Unknown device' }))
  expect(await devices.findByText('Device signed out.')).toBeVisible()
  await waitFor(() => expect(devices.getAllByRole('listitem')).toHaveLength(1))
  expect(devices.queryByRole('button', { name: 'Sign out all other devices' })).toBeNull()
  expect(api.named('DELETE /api/account/sign-ins/1')).toHaveLength(1)
})

test('signing out a device that no longer exists counts as done', async () => {
  allowConsole(/Not found/)
  const { user } = await open({
    [list]: [
      { status: 200, body: [here, other] },
      { status: 200, body: [here] },
    ],
    'DELETE /api/account/sign-ins/1': refusal(404, 'Not found'),
  })
  const devices = section('Signed-in devices')
  await user.click(await devices.findByRole('button', { name: 'Sign out Unknown device' }))
  expect(await devices.findByText('Device signed out.')).toBeVisible()
  await waitFor(() => expect(devices.getAllByRole('listitem')).toHaveLength(1))
})

test('all other devices can be signed out at once', async () => {
  const { api, user } = await open({
    'DELETE /api/account/sign-ins': { status: 200, body: { msg: '1 other device signed out.' } },
  })
  const devices = section('Signed-in devices')
  await user.click(await devices.findByRole('button', { name: 'Sign out all other devices' }))
  expect(await devices.findByText('1 other device signed out.')).toBeVisible()
  expect(api.named('DELETE /api/account/sign-ins')).toHaveLength(1)
})

test('devices that failed to load can be loaded again', async () => {
  allowConsole(/no good/)
  const { user } = await open({
    [list]: [refusal(400, 'no good'), { status: 200, body: [here] }],
  })
  const devices = section('Signed-in devices')
  expect(await devices.findByText("We couldn't load your devices. Please try again.")).toBeVisible()
  await user.click(devices.getByRole('button', { name: 'Try again' }))
  expect(await devices.findByText('Firefox on Windows')).toBeVisible()
})

test('a failed download shows the reason', async () => {
  allowConsole(/busy/)
  const { user } = await open({
    'GET /api/account/export': refusal(503, 'The server is busy. Please try again in a moment.'),
  })
  const data = section('Download my data')
  await user.click(data.getByRole('button', { name: 'Download my data' }))
  expect(await data.findByText('The server is busy. Please try again in a moment.')).toBeVisible()
  expect(data.getByRole('button', { name: 'Download my data' })).toBeEnabled()
})

const ownDays = 'Time zone and working days'

test("the organization's time zone and working days are the default, and the user's own are saved", async () => {
  const own = makeAccount('developer', { time_zone: 'Asia/Tokyo', working_days: [1, 2, 4] })
  const { api, user } = await open({ 'PUT /api/account': { status: 200, body: own } })
  const days = section(ownDays)
  const zone = await days.findByLabelText('Time zone')
  expect(zone).toHaveValue('')
  expect(within(zone).getByRole('option', { name: 'Organization: Europe/Berlin' })).toBeInTheDocument()
  expect(days.getByText(/^It's \d+:\d\d( [AP]M)? there now\.$/)).toBeVisible()
  expect(days.queryByRole('group', { name: 'Days of the week' })).toBeNull()
  await user.selectOptions(zone, 'Asia/Tokyo')
  expect(days.getByText(/^This applies from today on/)).toBeVisible()
  await user.click(days.getByRole('checkbox', { name: 'Organization: Monday to Friday' }))
  for (const name of ['Wednesday', 'Friday']) await user.click(days.getByRole('checkbox', { name }))
  await user.click(days.getByRole('button', { name: 'Save' }))
  expect(await days.findByText('Time zone and working days saved.')).toBeVisible()
  expect(api.named('PUT /api/account')[0]?.body).toEqual({ time_zone: 'Asia/Tokyo', working_days: [1, 2, 4] })
})

test("own days can be reset to the organization's, and an empty list of working days is refused", async () => {
  const { api, user } = await open({
    'GET /api/account': {
      status: 200,
      body: makeAccount('developer', { time_zone: 'Asia/Tokyo', working_days: [2] }),
    },
    'PUT /api/account': { status: 200, body: makeAccount('developer') },
  })
  const days = section(ownDays)
  expect(await days.findByLabelText('Time zone')).toHaveValue('Asia/Tokyo')
  await user.click(days.getByRole('checkbox', { name: 'Tuesday' }))
  await user.click(days.getByRole('button', { name: 'Save' }))
  expect(await days.findByText('Choose at least one working day')).toBeVisible()
  await user.click(days.getByRole('checkbox', { name: /^Organization: / }))
  await user.selectOptions(days.getByLabelText('Time zone'), '')
  await user.click(days.getByRole('button', { name: 'Save' }))
  expect(await days.findByText('Time zone and working days saved.')).toBeVisible()
  expect(api.named('PUT /api/account')[0]?.body).toEqual({ time_zone: null, working_days: null })
})

test('time zone and working days that failed to load can be loaded again', async () => {
  allowConsole(/no good/)
  const { user } = await open({
    'GET /api/account': [refusal(400, 'no good'), { status: 200, body: makeAccount('developer') }],
  })
  const days = section(ownDays)
  await user.click(await days.findByRole('button', { name: 'Try again' }))
  expect(await days.findByLabelText('Time zone')).toBeVisible()
})

const save = 'PUT /api/account'
const withMail = { status: 200, body: makeSettings({ email_enabled: true }) }

test('the user chooses when emails come and what they are about', async () => {
  const saved = makeAccount('developer', { email_notifications: 'daily', muted: ['reply'] })
  const { api, user } = await open({ 'GET /api/settings': withMail, [save]: { status: 200, body: saved } })
  const notifications = section('Notifications')
  const email = await notifications.findByLabelText('Email')
  expect(email).toHaveDisplayValue('As things happen')
  // Notifications that only reviewers or admins get are not offered.
  expect(notifications.queryByRole('checkbox', { name: /^Summaries|^Webhooks|^Completed tasks/ })).toBeNull()
  await user.selectOptions(email, 'Once a day')
  await user.click(notifications.getByRole('checkbox', { name: 'Replies to your comments' }))
  await user.click(notifications.getByRole('button', { name: 'Save' }))
  expect(await notifications.findByText('Notification settings saved.')).toBeVisible()
  expect(api.named(save)[0]?.body).toEqual({
    email_notifications: 'daily',
    muted: ['reply'],
    reminders: true,
    reminder_time: null,
  })
  await user.selectOptions(email, 'Never')
  expect(notifications.queryByRole('checkbox', { name: 'Replies to your comments' })).toBeNull()
})

test.each([
  ['is not expected to report', [], 1],
  ['is expected to', ['manager'], 2],
] as const)(
  'while it loads, the placeholder is as tall as the choices of a user who %s',
  async (_words, roles, choices) => {
    await open({
      'GET /api/auth/me': { status: 200, body: personOf('manager') },
      'GET /api/account': () => new Promise(() => {}),
      'GET /api/settings': { status: 200, body: makeSettings({ reporting_roles: [...roles] }) },
    })
    const loading = section('Notifications').getByText('Reminders').parentElement
    await waitFor(() => expect(loading?.children).toHaveLength(1 + choices))
  },
)

test("reminders can be turned off or set to a time of the user's own", async () => {
  const saved = makeAccount('developer', { reminders: false, reminder_time: '16:30' })
  const { api, user } = await open({ [save]: { status: 200, body: saved } })
  const notifications = section('Notifications')
  await user.click(await notifications.findByRole('checkbox', { name: 'Remind me when my report is due' }))
  await user.click(notifications.getByRole('checkbox', { name: "Use the organization's time (17:00)" }))
  const time = notifications.getByLabelText('Reminder time')
  expect(time).toHaveValue('17:00')
  fireEvent.change(time, { target: { value: '16:30' } })
  await user.click(notifications.getByRole('button', { name: 'Save' }))
  expect(await notifications.findByText('Notification settings saved.')).toBeVisible()
  expect(api.named(save)[0]?.body).toMatchObject({ reminders: false, reminder_time: '16:30' })
})

test('without mail, only settings of the app are offered', async () => {
  await open()
  const notifications = section('Notifications')
  await notifications.findByRole('button', { name: 'Save' })
  expect(notifications.getByText(messages.notifications.withoutMail)).toBeVisible()
  expect(notifications.queryByLabelText('Email')).toBeNull()
})

test('a reviewer who is not expected to report can choose summaries but no reminders', async () => {
  await open({
    'GET /api/auth/me': { status: 200, body: personOf('manager') },
    'GET /api/account': { status: 200, body: makeAccount('manager', { muted: ['summary'] }) },
    'GET /api/settings': withMail,
  })
  const notifications = section('Notifications')
  expect(await notifications.findByRole('checkbox', { name: /^Summaries/ })).not.toBeChecked()
  expect(notifications.queryByRole('checkbox', { name: /^Remind me/ })).toBeNull()
})
