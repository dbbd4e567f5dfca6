import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { messages } from '#shared/messages.ts'
import type { Role } from '#shared/roles.ts'
import { accountOfPassword, makeSettings } from '../../test/account.ts'
import { allowConsole } from '../../test/console-watch.ts'
import { answer, fakeApi, makeToken, personOf, refusal } from '../../test/fake-api.ts'
import { makeUser, team } from '../../test/people.ts'
import { renderApp } from '../../test/render-app.tsx'
import { makeTeam, makeTeamPage, teamsCall } from '../../test/teams.ts'

type Answers = Parameters<typeof fakeApi>[0]
const list = 'GET /api/users'

async function open(role: Role, answers: Answers = {}, search = '') {
  localStorage.setItem('token', makeToken())
  const api = fakeApi(
    {
      'GET /api/auth/me': { status: 200, body: personOf(role) },
      [list]: { status: 200, body: team(role) },
      ...answers,
    },
    { othersWait: true },
  )
  const app = renderApp(`/admin/users${search}`)
  await screen.findByRole('heading', { level: 1, name: 'User Management' })
  return { ...app, api, user: userEvent.setup() }
}

const table = () => screen.findByRole('table', { name: 'Users' })
const press = (name: string) => screen.findByRole('button', { name })
/** Waits for the dialog, because its script is loaded at its first use. */
async function openDialog(user: ReturnType<typeof userEvent.setup>, name: string) {
  await user.click(await press(name))
  await screen.findByRole('dialog')
}
const dialog = () => within(screen.getByRole('dialog'))

