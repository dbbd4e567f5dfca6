import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, expect, test, vi } from 'vitest'
import type { Role } from '#shared/roles.ts'
import { allowConsole } from '../../test/console-watch.ts'
import { answer, fakeApi, makeToken, personOf, refusal } from '../../test/fake-api.ts'
import { refuseCopying } from '../../test/refuse-copying.ts'
import { renderApp } from '../../test/render-app.tsx'

const drawn = vi.hoisted(() => ({ names: [] as string[] }))

// The real field, which records each render of a line's e-mail.
vi.mock('../components/fields.tsx', async original => {
  const fields = await original<typeof import('../components/fields.tsx')>()
  const { TextField } = fields
  return {
    ...fields,
    TextField(props: Parameters<typeof TextField>[0]) {
      if (props.label === 'Email') drawn.names.push(String(props.value))
      return TextField(props)
    },
  }
})

// The other test files of this worker use the real field.
afterAll(() => vi.doUnmock('../components/fields.tsx'))

type Answers = Parameters<typeof fakeApi>[0]
const path = '/admin/users/import'
const call = 'POST /api/users/import'
const projects = ['Website', 'Mobile App'].map((name, index) => ({
  id: index + 1,
  name,
  description: null,
  developers: [],
  created_at: '2026-01-05T08:00:00.000Z',
}))

function open(role: Role, answers: Answers = {}) {
  localStorage.setItem('token', makeToken())
  const me = { status: 200, body: personOf(role) }
  const api = fakeApi(
    { 'GET /api/auth/me': me, 'GET /api/projects': { status: 200, body: projects }, ...answers },
    { othersWait: true },
  )
  return { ...renderApp(path), api, user: userEvent.setup() }
}

const textarea = () => screen.findByLabelText<HTMLTextAreaElement>('People')
async function paste(text: string) {
  fireEvent.change(await textarea(), { target: { value: text } })
  fireEvent.click(screen.getByRole('button', { name: 'Continue' }))
}
const line = (number: number) => within(screen.getByRole('group', { name: `Line ${number}` }))
const field = (number: number, label: string) => line(number).getByLabelText<HTMLInputElement>(label)
const send = () => screen.getByRole('button', { name: /^Invite|^Inviting/ })
const invitationOf = (name: string, email: string, id: number, emailed = false) => ({
  id,
  name,
  email,
  link: `https://reports.example.com/welcome?code=${id}`,
  expires_at: '2026-03-17T09:00:00.000Z',
  emailed,
})
const done = (...invitations: ReturnType<typeof invitationOf>[]) => ({
  status: 200,
  body: { created: invitations.length, invitations },
})
const jane = invitationOf('Jane Doe', 'jane@example.com', 1)
const bob = invitationOf('Bob Ray', 'bob@example.com', 2)
const two = 'Jane Doe <jane@example.com>, Bob Ray <bob@example.com>'

test('a failed load says so and can be retried', async () => {
  allowConsole(/^The server answered with status 500/)
  const { user } = open('admin', {
    'GET /api/projects': [{ status: 500 }, { status: 200, body: projects }],
  })
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(await textarea()).toBeVisible()
})

test('unreadable input shows an error under the text field', async () => {
  open('admin')
  await paste('  ')
  expect(await textarea()).toHaveAccessibleDescription(/^Paste at least one name or email\./)
  await paste(Array.from({ length: 501 }, (_, index) => `p${index}@example.com`).join('\n'))
  expect(await textarea()).toHaveAccessibleDescription(
    /^This list has 501 people\. You can add at most 500 at once\./,
  )
})

