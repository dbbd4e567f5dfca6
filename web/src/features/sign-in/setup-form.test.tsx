import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { messages } from '#shared/messages.ts'
import { ownTimeZone } from '#shared/zones.ts'
import { allowConsole } from '../../../test/console-watch.ts'
import { fakeApi, personOf, refusal } from '../../../test/fake-api.ts'
import { renderApp } from '../../../test/render-app.tsx'

const open = { 'GET /api/auth/setup': { status: 200, body: { open: true } } }
const field = (label: string) => screen.getByLabelText(label)
const create = () => screen.getByRole('button', { name: 'Create account' })

async function openSetup() {
  const user = userEvent.setup()
  const app = renderApp('/setup?code=abc')
  await screen.findByLabelText('Name')
  return { user, ...app }
}

async function fillIn(user: ReturnType<typeof userEvent.setup>, confirmation = 'secret') {
  await user.type(field('Name'), 'Robin Reyes')
  await user.type(field('Email'), 'robin@example.com')
  await user.type(field('Password'), 'secret')
  await user.type(field('Confirm Password'), confirmation)
  await user.click(create())
}

test('with accounts present /setup behaves as an unknown path', async () => {
  fakeApi({ 'GET /api/auth/setup': { status: 200, body: { open: false } } })
  const { here } = renderApp('/setup?code=abc')
  await screen.findByRole('heading', { name: 'Daily Report Management' })
  expect(here()).toBe('/')
})

test('without a code in the link there is a message instead of the form', async () => {
  fakeApi(open)
  renderApp('/setup')
  expect(await screen.findByRole('alert')).toHaveTextContent(messages.signIn.setupLinkInvalid)
  expect(screen.queryByLabelText('Name')).toBeNull()
})

test('when the server does not answer, the request can be retried', async () => {
  allowConsole(/^The server answered with status 500/)
  fakeApi({ 'GET /api/auth/setup': [{ status: 500 }, open['GET /api/auth/setup']] })
  const user = userEvent.setup()
  renderApp('/setup?code=abc')
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(await screen.findByLabelText('Name')).toBeVisible()
})

test('the focus starts in the name', async () => {
  fakeApi(open)
  await openSetup()
  expect(field('Name')).toHaveFocus()
})

describe('validation', () => {
  test('everything is required', async () => {
    fakeApi(open)
    const { user } = await openSetup()
    await user.click(create())
    await waitFor(() => expect(field('Name')).toHaveAccessibleDescription('Name is required'))
    expect(field('Email')).toHaveAccessibleDescription('Email is required')
    expect(field('Password')).toHaveAccessibleDescription(/^Password is required/)
    expect(field('Confirm Password')).toHaveAccessibleDescription('Confirm password is required')
    expect(field('Name')).toHaveFocus()
  })

  test('lengths, a valid e-mail and equal passwords', async () => {
    fakeApi(open)
    const { user } = await openSetup()
    await user.type(field('Name'), 'R')
    await user.type(field('Email'), 'nobody')
    await user.type(field('Password'), '12345')
    await user.type(field('Confirm Password'), '54321')
    await user.click(create())
    await waitFor(() =>
      expect(field('Name')).toHaveAccessibleDescription('Name must be at least 2 characters'),
    )
    expect(field('Email')).toHaveAccessibleDescription('Invalid email address')
    expect(field('Password')).toHaveAccessibleDescription(/^Password must be at least 6 characters/)
    expect(field('Confirm Password')).toHaveAccessibleDescription('Passwords must match')
  })
})

test('the confirmation is not sent; the first administrator is signed in and on /admin/dashboard', async () => {
  const api = fakeApi(
    {
      ...open,
      'POST /api/auth/register': { status: 201, body: { token: 'the-token', user: personOf('admin') } },
    },
    { othersWait: true },
  )
  const { user, here } = await openSetup()
  await fillIn(user)
  expect(await screen.findByRole('heading', { level: 1, name: 'Admin Dashboard' })).toBeVisible()
  expect(here()).toBe('/admin/dashboard')
  expect(localStorage.getItem('token')).toBe('the-token')
  expect(api.named('POST /api/auth/register')[0]?.body).toEqual({
    name: 'Robin Reyes',
    email: 'robin@example.com',
    password: 'secret',
    setup_code: 'abc',
    time_zone: ownTimeZone(),
  })
})

describe('failure shows "Error: " plus', () => {
  test('the server msg, with its field errors under their fields', async () => {
    allowConsole(/^Email is taken$/)
    fakeApi({
      ...open,
      'POST /api/auth/register': refusal(400, 'Email is taken', { email: 'Email is taken' }),
    })
    const { user } = await openSetup()
    await fillIn(user)
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('Error: Email is taken')
    await waitFor(() => expect(alert).toHaveFocus())
    expect(field('Email')).toHaveAccessibleDescription('Email is taken')
    expect(field('Name')).toHaveValue('Robin Reyes')
    expect(create()).toBeEnabled()
  })

  test('what to do, when the code is refused', async () => {
    fakeApi({ ...open, 'POST /api/auth/register': refusal(401, messages.signIn.registerAdminOnly) })
    const { user } = await openSetup()
    await fillIn(user)
    expect(await screen.findByRole('alert')).toHaveTextContent(
      `Error: ${messages.signIn.registerAdminOnly}. ${messages.signIn.setupLinkInvalid}`,
    )
  })

  test.each([
    [{ user: personOf('admin') }, 'Error: No token received from server during registration'],
    [{ token: 'the-token' }, 'Error: Registration failed: Unexpected response format'],
  ])('the message for the answer %o', async (body, sentence) => {
    fakeApi({ ...open, 'POST /api/auth/register': { status: 201, body } })
    const { user } = await openSetup()
    await fillIn(user)
    expect(await screen.findByRole('alert')).toHaveTextContent(sentence)
  })
})

test("the organization's time zone is the browser's until another is chosen", async () => {
  const api = fakeApi(
    {
      ...open,
      'POST /api/auth/register': { status: 201, body: { token: 'the-token', user: personOf('admin') } },
    },
    { othersWait: true },
  )
  const { user } = await openSetup()
  expect(field('Time zone of your organization')).toHaveValue(ownTimeZone())
  await user.selectOptions(field('Time zone of your organization'), 'Asia/Tokyo')
  await fillIn(user)
  await screen.findByRole('heading', { level: 1, name: 'Admin Dashboard' })
  expect(api.named('POST /api/auth/register')[0]?.body).toMatchObject({ time_zone: 'Asia/Tokyo' })
})