test('each row shows number, name, email, role, date and actions', async () => {
  await open('admin')
  const rows = within(await table())
  expect(rows.getAllByRole('columnheader').map(cell => cell.textContent)).toEqual([
    '#',
    'Name',
    'Email',
    'Role',
    'Created At',
    'Actions',
  ])
  const dina = within(rows.getByRole('row', { name: /Dina/ }))
  expect(dina.getByText('3')).toBeVisible()
  expect(dina.getByText('dina@example.com')).toBeVisible()
  expect(dina.getByText('Developer')).toHaveClass('text-bg-primary')
  expect(dina.getByText(/2026/)).toHaveAttribute('datetime', '2026-01-05T08:00:00.000Z')
  expect(dina.getAllByRole('button').map(button => button.textContent?.trim())).toEqual([
    'Edit',
    'Reset Password',
    'Delete',
    '',
  ])
  expect(dina.getByRole('button', { name: 'More actions for Dina Developer' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Add New User' })).toHaveAttribute('href', '/admin/register')
})

test('a manager can’t change an admin, and no user can delete their own account', async () => {
  const { user } = await open('manager')
  const rows = within(await table())
  const ada = within(rows.getByRole('row', { name: /Ada/ }))
  for (const button of ada.getAllByRole('button', { name: /^(Edit|Reset|Delete)/ })) {
    expect(button).toBeDisabled()
    expect(button).toHaveAttribute('title', 'Only admins can manage other admins.')
  }
  await user.click(ada.getByRole('button', { name: 'More actions for Ada Admin' }))
  for (const name of ['Edit', 'Reset Password', 'Delete']) {
    const item = screen.getByRole('menuitem', { name })
    expect(item).toHaveAttribute('aria-disabled', 'true')
    expect(item).toHaveAccessibleDescription('Only admins can manage other admins.')
    await user.click(item)
  }
  expect(screen.queryByRole('dialog')).toBeNull()
  await user.keyboard('{Escape}')
  const own = within(rows.getByRole('row', { name: /Robin/ }))
  expect(own.getByRole('button', { name: /^Edit/ })).toBeEnabled()
  expect(own.getByRole('button', { name: /^Reset/ })).toBeEnabled()
  expect(own.getByRole('button', { name: /^Delete/ })).toBeDisabled()
})

describe('another manager', () => {
  const mo = makeUser(44, 'Mo Manager', 'manager')
  async function openAs(sees_only_teams: boolean) {
    const opened = await open('manager', {
      'GET /api/auth/me': { status: 200, body: { ...personOf('manager'), sees_only_teams } },
      [list]: { status: 200, body: [...team('manager'), mo] },
      'PUT /api/users/44': { status: 200, body: { ...mo, name: 'Mo Renamed' } },
    })
    const row = within((await table()).querySelector('tbody') as HTMLElement)
    const closed = () =>
      screen
        .getAllByRole('menuitem')
        .filter(item => item.getAttribute('aria-disabled') === 'true')
        .map(item => item.textContent?.replace('Only admins can do this for managers.', '').trim())
    await opened.user.click(row.getByRole('button', { name: 'More actions for Mo Manager' }))
    return { ...opened, closed }
  }

  test('keeps the second step for a manager', async () => {
    const { closed } = await openAs(false)
    expect(closed()).toEqual(['Remove second step'])
    expect(screen.getByRole('menuitem', { name: 'Remove second step' })).toHaveAccessibleDescription(
      'Only admins can do this for managers.',
    )
  })

  test('is renamed and deleted by a manager who sees only their teams, and nothing else', async () => {
    const { user, closed, api } = await openAs(true)
    expect(closed()).toEqual([
      'Reset Password',
      'End access tokens',
      'End all sign-ins and tokens',
      'Remove second step',
    ])
    await user.click(screen.getByRole('menuitem', { name: 'Edit' }))
    await screen.findByRole('dialog')
    expect(dialog().getByLabelText('Email')).toBeDisabled()
    expect(dialog().getByLabelText('Role')).toBeDisabled()
    expect(dialog().getByLabelText('Role')).toHaveAccessibleDescription(
      "Only admins can change a manager's email and role.",
    )
    await user.type(dialog().getByLabelText('Name'), ' Renamed')
    await user.click(dialog().getByRole('button', { name: 'Save Changes' }))
    await screen.findByText('User Mo Renamed has been successfully updated.')
    expect(api.named('PUT /api/users/44').at(-1)?.body).toEqual({
      ...{ name: 'Mo Manager Renamed', email: 'mo@example.com', role: 'manager' },
    })
  })

  test('is not made of staff by one', async () => {
    const { user } = await openAs(true)
    await user.keyboard('{Escape}')
    await openDialog(user, 'Edit Dina Developer')
    expect(within(dialog().getByLabelText('Role')).getAllByRole('option')).toHaveLength(3)
    expect(dialog().getByLabelText('Email')).toBeEnabled()
  })
})

test('the menu of a user has every action, and links to their reports', async () => {
  const { user, here } = await open('admin')
  const opener = await press('More actions for Dina Developer')
  const items = () => screen.getAllByRole('menuitem').map(item => item.textContent?.trim())
  await user.click(opener)
  expect(items()).toEqual([
    'Edit',
    'Reset Password',
    'View reports',
    'End access tokens',
    'End all sign-ins and tokens',
    'Remove second step',
    'Delete',
  ])
  await user.click(screen.getByRole('menuitem', { name: 'Reset Password' }))
  await screen.findByRole('dialog')
  expect(screen.queryByRole('menu')).toBeNull()
  await user.click(dialog().getByRole('button', { name: 'Cancel' }))
  // The dialog gives the focus back to the button of the menu.
  await waitFor(() => expect(opener).toHaveFocus())
  await user.keyboard('{Enter}')
  await user.click(screen.getByRole('menuitem', { name: 'View reports' }))
  await waitFor(() => expect(here()).toBe('/admin/reports?userId=3'))
})

test('actions that users may not do with their own account say why', async () => {
  const { user } = await open('admin')
  await user.click(await press('More actions for Robin Reyes'))
  const item = (name: RegExp) => screen.getByRole('menuitem', { name })
  expect(item(/^Remove second step/)).toHaveTextContent(messages.secondStep.removeOwn)
  expect(item(/^Delete/)).toHaveTextContent(messages.users.ownAccount)
})

test('after a new password, access tokens that still work can be ended', async () => {
  const { api, user } = await open('admin', {
    'PUT /api/users/3/password': { status: 200, body: { msg: 'Updated.', tokens: 2 } },
    'DELETE /api/users/3/tokens': [
      refusal(503, 'The server is busy.'),
      { status: 200, body: { msg: '2 tokens of Dina Developer ended.' } },
    ],
  })
  allowConsole(/server is busy/)
  await openDialog(user, 'Reset Password for Dina Developer')
  await user.type(dialog().getByLabelText('Password'), 'quiet-violet-otter')
  await user.type(dialog().getByLabelText('Confirm Password'), 'quiet-violet-otter')
  await user.click(dialog().getByRole('button', { name: 'Reset Password' }))
  expect(await dialog().findByText(/2 access tokens of Dina Developer still work\./)).toBeVisible()
  const end = dialog().getByRole('button', { name: 'End tokens' })
  await user.click(end)
  expect(await dialog().findByText(/The server is busy/)).toBeVisible()
  await user.click(end)
  expect(await screen.findByText('2 tokens of Dina Developer ended.')).toBeVisible()
  expect(api.named('DELETE /api/users/3/tokens')).toHaveLength(2)
})

test('the filter matches name, email and role', async () => {
  const { user } = await open('admin')
  await table()
  const filter = screen.getByRole('searchbox', { name: 'Filter users' })
  await user.type(filter, 'DEVELOPER')
  expect(screen.getAllByRole('row')).toHaveLength(2)
  expect(screen.getByText('1 of 4 users')).toBeVisible()
  // The number belongs to the user, not to the position in the list.
  expect(within(await table()).getByText('3')).toBeVisible()
  await user.type(filter, 'x')
  expect(screen.getByText('No users found')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Clear filter' }))
  expect(screen.getAllByRole('row')).toHaveLength(5)
})

test('the last sign-in is shown under the email', async () => {
  const [ada, max] = team('admin')
  await open('admin', {
    [list]: { status: 200, body: [{ ...ada, last_sign_in_at: '2026-03-09T07:00:00.000Z' }, max] },
  })
  const rows = within(await table())
  expect(rows.getByRole('row', { name: /Ada/ })).toHaveTextContent(/ada@example\.comLast sign-in .*2026/)
  expect(rows.getByRole('row', { name: /Max/ })).toHaveTextContent(/max@example\.comNo sign-in recorded/)
})

test('the role filter and the search are in the URL', async () => {
  const { user, here } = await open('admin')
  await table()
  await user.selectOptions(screen.getByRole('combobox', { name: 'Role' }), 'Manager')
  expect(screen.getAllByRole('row')).toHaveLength(2)
  await user.type(screen.getByRole('searchbox', { name: 'Filter users' }), 'ada')
  expect(await screen.findByText('No users found')).toBeVisible()
  expect(here()).toBe('/admin/users?role=manager&search=ada')
  await user.click(screen.getByRole('button', { name: 'Clear filter' }))
  expect(screen.getAllByRole('row')).toHaveLength(5)
  expect(screen.getByRole('combobox', { name: 'Role' })).toHaveValue('')
})

describe('the invitation of a user without a password', () => {
  const at = '/api/users/8/invitation'
  const invited = { ...makeUser(8, 'Ida Invited', 'designer'), invited: true }
  const linkOf = (code: string) => `https://reports.example.com/welcome?code=${code}`
  const answered = (code: string) => ({
    link: linkOf(code),
    expires_at: '2026-03-17T09:00:00.000Z',
    emailed: true,
  })
  const openIt = async (answers: Answers) => {
    const opened = await open('admin', {
      [list]: { status: 200, body: [invited, ...team('admin')] },
      ...answers,
    })
    await opened.user.click(await press('More actions for Ida Invited'))
    await opened.user.click(screen.getByRole('menuitem', { name: 'Copy invitation link' }))
    await screen.findByRole('dialog')
    return opened
  }

  test('is marked, can be copied, and can be replaced by a new one', async () => {
    const { user } = await openIt({
      [`GET ${at}`]: { status: 200, body: { invitation: answered('first') } },
      [`POST ${at}`]: [{ status: 500 }, { status: 201, body: { invitation: answered('second') } }],
    })
    allowConsole(/status 500/)
    expect(within(await table()).getAllByText('Invited')).toHaveLength(1)
    expect(await dialog().findByLabelText('Invitation link')).toHaveValue(linkOf('first'))
    await user.click(dialog().getByRole('button', { name: 'Copy link' }))
    expect(await navigator.clipboard.readText()).toBe(linkOf('first'))
    await user.click(dialog().getByRole('button', { name: 'Create new link' }))
    expect(await dialog().findByText("We couldn't create a new link. Please try again.")).toBeVisible()
    await user.click(dialog().getByRole('button', { name: 'Create new link' }))
    expect(await dialog().findByText('New link created. The old one no longer works.')).toBeVisible()
    expect(dialog().getByLabelText('Invitation link')).toHaveValue(linkOf('second'))
    expect(dialog().queryByRole('button', { name: 'Create new link' })).toBeNull()
  })

  test.each([
    ['ends with another role', { role: 'manager' }, true],
    ['ends with another email', { email: 'ida@example.org' }, true],
    ['stays valid with another name', { name: 'Ida Newer' }, false],
  ])('%s', async (_, changed, isEnded) => {
    const after = { ...invited, ...changed }
    const { user } = await open('admin', {
      [list]: { status: 200, body: [invited, ...team('admin')] },
      'PUT /api/users/8': { status: 200, body: after },
    })
    await openDialog(user, 'Edit Ida Invited')
    await user.click(dialog().getByRole('button', { name: 'Save Changes' }))
    const updated = `User ${after.name} has been successfully updated.`
    const ended = 'The invitation link no longer works. Use "Copy invitation link" to create a new one.'
    expect(await screen.findByText(isEnded ? `${updated} ${ended}` : updated)).toBeVisible()
  })

  test('that has expired can be replaced', async () => {
    await openIt({ [`GET ${at}`]: { status: 200, body: { invitation: null } } })
    expect(await dialog().findByText(/^The link has expired, or the account has changed/)).toBeVisible()
    expect(dialog().getByRole('button', { name: 'Create new link' })).toBeVisible()
    expect(dialog().queryByLabelText('Invitation link')).toBeNull()
  })

  test('that was accepted meanwhile shows that it was', async () => {
    allowConsole(/already has a password/)
    await openIt({ [`GET ${at}`]: refusal(409, 'Ida Invited already has a password') })
    expect(await dialog().findByText('Ida Invited already has a password')).toBeVisible()
  })
})

test('after an edit, the confirmation has the new name', async () => {
  const renamed = makeUser(3, 'Dina Newname', 'designer')
  const { user, api } = await open('admin', { 'PUT /api/users/3': { status: 200, body: renamed } })
  await openDialog(user, 'Edit Dina Developer')
  expect(dialog().getByLabelText('Name')).toHaveFocus()
  await user.clear(dialog().getByLabelText('Name'))
  await user.click(dialog().getByRole('button', { name: 'Save Changes' }))
  expect(await dialog().findByText('Name is required')).toBeVisible()
  await user.type(dialog().getByLabelText('Name'), 'Dina Newname')
  await user.selectOptions(dialog().getByLabelText('Role'), 'Designer')
  await user.click(dialog().getByRole('button', { name: 'Save Changes' }))
  expect(await screen.findByText('User Dina Newname has been successfully updated.')).toBeVisible()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(api.named('PUT /api/users/3')[0]?.body).toEqual({
    name: 'Dina Newname',
    email: 'dina@example.com',
    role: 'designer',
  })
  await waitFor(() => expect(api.named(list)).toHaveLength(2))
})

test('time zone and working days are collapsed, and only changed fields are sent', async () => {
  const { user, api } = await open('admin', {
    [list]: { status: 200, body: [{ ...makeUser(3, 'Dina Developer', 'developer'), off_today: true }] },
    'GET /api/settings': { status: 200, body: makeSettings() },
    'PUT /api/users/3': { status: 200, body: makeUser(3, 'Dina Developer', 'developer') },
  })
  const dina = within(await table()).getByRole('row', { name: /Dina/ })
  expect(within(dina).getByText('Off today')).toBeVisible()
  await openDialog(user, 'Edit Dina Developer')
  expect(dialog().queryByLabelText('Time zone')).toBeNull()
  expect(api.named('GET /api/settings')).toHaveLength(0)
  await user.click(dialog().getByText('Time zone and working days'))
  const organization = await dialog().findByRole('option', { name: /^Organization: Europe\/Berlin/ })
  expect(organization).toBeInTheDocument()
  await user.click(dialog().getByRole('checkbox', { name: /^Organization: / }))
  await user.click(dialog().getByRole('checkbox', { name: 'Friday' }))
  await user.click(dialog().getByRole('button', { name: 'Save Changes' }))
  expect(await screen.findByText('User Dina Developer has been successfully updated.')).toBeVisible()
  expect(api.named('PUT /api/users/3')[0]?.body).toEqual({
    name: 'Dina Developer',
    email: 'dina@example.com',
    role: 'developer',
    working_days: [1, 2, 3, 4],
  })
})

test('refused working days are expanded', async () => {
  const user3 = { ...makeUser(3, 'Dina Developer', 'developer'), working_days: [5] }
  const { user } = await open('admin', {
    [list]: { status: 200, body: [user3] },
    'GET /api/settings': { status: 200, body: makeSettings() },
  })
  await openDialog(user, 'Edit Dina Developer')
  const summary = dialog().getByText('Time zone and working days')
  await user.click(summary)
  await user.click(await dialog().findByRole('checkbox', { name: 'Friday' }))
  await user.click(summary)
  await waitFor(() => expect(dialog().queryByRole('checkbox', { name: 'Friday' })).toBeNull())
  for (const _attempt of [1, 2]) {
    await user.click(dialog().getByRole('button', { name: 'Save Changes' }))
    expect(await dialog().findByText('Choose at least one working day')).toBeVisible()
    await user.click(summary)
    await waitFor(() => expect(dialog().queryByRole('checkbox', { name: 'Friday' })).toBeNull())
  }
})

test('users can’t change their own role, and their new name is shown in the header', async () => {
  const renamed = { ...personOf('manager'), name: 'Robin Newname' }
  const { user, api } = await open('manager', {
    'PUT /api/users/7': { status: 200, body: renamed },
    'GET /api/auth/me': [
      { status: 200, body: personOf('manager') },
      { status: 200, body: renamed },
    ],
  })
  await openDialog(user, 'Edit Robin Reyes')
  expect(dialog().getByLabelText('Role')).toBeDisabled()
  expect(dialog().queryByRole('option', { name: 'Admin' })).toBeNull()
  await user.type(dialog().getByLabelText('Name'), ' II')
  await user.click(dialog().getByRole('button', { name: 'Save Changes' }))
  expect(await screen.findByText('Signed in as: Robin Newname')).toBeInTheDocument()
  expect(api.named('PUT /api/users/7')[0]?.body).toMatchObject({ name: 'Robin Reyes II', role: 'manager' })
})

test.each([
  [refusal(409, 'User already exists'), 'Failed to update user. User already exists'],
  [{ status: 500 }, 'Failed to update user. Please try again.'],
  ['no response', 'Failed to update user. Please try again.'],
] as const)('a failed edit keeps what was typed: %j', async (given, sentence) => {
  allowConsole(/^User already exists/, /status 500/, /^No response/)
  const { user } = await open('admin', { 'PUT /api/users/3': given })
  await openDialog(user, 'Edit Dina Developer')
  await user.type(dialog().getByLabelText('Name'), ' X')
  await user.click(dialog().getByRole('button', { name: 'Save Changes' }))
  await waitFor(() => expect(dialog().getByRole('alert').textContent?.trim()).toBe(sentence))
  expect(dialog().getByLabelText('Name')).toHaveValue('Dina Developer X')
})

test('a new password has to be typed twice', async () => {
  const path = 'PUT /api/users/3/password'
  const { user, api } = await open('admin', { [path]: { status: 200, body: { msg: 'Done' } } })
  await openDialog(user, 'Reset Password for Dina Developer')
  const save = () => dialog().getByRole('button', { name: 'Reset Password' })
  await user.click(save())
  expect(await dialog().findByText('Password is required')).toBeVisible()
  expect(dialog().getByText('Confirm password is required')).toBeVisible()
  expect(accountOfPassword(dialog().getByLabelText('Password'))).toBe('dina@example.com')
  await user.type(dialog().getByLabelText('Password'), 'secret-2')
  await user.type(dialog().getByLabelText('Confirm Password'), 'secret')
  await user.click(save())
  expect(await dialog().findByText('Passwords must match')).toBeVisible()
  await user.type(dialog().getByLabelText('Confirm Password'), '-2')
  await user.click(save())
  expect(await screen.findByText('Password for Dina Developer has been successfully updated.')).toBeVisible()
  expect(api.named(path)[0]?.body).toEqual({ password: 'secret-2' })
})

test('a refused password shows the error', async () => {
  allowConsole(/status 500/)
  const { user } = await open('admin', { 'PUT /api/users/3/password': { status: 500 } })
  await openDialog(user, 'Reset Password for Dina Developer')
  await user.type(dialog().getByLabelText('Password'), 'secret-2')
  await user.type(dialog().getByLabelText('Confirm Password'), 'secret-2')
  await user.click(dialog().getByRole('button', { name: 'Reset Password' }))
  expect(await dialog().findByRole('alert')).toHaveTextContent('Failed to update password. Please try again.')
})

test("setting a new password of one's own warns that it ends the session, and does so", async () => {
  const { user, here } = await open('admin', {
    'PUT /api/users/7/password': { status: 200, body: { msg: 'Done' } },
  })
  await openDialog(user, 'Reset Password for Robin Reyes')
  expect(dialog().getByText(/signed out everywhere/)).toBeVisible()
  await user.type(dialog().getByLabelText('Password'), 'secret-2')
  await user.type(dialog().getByLabelText('Confirm Password'), 'secret-2')
  await user.click(dialog().getByRole('button', { name: 'Reset Password' }))
  await waitFor(() => expect(here()).toBe('/login'))
  expect(localStorage.getItem('token')).toBeNull()
})

test('deleting asks for confirmation and shows why it failed', async () => {
  allowConsole(/^This is the last admin/)
  const sentence = 'This is the last admin. Make someone else an admin first.'
  const { user, api } = await open('admin', {
    'DELETE /api/users/1': [refusal(409, sentence), { status: 200, body: { msg: 'Done' } }],
  })
  await openDialog(user, 'Delete Ada Admin')
  expect(dialog().getByText('Are you sure you want to delete the user "Ada Admin"?')).toBeVisible()
  expect(dialog().getByRole('button', { name: 'Cancel' })).toHaveFocus()
  await user.click(dialog().getByRole('button', { name: 'Delete' }))
  expect(await dialog().findByRole('alert')).toHaveTextContent(`Failed to delete user. ${sentence}`)
  await user.click(dialog().getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('User Ada Admin has been successfully deleted.')).toBeVisible()
  expect(screen.getByRole('main')).toHaveFocus()
  await waitFor(() => expect(api.named(list)).toHaveLength(2))
})

test('a failed load can be retried', async () => {
  allowConsole(/status 500/)
  // Created before the call, which may come after the first query of the page.
  const late = Promise.withResolvers<Response>()
  const { user } = await open('admin', { [list]: [() => late.promise, { status: 200, body: [] }] })
  expect(screen.getByText('Loading users...')).toBeVisible()
  late.resolve(new Response('', { status: 500 }))
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to load users. Please try again.')
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('No users found')).toBeVisible()
})

test.each([
  ['Edit', 'Save Changes', 'Saving...', 'PUT /api/users/3', makeUser(3, 'Dina Developer', 'developer')],
  ['Delete', 'Delete', 'Deleting...', 'DELETE /api/users/3', { msg: 'Gone' }],
])('%s: the dialog can’t be closed during the call', async (action, label, busy, call, body) => {
  let reply = (_response: Response) => {}
  const { user } = await open('admin', { [call]: () => new Promise(resolve => (reply = resolve)) })
  await openDialog(user, `${action} Dina Developer`)
  await user.click(dialog().getByRole('button', { name: label }))
  expect(await dialog().findByRole('button', { name: busy })).toBeDisabled()
  fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }))
  expect(dialog().getByRole('button', { name: 'Cancel' })).toBeDisabled()
  reply(answer(200, body))
  expect(await screen.findByText(/^User Dina Developer has been successfully/)).toBeVisible()
})