test('every line shows what was understood and its errors, and can be corrected in place', async () => {
  const { user, api } = open('admin', { [call]: done(jane, bob) })
  await paste(
    'Name;Email;Role;Projects;Phone\nJane Doe;jane@;Designer;website\nB;bob@example.com;;\nBob;BOB@example.com;Boss;',
  )
  expect(await screen.findByText('Ignored columns: Phone.')).toBeVisible()
  expect(screen.getByRole('status')).toHaveTextContent('3 people. 3 lines need a change.')
  expect(field(1, 'Email')).toHaveAccessibleDescription('Invalid email address')
  expect(field(1, 'Role')).toHaveValue('designer')
  expect(field(1, 'Projects')).toHaveValue('website')
  expect(field(2, 'Name')).toHaveAccessibleDescription('Name must be at least 2 characters')
  expect(field(2, 'Role')).toHaveDisplayValue('Developer (default)')
  expect(field(3, 'Email')).toHaveAccessibleDescription('This email is also on line 2')
  expect(field(3, 'Role')).toHaveAccessibleDescription('“Boss” is not a role. Choose one.')

  await user.click(send())
  expect(screen.getByRole('alert')).toHaveTextContent('Fix 3 lines to send the invitations.')
  expect(screen.getByLabelText('“Boss” (1 person)')).toHaveFocus()
  expect(api.named(call)).toEqual([])

  await user.selectOptions(screen.getByLabelText('“Boss” (1 person)'), 'Manager')
  expect(field(3, 'Role')).toHaveValue('manager')
  await user.click(screen.getByRole('button', { name: 'Remove line 3' }))
  expect(field(2, 'Name')).toHaveFocus()
  await user.type(field(2, 'Name'), 'ob Ray')
  await user.type(field(1, 'Email'), 'example.com')
  expect(screen.getByRole('status')).toHaveTextContent('2 people. Everything looks right.')
  await user.selectOptions(screen.getByLabelText('Default role'), 'Marketing')
  expect(field(2, 'Role')).toHaveDisplayValue('Marketing (default)')
  await user.click(send())
  expect(await screen.findByText("You've invited 2 people.")).toBeVisible()
  expect(api.named(call)[0]?.body).toEqual({
    people: [
      { name: 'Jane Doe', email: 'jane@example.com', role: 'designer', projects: ['website'], teams: [] },
      { name: 'Bob Ray', email: 'bob@example.com', role: 'marketing', projects: [], teams: [] },
    ],
    create_projects: [],
  })
})

test('each unknown project is listed once, to be created or left out', async () => {
  const { user, api } = open('admin', { [call]: done(jane, bob) })
  await paste('Jane Doe,jane@example.com,dev,Apollo;Website\nBob Ray,bob@example.com,dev,APOLLO|Zeus')
  const ask = (name: string) => within(screen.getByRole('group', { name }))
  expect(await screen.findByText("These projects don't exist yet")).toBeVisible()
  expect(field(2, 'Projects')).toHaveAccessibleDescription(
    "“APOLLO” doesn't exist yet. Create it or leave it out above.",
  )
  await user.click(screen.getByRole('button', { name: 'Next problem' }))
  expect(ask('Apollo 2 people').getByLabelText('Create it')).toHaveFocus()
  await user.click(ask('Apollo 2 people').getByLabelText('Create it'))
  await user.click(ask('Zeus 1 person').getByLabelText('Leave it out'))
  await user.click(send())
  expect(await screen.findByText("You've invited 2 people.")).toBeVisible()
  expect(api.named(call)[0]?.body).toMatchObject({
    people: [{ projects: ['Apollo', 'Website'] }, { projects: ['APOLLO'] }],
    create_projects: ['Apollo'],
  })
})

test('errors of the server are shown under their lines, and people with an account can be removed at once', async () => {
  allowConsole(/^User already exists/)
  const { user, api } = open('admin', {
    [call]: [refusal(400, 'User already exists', { 'people.1.email': 'User already exists' }), done(jane)],
  })
  await paste(two)
  await user.click(send())
  expect(await screen.findByText('Fix 1 line to send the invitations.')).toBeVisible()
  expect(field(2, 'Email')).toHaveAccessibleDescription('User already exists')
  expect(field(2, 'Email')).toHaveFocus()
  await user.click(screen.getByRole('button', { name: 'Remove this line' }))
  await user.click(send())
  expect(await screen.findByText("You've invited 1 person.")).toBeVisible()
  expect(api.named(call)[1]?.body).toMatchObject({ people: [{ email: 'jane@example.com' }] })
})

