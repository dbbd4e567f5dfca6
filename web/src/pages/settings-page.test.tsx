import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import type { Settings } from '#shared/contract/settings.ts'
import { messages } from '#shared/messages.ts'
import type { Role } from '#shared/roles.ts'
import { makeSettings } from '../../test/account.ts'
import { allowConsole } from '../../test/console-watch.ts'
import { fakeApi, makeToken, personOf, refusal } from '../../test/fake-api.ts'
import { renderApp } from '../../test/render-app.tsx'
import { withMail } from '../../test/with-mail.ts'

const christmas = { id: 1, date: '2026-12-25', name: 'Christmas Day' }
const easter = { id: 2, date: '2026-04-05', name: 'Easter' }

async function open(
  answers: Parameters<typeof fakeApi>[0] = {},
  given: Partial<Settings> = {},
  role: Role = 'admin',
) {
  vi.useFakeTimers({ now: new Date(2026, 10, 16, 12), toFake: ['Date'] })
  localStorage.setItem('token', makeToken())
  const api = fakeApi(
    {
      'GET /api/auth/me': { status: 200, body: personOf(role) },
      'GET /api/settings': { status: 200, body: makeSettings(given) },
      ...answers,
    },
    { othersWait: true },
  )
  const app = renderApp('/admin/settings')
  const user = userEvent.setup()
  return { api, user, ...app }
}

async function section(name: string) {
  await screen.findAllByRole('button', { name: 'Save' })
  return within(screen.getByRole('region', { name }))
}

test.each(['manager', 'developer'] as const)('a %s is sent to their own dashboard', async role => {
  const { here } = await open({}, {}, role)
  await screen.findByRole('heading', { level: 1, name: role === 'manager' ? 'Admin Dashboard' : /Robin/ })
  expect(here()).toBe(role === 'manager' ? '/admin/dashboard' : '/dashboard')
  expect(screen.queryByRole('link', { name: 'Settings' })).toBeNull()
})

test('the gear in the header links to the settings', async () => {
  await open()
  await section('Organization')
  const gear = within(screen.getByRole('banner')).getByRole('link', { name: 'Settings' })
  expect(gear).toHaveAttribute('href', '/admin/settings')
  expect(gear).toHaveAttribute('aria-current', 'page')
})

test('the version of the server is below the sections, with the commit if it is known', async () => {
  await open()
  expect(await screen.findByText('Version 1.1.0 (9f8e7d6)')).toBeVisible()
})

test('a server without a commit shows its version alone, and an older server nothing', async () => {
  const { unmount } = await open({}, { commit: null })
  expect(await screen.findByText('Version 1.1.0')).toBeVisible()
  unmount()
  const { version: _, commit: __, ...older } = makeSettings()
  await open({ 'GET /api/settings': { status: 200, body: older } })
  await section('Organization')
  expect(screen.queryByText(/^Version/)).toBeNull()
})