test('for admins, deleted accounts are collapsed and loaded when expanded', async () => {
  const deleted = { ...makeUser(12, 'Lea Leaver', 'developer'), removed_at: '2026-02-03T08:00:00.000Z' }
  const page = (name: string, is_erased: boolean) => ({
    status: 200,
    body: {
      data: [{ ...deleted, name, is_erased }],
      pagination: { total: 1, pages: 1, page: 1, limit: 10 },
    },
  })
  const list = 'GET /api/users/deleted?page=1&limit=10'
  const msg = 'The name and email of Lea Leaver were erased.'
  const { user, api } = await open('admin', {
    [list]: [page('Lea Leaver', false), page('Former member 12', true)],
    'POST /api/users/deleted/12/erase': { status: 200, body: { msg } },
  })
  const toggle = await press('Deleted accounts')
  expect(toggle).toHaveAttribute('aria-expanded', 'false')
  expect(api.named(list)).toHaveLength(0)
  await user.click(toggle)
  const rows = within(await screen.findByRole('table', { name: 'Deleted accounts' }))
  await user.click(rows.getByRole('button', { name: 'Erase name and email of Lea Leaver' }))
  expect(dialog().getByText(/with "Former member 12" everywhere\?/)).toBeVisible()
  await user.click(dialog().getByRole('button', { name: 'Erase' }))
  expect(await screen.findByText(msg)).toBeVisible()
  expect(await screen.findByText('Former member 12')).toBeVisible()
  expect(rows.getByRole('cell', { name: 'Former member 12 (erased)' })).toBeVisible()
  expect(screen.queryByRole('button', { name: /Erase name/ })).toBeNull()
  expect(toggle).toHaveFocus()
})