test('an error of the server disappears when its field changes', async () => {
  allowConsole(/^User already exists/)
  const { user } = open('admin', {
    [call]: refusal(400, 'User already exists', { 'people.0.email': 'User already exists' }),
  })
  await paste(two)
  await user.click(send())
  await waitFor(() => expect(field(1, 'Email')).toHaveAccessibleDescription('User already exists'))
  await user.type(field(1, 'Email'), 'x')
  expect(field(1, 'Email')).not.toHaveAccessibleDescription()
})

test.each([
  [
    'no response',
    'no response',
    "We couldn't reach the server. Please try again. No one will be invited twice.",
  ],
  ['a failure that says nothing', { status: 500 }, "We couldn't invite these people. Please try again."],
  ['a sentence about no line', refusal(503, 'The server is busy.'), 'The server is busy.'],
] as const)('%s keeps the list', async (_what, given, sentence) => {
  allowConsole(/^The server/, /^No response to/)
  const { user } = open('admin', { [call]: given })
  await paste(two)
  await user.click(send())
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(sentence))
  expect(field(2, 'Name')).toHaveValue('Bob Ray')
  expect(send()).toBeEnabled()
})

test('a double click sends once, and the form is disabled meanwhile', async () => {
  let finish = (_: Response) => {}
  const { api } = open('admin', {
    [call]: () =>
      new Promise<Response>(resolve => {
        finish = resolve
      }),
  })
  await paste(two)
  fireEvent.click(send())
  fireEvent.click(send())
  await waitFor(() => expect(send()).toHaveTextContent('Inviting...'))
  expect(send()).toBeDisabled()
  expect(field(1, 'Name')).toBeDisabled()
  fireEvent.click(send())
  expect(api.named(call)).toHaveLength(1)
  finish(answer(200, done(jane, bob).body))
  expect(await screen.findByText("You've invited 2 people.")).toBeVisible()
})

test('the result lists a link for each person and can copy all of them', async () => {
  const { user } = open('admin', { [call]: done(jane, bob) })
  await paste(two)
  await user.click(send())
  expect(await screen.findByText(/^Send each of them their link\./)).toBeVisible()
  expect(screen.getByRole('heading', { name: 'Invitation links' })).toHaveFocus()
  await user.click(screen.getByRole('button', { name: 'Copy link for Bob Ray' }))
  expect(await screen.findByText('Link for Bob Ray copied')).toBeVisible()
  expect(await navigator.clipboard.readText()).toBe(bob.link)
  await user.click(screen.getByRole('button', { name: 'Copy all links' }))
  expect(await navigator.clipboard.readText()).toBe(
    `Jane Doe <jane@example.com>\t${jane.link}\nBob Ray <bob@example.com>\t${bob.link}`,
  )
  refuseCopying()
  await user.click(screen.getByRole('button', { name: 'Copy all links' }))
  expect(await screen.findByText(/^We couldn't copy this\./)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Add more people' }))
  expect(await textarea()).toHaveValue('')
  expect(await textarea()).toHaveFocus()
  expect(localStorage.getItem('form-draft:7:import-users')).toBeNull()
})

