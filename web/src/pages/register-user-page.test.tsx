import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { Role } from '#shared/roles.ts'
import { allowConsole } from '../../test/console-watch.ts'
import { fakeApi, makeToken, personOf, refusal } from '../../test/fake-api.ts'
import { makeUser } from '../../test/people.ts'
import { refuseCopying } from '../../test/refuse-copying.ts'
import { renderApp } from '../../test/render-app.tsx'
import { withMail } from '../../test/with-mail.ts'

type Answers = Parameters<typeof fakeApi>[0]
const register = 'POST /api/auth/register'

async function open(role: Role, answers: Answers = {}) {
  localStorage.setItem('token', makeToken())
  const me = { status: 200, body: personOf(role) }
  const api = fakeApi({ 'GET /api/auth/me': me, ...answers }, { othersWait: true })
  const app = renderApp('/admin/register')
  await screen.findByRole('heading', { level: 1, name: 'Register New User' })
  await screen.findByLabelText('Name')
  return { ...app, api, user: userEvent.setup() }
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const submit = () => screen.getByRole('button', { name: 'Register User' })

async function fill(user: ReturnType<typeof userEvent.setup>, given: Record<string, string> = {}) {
  const values = {
    Name: 'Desi Designer',
    Email: 'Desi@example.com',
    Password: 'secret-1',
    'Confirm Password': 'secret-1',
    ...given,
  }
  for (const [label, value] of Object.entries(values)) {
    await user.clear(field(label))
    if (value) await user.type(field(label), value)
  }
  await user.selectOptions(field('Role'), 'Designer')
}

const options = () =>
  within(field('Role'))
    .getAllByRole('option')
    .map(option => option.textContent)

test('an admin may choose every role', async () => {
  await open('admin')
  expect(options().slice(1)).toEqual(['Developer', 'Designer', 'Marketing', 'Manager', 'Admin'])
  expect(screen.queryByText('Only admins can register other admins.')).toBeNull()
})

test('for a manager the admin option is hidden, and a hint says so', async () => {
  await open('manager')
  expect(options().slice(1)).toEqual(['Developer', 'Designer', 'Marketing', 'Manager'])
  expect(field('Role')).toHaveAccessibleDescription('Only admins can register other admins.')
})

test('a manager who sees only their teams may choose staff, and a hint says so', async () => {
  await open('manager', {
    'GET /api/auth/me': { status: 200, body: { ...personOf('manager'), sees_only_teams: true } },
  })
  expect(options().slice(1)).toEqual(['Developer', 'Designer', 'Marketing'])
  expect(field('Role')).toHaveAccessibleDescription('Only admins can register managers and admins.')
})

test('every invalid field shows an error', async () => {
  const { user, api } = await open('admin')
  await user.click(submit())
  for (const sentence of [
    'Name is required',
    'Email is required',
    'Password is required',
    'Confirm password is required',
    'Role is required',
  ]) {
    expect(await screen.findByText(sentence)).toBeVisible()
  }
  await fill(user, { Name: 'D', Email: 'nobody', Password: 'five5', 'Confirm Password': 'other' })
  await user.click(submit())
  for (const sentence of [
    'Name must be at least 2 characters',
    'Invalid email address',
    'Password must be at least 6 characters',
    'Passwords must match',
  ]) {
    expect(await screen.findByText(sentence)).toBeVisible()
  }
  expect(api.named(register)).toEqual([])
})

test('after registering, the admin stays signed in and the dashboard opens', async () => {
  const token = localStorage.getItem('token')
  const created = makeUser(9, 'Desi Designer', 'designer')
  const { user, api, here } = await open('admin', { [register]: { status: 201, body: { user: created } } })
  const before = localStorage.getItem('token')
  await fill(user)
  await user.click(submit())
  await waitFor(() => expect(here()).toBe('/admin/dashboard'))
  expect(api.named(register)[0]?.body).toEqual({
    name: 'Desi Designer',
    email: 'desi@example.com',
    password: 'secret-1',
    role: 'designer',
  })
  expect(token).toBeNull()
  expect(localStorage.getItem('token')).toBe(before)
})

test('a refusal keeps the input and is shown above the form and under its field', async () => {
  allowConsole(/^User already exists/, /^Please check/)
  const { user } = await open('admin', {
    [register]: [
      refusal(409, 'User already exists'),
      refusal(400, 'Please check', { email: 'Email must be at most 254 characters' }),
    ],
  })
  await fill(user)
  await user.click(submit())
  expect(await screen.findByRole('alert')).toHaveTextContent('Error: User already exists')
  expect(field('Name')).toHaveValue('Desi Designer')
  expect(field('Password')).toHaveValue('secret-1')
  await user.click(submit())
  expect(await screen.findByText('Email must be at most 254 characters')).toBeVisible()
})

test.each([
  ['a failure that says why in "error" alone', { status: 400, body: { error: 'No' } }, 'Error: No'],
  ['a failure that says nothing', { status: 500 }, 'Error: Registration failed'],
  ['no response', 'no response', 'Error: Registration failed'],
  ['no user', { status: 201, body: {} }, 'Registration failed: Unexpected response format'],
  ['no JSON', { status: 201, body: 'Hello' }, 'Registration failed: Unexpected response format'],
] as const)('%s', async (_what, given, sentence) => {
  allowConsole(/^The server answered with status [45]00/, /^No response to/)
  const { user, here } = await open('admin', { [register]: given })
  await fill(user)
  await user.click(submit())
  await waitFor(() => expect(screen.getByRole('alert').textContent?.trim()).toBe(sentence))
  expect(here()).toBe('/admin/register')
})

test('without a stored token, no call is made', async () => {
  const { user, api } = await open('admin')
  await fill(user)
  localStorage.removeItem('token')
  await user.click(submit())
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'You must be logged in as an admin to register new users',
  )
  expect(api.named(register)).toEqual([])
})