test('a manager sees no deleted accounts', async () => {
  await open('manager')
  await table()
  expect(screen.queryByRole('button', { name: 'Deleted accounts' })).toBeNull()
})

test('the draft of an edit survives Escape and can be discarded', async () => {
  const { user } = await open('admin')
  await openDialog(user, 'Edit Dina Developer')
  await user.type(dialog().getByLabelText('Name'), ' Diaz')
  fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await openDialog(user, 'Edit Dina Developer')
  expect(dialog().getByLabelText('Name')).toHaveValue('Dina Developer Diaz')
  await user.click(dialog().getByRole('button', { name: 'Discard' }))
  expect(dialog().getByLabelText('Name')).toHaveValue('Dina Developer')
  expect(dialog().getByLabelText('Name')).toHaveFocus()
})

describe('the filter "My teams"', () => {
  const [web, design] = [
    { id: 4, name: 'Web' },
    { id: 5, name: 'Design' },
  ]
  const answers = (mine: object): Answers => ({
    'GET /api/auth/me': { status: 200, body: { ...personOf('manager'), has_teams: true, ...mine } },
    [teamsCall]: makeTeamPage(makeTeam(4, 'Web'), makeTeam(5, 'Design')),
    [list]: {
      status: 200,
      body: [
        { ...makeUser(1, 'Ann', 'developer'), teams: [web] },
        { ...makeUser(2, 'Ben', 'developer'), teams: [design] },
        makeUser(3, 'Cid', 'developer'),
      ],
    },
  })
  const names = async () =>
    within(await table())
      .getAllByRole('row')
      .slice(1)
      .map(row => /Ann|Ben|Cid/.exec(row.textContent ?? '')?.[0])

  test('shows the people of the teams that the user leads, as the dashboard counts them', async () => {
    await open('manager', answers({ leads: [web], teams: [design] }), '?team=mine')
    expect(await screen.findByText('1 of 3 users')).toBeVisible()
    expect(await names()).toEqual(['Ann'])
    expect(screen.getByRole('combobox', { name: 'Team' })).toHaveDisplayValue('My teams')
  })

  test('means the teams that the user belongs to, if they lead none', async () => {
    const { user } = await open('manager', answers({ teams: [design] }))
    expect(await screen.findByText('3 users')).toBeVisible()
    await user.selectOptions(screen.getByRole('combobox', { name: 'Team' }), 'My teams')
    await waitFor(async () => expect(await names()).toEqual(['Ben']))
  })

  test('is not offered to users without a team, for whom an old link to it shows everyone', async () => {
    await open('manager', answers({}), '?team=mine')
    expect(await screen.findByText('3 users')).toBeVisible()
    expect(screen.queryByRole('option', { name: 'My teams' })).toBeNull()
  })
})