test('with mail, the result says that the links were emailed', async () => {
  const { user } = open('admin', { [call]: done({ ...jane, emailed: true }) })
  await paste('Jane Doe <jane@example.com>')
  await user.click(screen.getByRole('button', { name: 'Invite 1 person' }))
  expect(await screen.findByText(/^We've emailed each of them a link\./)).toBeVisible()
})

test('a manager is not offered the role admin, and a pasted admin is refused before sending', async () => {
  const { user, api } = open('manager')
  await paste('Jane Doe,jane@example.com,Admin')
  expect(field(1, 'Role')).toHaveAccessibleDescription('Only admins can register other admins.')
  expect(line(1).queryByRole('option', { name: 'Admin' })).toBeNull()
  await user.click(send())
  expect(api.named(call)).toEqual([])
})

test('text, lines and decisions survive a reload until they are discarded', async () => {
  const { user, unmount } = open('admin')
  await paste('Jane Doe,jane@example.com,dev,Apollo')
  await user.type(field(1, 'Name'), ' II')
  await user.click(screen.getByLabelText('Create it'))
  unmount()
  open('admin')
  expect(await screen.findByText('We kept what you typed last time.')).toBeVisible()
  expect(field(1, 'Name')).toHaveValue('Jane Doe II')
  expect(screen.getByLabelText('Create it')).toBeChecked()
  await user.click(screen.getByRole('button', { name: 'Back' }))
  expect(await textarea()).toHaveValue('Jane Doe,jane@example.com,dev,Apollo')
  expect(await textarea()).toHaveFocus()
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  expect(field(1, 'Name')).toHaveValue('Jane Doe II')
  await user.click(screen.getByRole('button', { name: 'Discard' }))
  expect(await textarea()).toHaveValue('')
})

test('CSV files in the encodings of spreadsheets are read', async () => {
  const { user } = open('admin')
  await textarea()
  const bytes = (text: string) => Uint8Array.from(text, char => char.charCodeAt(0))
  const csv = new File([bytes('Name;Email\r\nJos\u00e9 Mu\u00f1oz;jose@example.com\r\n')], 'people.csv')
  await user.upload(screen.getByLabelText('CSV file'), csv)
  await waitFor(() => expect(field(1, 'Name')).toHaveValue('José Muñoz'))
  await user.click(screen.getByRole('button', { name: 'Back' }))
  const utf16 = new File(
    [Uint8Array.from([0xff, 0xfe, ...[...'a@example.com'].flatMap(char => [char.charCodeAt(0), 0])])],
    'people.txt',
  )
  await user.upload(screen.getByLabelText('CSV file'), utf16)
  await waitFor(() => expect(field(1, 'Email')).toHaveValue('a@example.com'))
  await user.click(screen.getByRole('button', { name: 'Back' }))
  await user.upload(screen.getByLabelText('CSV file'), new File([new Uint8Array(2_000_000)], 'film.csv'))
  expect(await textarea()).toHaveAccessibleDescription(/^This file is too large/)
})

test('with 500 lines, typing renders only the line that is edited', async () => {
  drawn.names = []
  const { user } = open('admin')
  await paste(Array.from({ length: 500 }, (_, index) => `Person ${index},p${index}@example.com`).join('\n'))
  const email = screen.getByDisplayValue('p250@example.com')
  expect(new Set(drawn.names).size).toBe(500)
  await user.click(email)
  drawn.names = []
  await user.keyboard('x')
  expect(email).toHaveValue('p250@example.comx')
  expect(new Set(drawn.names)).toEqual(new Set(['p250@example.comx']))
  // Found by its text, because a query by role would compute the names of a thousand other buttons.
  expect(screen.getByText('Add a line')).toBeDisabled()
})

test('Manage Users and Register User link to the page', async () => {
  localStorage.setItem('token', makeToken())
  fakeApi({ 'GET /api/auth/me': { status: 200, body: personOf('admin') } }, { othersWait: true })
  const users = renderApp('/admin/users')
  expect(await screen.findByRole('link', { name: 'Add several people' })).toHaveAttribute('href', path)
  users.unmount()
  renderApp('/admin/register')
  expect(await screen.findByRole('link', { name: 'Add several people' })).toHaveAttribute('href', path)
})