const way = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name })
const link = 'https://reports.example.com/welcome?code=x'

test.each([true, false])('with mail set up: %s, that way is preselected', async isSetUp => {
  if (isSetUp) withMail()
  await open('admin')
  expect(way('Send an invitation').checked).toBe(isSetUp)
  expect(way('Set a password').checked).toBe(!isSetUp)
  expect(screen.queryAllByLabelText(/Password$/)).toHaveLength(isSetUp ? 0 : 2)
})

test('an invitation needs no password and shows the link to copy', async () => {
  const invitation = { link, expires_at: '2026-03-17T09:00:00.000Z', emailed: false }
  const created = { ...makeUser(9, 'Desi Designer', 'designer'), invited: true }
  const { user, api, here } = await open('admin', {
    [register]: { status: 201, body: { user: created, invitation } },
  })
  await user.click(way('Send an invitation'))
  await user.click(screen.getByRole('button', { name: 'Invite User' }))
  expect(await screen.findByText('Name is required')).toBeVisible()
  expect(screen.queryByText('Password is required')).toBeNull()
  await user.type(field('Name'), 'Desi Designer')
  await user.type(field('Email'), 'desi@example.com')
  await user.selectOptions(field('Role'), 'Designer')
  await user.click(screen.getByRole('button', { name: 'Invite User' }))
  expect(await screen.findByText("You've invited Desi Designer.")).toBeVisible()
  expect(field('Invitation link')).toHaveValue(link)
  expect(here()).toBe('/admin/register')
  expect(api.named(register)[0]?.body).toEqual({
    name: 'Desi Designer',
    email: 'desi@example.com',
    role: 'designer',
    invite: true,
  })
  await user.click(screen.getByRole('button', { name: 'Copy link' }))
  expect(await screen.findByText('Copied')).toBeVisible()
  expect(await navigator.clipboard.readText()).toBe(link)
  refuseCopying()
  await user.click(screen.getByRole('button', { name: 'Copy link' }))
  expect(await screen.findByText(/It's selected, so you can copy it yourself/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Add another user' }))
  expect(field('Name')).toHaveFocus()
})