describe('emails and logins to confirm', () => {
  const claims = 'GET /api/activity-claims?limit=100'
  const claim = (id: number, kind: string, name: string) => ({
    ...{ id, kind, name, claimed_at: '2026-03-10T09:00:00.000Z' },
    ...{ user_id: 3, user_name: 'Dina Developer' },
  })
  const page = (...data: object[]) => ({
    status: 200,
    body: { data, pagination: { total: data.length, pages: 1, page: 1, limit: 100 } },
  })

  test('are confirmed and removed', async () => {
    const { api, user } = await open('manager', {
      [claims]: [
        page(claim(1, 'github', 'dina-dev'), claim(2, 'email', 'dina@home.example')),
        page(claim(2, 'email', 'dina@home.example')),
        page(),
      ],
      'POST /api/activity-claims/1/confirm': {
        status: 200,
        body: { msg: 'dina-dev now counts for Dina Developer.' },
      },
      'DELETE /api/activity-claims/2': {
        status: 200,
        body: { msg: "dina@home.example was removed from Dina Developer's list." },
      },
    })
    const region = await screen.findByRole('region', { name: messages.activity.claimsHeading })
    expect(within(region).getByText('dina-dev')).toBeVisible()
    expect(region).toHaveTextContent('GitHub login · Dina Developer')
    await user.click(await press('Confirm dina-dev for Dina Developer'))
    expect(await screen.findByText('dina-dev now counts for Dina Developer.')).toBeVisible()
    expect(document.getElementById('main')).toHaveFocus()
    await user.click(await press('Remove dina@home.example of Dina Developer'))
    expect(await screen.findByText(/was removed from Dina/)).toBeVisible()
    await waitFor(() =>
      expect(screen.queryByRole('region', { name: messages.activity.claimsHeading })).toBeNull(),
    )
    expect(api.named('POST /api/activity-claims/1/confirm')).toHaveLength(1)
  })

  test('say why it failed', async () => {
    allowConsole(/./)
    const sentence = messages.activity.loginTaken('dina-dev')
    const { user } = await open('manager', {
      [claims]: page(claim(1, 'github', 'dina-dev')),
      'POST /api/activity-claims/1/confirm': refusal(409, sentence),
    })
    await user.click(await press('Confirm dina-dev for Dina Developer'))
    expect(await screen.findByText(sentence)).toBeVisible()
  })

  test('are left out on an older server', async () => {
    allowConsole(/./)
    await open('manager', { [claims]: refusal(404, 'Not found') })
    expect(await table()).toBeVisible()
    expect(screen.queryByText(messages.activity.claimsHeading)).toBeNull()
  })
})