test('settings that failed to load can be loaded again', async () => {
  allowConsole(/no good/)
  const { user } = await open({
    'GET /api/settings': [refusal(400, 'no good'), { status: 200, body: makeSettings() }],
  })
  expect(await screen.findByText(messages.settings.loadFailed)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect((await section('Working days')).getByRole('button', { name: 'Save' })).toBeVisible()
})

test('the organization has its own Save, and a new time zone explains what changes', async () => {
  const saved = makeSettings({
    organization_name: 'Acme',
    time_zone: 'Asia/Tokyo',
    reporting_roles: ['developer', 'designer', 'marketing', 'manager'],
  })
  const { api, user } = await open({ 'PUT /api/settings': { status: 200, body: saved } })
  const organization = await section('Organization')
  const zone = organization.getByLabelText('Time zone')
  expect(zone).toHaveValue('Europe/Berlin')
  expect(organization.queryByText(/^From today on/)).toBeNull()
  await user.type(organization.getByLabelText('Name (optional)'), 'Acme')
  await user.selectOptions(zone, 'Asia/Tokyo')
  expect(organization.getByText(messages.settings.zoneChanges('Asia/Tokyo'))).toBeVisible()
  await user.click(organization.getByRole('checkbox', { name: 'Manager' }))
  await user.click(organization.getByRole('button', { name: 'Save' }))
  expect(await organization.findByText('Organization saved.')).toBeVisible()
  expect(api.named('PUT /api/settings').map(({ body }) => body)).toEqual([
    {
      organization_name: 'Acme',
      time_zone: 'Asia/Tokyo',
      reporting_roles: ['developer', 'designer', 'marketing', 'manager'],
    },
  ])
  expect(organization.queryByText(/^From today on/)).toBeNull()
})

describe('the setting of whom managers see', () => {
  const withTeams = {
    'GET /api/auth/me': { status: 200, body: { ...personOf('admin'), has_teams: true } },
  }

  test('is not shown without teams', async () => {
    await open()
    await section('Organization')
    expect(screen.queryByRole('region', { name: 'Managers' })).toBeNull()
    expect(screen.queryByRole('link', { name: 'Managers' })).toBeNull()
  })

  test('can be changed if there are teams, and each choice is explained', async () => {
    const limited = { status: 200, body: makeSettings({ manager_scope: 'teams' }) }
    const { api, user } = await open({ ...withTeams, 'PUT /api/settings': limited })
    const managers = await section('Managers')
    const scope = managers.getByLabelText('Managers see')
    expect(scope).toHaveValue('everyone')
    expect(managers.getByText(messages.settings.aboutManagerScope.everyone)).toBeVisible()
    await user.selectOptions(scope, 'Only the people of teams they lead')
    expect(managers.getByText(messages.settings.aboutManagerScope.teams)).toBeVisible()
    await user.click(managers.getByRole('button', { name: 'Save' }))
    expect(await managers.findByText(messages.settings.managerScopeSaved)).toBeVisible()
    expect(api.named('PUT /api/settings').map(({ body }) => body)).toEqual([{ manager_scope: 'teams' }])
  })

  test('can be changed back after the last team was deleted', async () => {
    await open({}, { manager_scope: 'teams' })
    expect((await section('Managers')).getByLabelText('Managers see')).toHaveValue('teams')
  })
})

test('only changed fields of the organization are sent', async () => {
  const renamed = makeSettings({ organization_name: 'Acme' })
  const { api, user } = await open({ 'PUT /api/settings': { status: 200, body: renamed } })
  const organization = await section('Organization')
  await user.type(organization.getByLabelText('Name (optional)'), 'Acme')
  await user.click(organization.getByRole('button', { name: 'Save' }))
  expect(await organization.findByText('Organization saved.')).toBeVisible()
  expect(api.named('PUT /api/settings')[0]?.body).toEqual({ organization_name: 'Acme' })
})

test('at least one working day is required; days are sent in order, and a note says when they apply', async () => {
  const { api, user } = await open(
    { 'PUT /api/settings': { status: 200, body: makeSettings({ working_days: [1, 2, 7] }) } },
    { working_days: [2] },
  )
  const days = await section('Working days')
  const save = () => user.click(days.getByRole('button', { name: 'Save' }))
  await user.click(days.getByRole('checkbox', { name: 'Tuesday' }))
  await save()
  expect(await days.findByText(messages.fields.workingDayRequired)).toBeVisible()
  await waitFor(() => expect(days.getByRole('checkbox', { name: 'Monday' })).toHaveFocus())
  expect(api.named('PUT /api/settings')).toHaveLength(0)
  for (const name of ['Sunday', 'Tuesday', 'Monday']) await user.click(days.getByRole('checkbox', { name }))
  expect(days.getByText(messages.settings.workingDaysChange)).toBeVisible()
  await save()
  expect(await days.findByText('Working days saved.')).toBeVisible()
  expect(api.named('PUT /api/settings')[0]?.body).toEqual({ working_days: [1, 2, 7] })
})

test('a refusal is shown, and the input stays', async () => {
  allowConsole(/busy/)
  const { user } = await open({ 'PUT /api/settings': refusal(503, 'The server is busy.') })
  const days = await section('Working days')
  await user.click(days.getByRole('checkbox', { name: 'Saturday' }))
  await user.click(days.getByRole('button', { name: 'Save' }))
  expect(await days.findByText('The server is busy.')).toBeVisible()
  expect(days.getByRole('checkbox', { name: 'Saturday' })).toBeChecked()
})

test('the times of reminders and summary can be changed', async () => {
  const saved = makeSettings({ reminder_time: '16:30', summary_time: '08:00' })
  const { api, user } = await open({ 'PUT /api/settings': { status: 200, body: saved } })
  const times = await section('Reminders and summary')
  expect(times.getByLabelText('Reminder')).toHaveValue('17:00')
  await user.clear(times.getByLabelText('Reminder'))
  await user.click(times.getByRole('button', { name: 'Save' }))
  expect(await times.findByText(messages.fields.timeInvalid)).toBeVisible()
  await user.type(times.getByLabelText('Reminder'), '16:30')
  await user.clear(times.getByLabelText('Summary'))
  await user.type(times.getByLabelText('Summary'), '08:00')
  await user.click(times.getByRole('button', { name: 'Save' }))
  expect(await times.findByText(messages.settings.timesSaved)).toBeVisible()
  expect(api.named('PUT /api/settings')[0]?.body).toEqual({ reminder_time: '16:30', summary_time: '08:00' })
})

/** Returns the section once it has replaced its placeholder. */
async function mailSection() {
  await screen.findByText(/^Email (is|isn't) set up$/)
  return within(screen.getByRole('region', { name: 'Mail' }))
}

test('without mail, the section says how to set it up', async () => {
  const { api } = await open()
  const mail = await mailSection()
  expect(await mail.findByText(messages.mail.off)).toBeVisible()
  expect(mail.getByText(messages.mail.offHint)).toBeVisible()
  expect(api.calls.some(({ name }) => name.includes('deliveries'))).toBe(false)
})

const delivery = {
  id: 5,
  kind: 'comment',
  to: 'gone@example.com',
  subject: 'Max commented on your report',
  error: "The mail server didn't accept the email: 550 No such user here",
  attempts: 8,
  failed_at: '2026-11-15T10:00:00.000Z',
}
const deliveries = 'GET /api/settings/deliveries?limit=50'
const listOf = (...data: object[]) => ({
  status: 200,
  body: {
    data,
    pagination: { total: data.length, pages: data.length && 1, page: 1, limit: 10 },
    waiting: { total: 0, error: null as string | null },
    queued: 0,
  },
})

test('a test email confirms that it was sent or shows why not', async () => {
  withMail()
  allowConsole(/ECONNREFUSED|not set up/)
  const { user } = await open({
    [deliveries]: listOf(),
    'POST /api/settings/test-mail': [
      refusal(409, "The mail server didn't accept the email: connect ECONNREFUSED 127.0.0.1:25"),
      refusal(409, messages.mail.notSetUp),
      { status: 200, body: { msg: 'Sent to robin@example.com.' } },
    ],
  })
  const mail = await mailSection()
  expect(await mail.findByText(messages.mail.works)).toBeVisible()
  expect(await mail.findByText(messages.failedMails.noneFailed)).toBeVisible()
  const test = mail.getByRole('button', { name: 'Send a test email' })
  await user.click(test)
  expect(await mail.findByRole('alert')).toHaveTextContent(/wasn't sent. We can't reach the mail server/)
  await user.click(test)
  expect(await mail.findByText(messages.mail.notSetUp)).toBeVisible()
  await user.click(test)
  expect(await mail.findByText('Sent to robin@example.com.')).toBeVisible()
})

describe('while email is paused after a restore', () => {
  const resume = 'POST /api/settings/resume-mail'
  const resumed = { status: 200, body: makeSettings() }

  test('the section says why and how many emails are waiting, and one click resumes email', async () => {
    withMail()
    const waits = { ...listOf().body, queued: 12 }
    const { api, user } = await open(
      { [deliveries]: [{ status: 200, body: waits }, listOf()], [resume]: resumed },
      { mail_paused: true },
    )
    const mail = await mailSection()
    expect(await mail.findByText(messages.mail.pausedTitle)).toBeVisible()
    expect(
      await mail.findByText(/^12 emails are waiting\. When you resume, we'll skip outdated reminders/),
    ).toBeVisible()
    expect(mail.queryByText(messages.failedMails.noneFailed)).toBeNull()
    await user.click(mail.getByRole('button', { name: 'Resume' }))
    expect(await mail.findByText(messages.mail.resumed)).toBeVisible()
    expect(await mail.findByText(messages.failedMails.noneFailed)).toBeVisible()
    expect(mail.queryByText(messages.mail.pausedTitle)).toBeNull()
    expect(api.named(resume)).toHaveLength(1)
  })

  test('a failed resume can be retried, and another admin may have resumed it before', async () => {
    allowConsole(/^(The server answered with status 500|Nothing is paused)/)
    withMail()
    const { user } = await open(
      { [deliveries]: listOf(), [resume]: [{ status: 500 }, refusal(409, messages.mail.notPaused)] },
      { mail_paused: true },
    )
    const mail = await mailSection()
    await user.click(await mail.findByRole('button', { name: 'Resume' }))
    expect(await mail.findByRole('alert')).toBeVisible()
    await user.click(mail.getByRole('button', { name: 'Resume' }))
    expect(await mail.findByText(messages.mail.resumed)).toBeVisible()
  })
})

test('failed emails are listed with the reason in plain words and can be sent again', async () => {
  withMail()
  const msg = 'Sending it again.'
  const { api, user } = await open({
    [deliveries]: [listOf(delivery), listOf()],
    'POST /api/settings/deliveries/5/retry': {
      status: 200,
      body: { ...delivery, attempts: 0, failed_at: null, msg },
    },
  })
  const mail = await mailSection()
  const list = within(await mail.findByRole('list', { name: "1 email couldn't be delivered." }))
  expect(list.getByText(delivery.subject)).toBeVisible()
  expect(list.getByText('To gone@example.com')).toBeVisible()
  expect(list.getByText(messages.mail.problems.noSuchAddress)).toBeVisible()
  expect(list.getByText(/Tried 8 times/)).toBeVisible()
  await user.click(list.getByRole('button', { name: /^Try again/ }))
  expect(await mail.findByText(msg)).toBeVisible()
  expect(await mail.findByText(messages.failedMails.noneFailed)).toBeVisible()
  expect(api.named('POST /api/settings/deliveries/5/retry')).toHaveLength(1)
  expect(screen.getByRole('heading', { name: 'Mail' })).toHaveFocus()
})

test('emails that are being retried are listed with the reason', async () => {
  withMail()
  const waiting = { total: 3, error: 'connect ECONNREFUSED 127.0.0.1:25' }
  await open({ [deliveries]: { status: 200, body: { ...listOf().body, waiting } } })
  const mail = await mailSection()
  const line = await mail.findByText(/3 emails haven't gone out yet. We'll keep trying./)
  expect(line).toHaveTextContent(messages.mail.problems.unreachable)
  expect(mail.queryByText(messages.failedMails.noneFailed)).not.toBeInTheDocument()
  expect(mail.queryByRole('list')).not.toBeInTheDocument()
})

test('failed emails that failed to load can be loaded again', async () => {
  withMail()
  allowConsole(/no good/)
  const { user } = await open({
    // Loaded together with the settings, and again by the section.
    [deliveries]: [refusal(400, 'no good'), refusal(400, 'no good'), listOf()],
  })
  const mail = await mailSection()
  expect(await mail.findByText(messages.failedMails.loadFailed)).toBeVisible()
  await user.click(mail.getByRole('button', { name: 'Try again' }))
  expect(await mail.findByText(messages.failedMails.noneFailed)).toBeVisible()
})

test('a holiday is added, and a second one on the same date shows an error under the date', async () => {
  allowConsole(/already a holiday/)
  const { api, user } = await open({
    'POST /api/holidays': [refusal(409, messages.settings.holidayExists), { status: 201, body: christmas }],
    'GET /api/settings': [
      { status: 200, body: makeSettings() },
      { status: 200, body: makeSettings({ holidays: [christmas] }) },
    ],
  })
  const holidays = await section('Holidays')
  expect(holidays.getByText('No holidays yet')).toBeVisible()
  const add = () => user.click(holidays.getByRole('button', { name: 'Add' }))
  await add()
  expect(await holidays.findByText('Holiday name is required')).toBeVisible()
  await user.type(holidays.getByLabelText('Date'), '2026-12-25')
  await user.type(holidays.getByLabelText('Name'), 'Christmas Day')
  await add()
  expect(await holidays.findByText(messages.settings.holidayExists)).toBeVisible()
  expect(holidays.getByLabelText('Name')).toHaveValue('Christmas Day')
  await add()
  expect(await holidays.findByText('Christmas Day added.')).toBeVisible()
  expect(holidays.getByLabelText('Name')).toHaveValue('')
  expect(within(holidays.getByRole('list', { name: 'Holidays' })).getByText('Christmas Day')).toBeVisible()
  expect(api.named('POST /api/holidays')[1]?.body).toEqual({ date: '2026-12-25', name: 'Christmas Day' })
})

test('a deleted holiday can be restored; past holidays are collapsed', async () => {
  const both = makeSettings({ holidays: [easter, christmas] })
  const without = makeSettings({ holidays: [easter] })
  const { api, user } = await open({
    'GET /api/settings': [both, without, both].map(body => ({ status: 200, body })),
    'DELETE /api/holidays/1': { status: 200, body: { msg: 'Holiday Christmas Day deleted.' } },
    'POST /api/holidays': { status: 201, body: { ...christmas, id: 3 } },
  })
  const holidays = await section('Holidays')
  expect(holidays.getByText('Past holidays (1)')).toBeVisible()
  await user.click(holidays.getByRole('button', { name: /^Delete Christmas Day/ }))
  expect(await holidays.findByText('Holiday Christmas Day deleted.')).toBeVisible()
  expect(holidays.getByText('No upcoming holidays')).toBeVisible()
  await user.click(holidays.getByRole('button', { name: 'Undo' }))
  expect(await holidays.findByText('Christmas Day added.')).toBeVisible()
  expect(api.named('POST /api/holidays')[0]?.body).toEqual({ date: '2026-12-25', name: 'Christmas Day' })
})

async function openImport(user: ReturnType<typeof userEvent.setup>) {
  await user.click((await section('Holidays')).getByRole('button', { name: 'Paste or import a list' }))
  return within(await screen.findByRole('dialog'))
}

test('a pasted list shows a preview before it is saved', async () => {
  const { api, user } = await open(
    { 'POST /api/holidays/import': { status: 201, body: { created: 2, skipped: 0 } } },
    { holidays: [christmas] },
  )
  const dialog = await openImport(user)
  await user.click(dialog.getByLabelText('List'))
  await user.paste(
    '2026-12-25, Christmas Day\n26.12.2026 Boxing Day\n1 January 2027, New Year\n04/05/2027, What?',
  )
  expect(dialog.getByRole('status')).toHaveTextContent('2 new, 1 already there or repeated, 1 not understood')
  expect(dialog.getByText(/Line 4/)).toHaveTextContent(messages.settings.dateAmbiguous)
  const fresh = within(dialog.getByRole('list', { name: 'New holidays' })).getAllByRole('listitem')
  expect(fresh.map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Boxing Day'),
    expect.stringContaining('New Year'),
  ])
  await user.click(dialog.getByRole('button', { name: 'Add 2 holidays' }))
  expect(await screen.findByText('2 holidays added.')).toBeVisible()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(api.named('POST /api/holidays/import')[0]?.body).toEqual({
    holidays: [
      { date: '2026-12-26', name: 'Boxing Day' },
      { date: '2027-01-01', name: 'New Year' },
    ],
  })
})

test('a typed list survives Escape', async () => {
  const { user } = await open()
  const first = await openImport(user)
  await user.type(first.getByLabelText('List'), '2026-12-26, Boxing')
  await user.click(first.getByRole('button', { name: 'Cancel' }))
  const again = await openImport(user)
  expect(again.getByLabelText('List')).toHaveValue('2026-12-26, Boxing')
})

test('a calendar file is read, and any other file shows an error', async () => {
  const { api, user } = await open({
    'POST /api/holidays/import': { status: 201, body: { created: 1, skipped: 0 } },
  })
  const dialog = await openImport(user)
  const input = dialog.getByLabelText('Calendar file (.ics)')
  await user.upload(input, new File(['no calendar'], 'notes.ics', { type: 'text/calendar' }))
  expect(await dialog.findByText(messages.settings.fileWithoutHolidays)).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Add holidays' }))
  expect(await dialog.findByText(messages.settings.noNewHolidays)).toBeVisible()
  const ics =
    'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nDTSTART;VALUE=DATE:20261226\r\nSUMMARY:Boxing\r\n  Day\r\nEND:VEVENT\r\n'
  await user.upload(input, new File([ics], 'uk.ics', { type: 'text/calendar' }))
  await user.click(await dialog.findByRole('button', { name: 'Add 1 holiday' }))
  expect(await screen.findByText('1 holiday added.')).toBeVisible()
  expect(api.named('POST /api/holidays/import')[0]?.body).toEqual({
    holidays: [{ date: '2026-12-26', name: 'Boxing Day' }],
  })
})

test('authenticator apps that the server cannot check are named beside the rule for second steps', async () => {
  await open({}, { unreadable_second_steps: 3 })
  const signingIn = await section('Signing in')
  expect(signingIn.getByText(messages.secondStep.keyMissing(3))).toBeVisible()
})

test('an admin who requires a second step but has none is asked to set up their own first', async () => {
  allowConsole(/Set up your own second step first/)
  const { user } = await open({
    'PUT /api/settings': {
      status: 409,
      body: { msg: messages.secondStep.ownFirst, code: 'own_second_step_missing' },
    },
  })
  const signingIn = await section('Signing in')
  await user.selectOptions(signingIn.getByLabelText('Second step'), 'everyone')
  await user.click(signingIn.getByRole('button', { name: 'Save' }))
  expect(await signingIn.findByText(messages.secondStep.ownFirst)).toBeVisible()
  const link = signingIn.getByRole('link', { name: messages.secondStep.setUpOwn })
  expect(link).toHaveAttribute('href', '/account#two-steps')
})
