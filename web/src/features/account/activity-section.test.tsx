import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test } from 'vitest'
import type { Account } from '#shared/contract/account.ts'
import type { OwnClaim } from '#shared/contract/activity.ts'
import { messages } from '#shared/messages.ts'
import { makeAccount } from '../../../test/account.ts'
import { allowConsole } from '../../../test/console-watch.ts'
import { fakeApi, makeToken, personOf, refusal } from '../../../test/fake-api.ts'
import { renderApp } from '../../../test/render-app.tsx'

const put = 'PUT /api/account'

async function open(given: Partial<Account> = {}, answers: Parameters<typeof fakeApi>[0] = {}) {
  localStorage.setItem('token', makeToken())
  const api = fakeApi(
    {
      'GET /api/auth/me': { status: 200, body: personOf('developer') },
      'GET /api/account': { status: 200, body: makeAccount('developer', given) },
      ...answers,
    },
    { othersWait: true },
  )
  renderApp('/account')
  const section = within(await screen.findByRole('region', { name: 'Activity' }))
  await section.findByRole('checkbox')
  return { api, section, user: userEvent.setup() }
}

test('e-mails and logins are typed with commas and saved as lists', async () => {
  const saved = makeAccount('developer', {
    activity_emails: ['a@home.example', 'b@home.example'],
    activity_logins: [
      { kind: 'gitea', login: 'robin' },
      { kind: 'github', login: 'robin' },
      { kind: 'github', login: 'robin-at-work' },
    ],
  })
  const { api, section, user } = await open({}, { [put]: { status: 200, body: saved } })
  await user.type(section.getByLabelText('Other emails in your commits'), 'a@home.example b@home.example,')
  await user.type(section.getByLabelText('GitHub login'), 'Robin, robin-at-work')
  await user.type(section.getByLabelText('Gitea login'), 'robin')
  await user.click(section.getByRole('button', { name: 'Save' }))
  expect(await section.findByText('Activity settings saved.')).toBeVisible()
  expect(api.named(put)[0]?.body).toEqual({
    activity: true,
    activity_emails: ['a@home.example', 'b@home.example'],
    activity_logins: [
      { kind: 'github', login: 'Robin' },
      { kind: 'github', login: 'robin-at-work' },
      { kind: 'gitea', login: 'robin' },
    ],
  })
  expect(section.getByLabelText('GitHub login')).toHaveValue('robin, robin-at-work')
})

test('turning it off says what is deleted, before it is saved', async () => {
  const off = makeAccount('developer', { activity: false })
  const { api, section, user } = await open({}, { [put]: { status: 200, body: off } })
  expect(section.queryByText(messages.activity.ownOff)).toBeNull()
  await user.click(section.getByRole('checkbox'))
  expect(section.getByText(messages.activity.ownOff)).toBeVisible()
  await user.click(section.getByRole('button', { name: 'Save' }))
  expect(await section.findByText('Activity settings saved.')).toBeVisible()
  expect(api.named(put)[0]?.body).toMatchObject({ activity: false })
  expect(section.getByRole('checkbox')).not.toBeChecked()
})

test.each([
  ['activity_emails.1', messages.users.emailInvalid, 'Other emails in your commits'],
  ['activity_emails', messages.activity.emailTaken('b@home.example'), 'Other emails in your commits'],
  ['activity_logins.1.login', messages.activity.loginInvalid, 'GitLab login'],
  ['activity_logins', messages.activity.loginTaken('dina'), 'GitLab login'],
])('a refusal of %s is shown at its field', async (field, sentence, label) => {
  allowConsole(/./)
  const status = sentence.includes('another account') ? 409 : 400
  const body = { msg: sentence, error: sentence, code: 'validation_failed', errors: { [field]: sentence } }
  const { section, user } = await open({}, { [put]: { status, body } })
  await user.type(section.getByLabelText('Other emails in your commits'), 'a@home.example, b@home.example')
  await user.type(section.getByLabelText('GitHub login'), 'robin')
  await user.type(section.getByLabelText('GitLab login'), 'Dina')
  await user.click(section.getByRole('button', { name: 'Save' }))
  expect(await section.findByText(sentence)).toBeVisible()
  expect(section.getByLabelText(label)).toHaveAccessibleDescription(expect.stringContaining(sentence))
  expect(section.queryByText('Activity settings saved.')).toBeNull()
  expect(section.getByLabelText('GitHub login')).toHaveValue('robin')
})

describe('what waits to be confirmed', () => {
  const email: OwnClaim = {
    ...{ id: 3, kind: 'email' as const, name: 'robin@home.example' },
    ...{ claimed_at: '2026-03-10T09:00:00.000Z', code_sent_at: '2026-03-10T09:00:00.000Z' },
  }
  const login: OwnClaim = { ...email, id: 4, kind: 'github', name: 'robin-dev', code_sent_at: null }
  const confirmCall = 'POST /api/account/activity-claims/3/code'

  afterEach(() => {
    delete document.documentElement.dataset.mail
  })

  test('says what to do about a login, and about an email without a mail server', async () => {
    const { section } = await open({ activity_pending: [login, email] })
    expect(section.getByRole('heading', { name: 'Waiting to be confirmed' })).toBeVisible()
    expect(section.getByText('robin-dev')).toBeVisible()
    expect(section.getAllByText('Ask an admin or a manager to confirm it in Manage Users.')).toHaveLength(2)
    expect(section.queryByRole('button', { name: /code/ })).toBeNull()
  })

  test('takes the code, and shows a wrong one at its field', async () => {
    allowConsole(/./)
    document.documentElement.dataset.mail = ''
    const sentence = messages.activity.codeWrong
    const { api, section, user } = await open(
      { activity_pending: [email] },
      {
        'GET /api/account': [
          { status: 200, body: makeAccount('developer', { activity_pending: [email] }) },
          { status: 200, body: makeAccount('developer') },
        ],
        [confirmCall]: [
          refusal(400, sentence, { code: sentence }),
          { status: 200, body: { msg: 'robin@home.example now counts as yours.' } },
        ],
      },
    )
    const field = section.getByLabelText('Code sent to robin@home.example')
    await user.click(section.getByRole('button', { name: 'Confirm email' }))
    expect(await section.findByText('Code is required')).toBeVisible()
    await user.type(field, 'aaaa-bbbb-cccc')
    await user.click(section.getByRole('button', { name: 'Confirm email' }))
    expect(await section.findByText(sentence)).toBeVisible()
    await user.clear(field)
    await user.type(field, 'k7xq-ab3d-9mhe')
    await user.click(section.getByRole('button', { name: 'Confirm email' }))
    expect(await section.findByText('robin@home.example now counts as yours.')).toBeVisible()
    await waitFor(() => expect(section.queryByLabelText('Code sent to robin@home.example')).toBeNull())
    expect(api.named(confirmCall).map(call => call.body)).toEqual([
      { code: 'aaaa-bbbb-cccc' },
      { code: 'k7xq-ab3d-9mhe' },
    ])
  })

  test('offers a code where none was sent', async () => {
    document.documentElement.dataset.mail = ''
    const sent = "We've sent a new code to robin@home.example."
    const { section, user } = await open(
      { activity_pending: [{ ...email, code_sent_at: null }] },
      { 'POST /api/account/activity-claims/3/mail': { status: 200, body: { msg: sent } } },
    )
    expect(section.queryByLabelText('Code sent to robin@home.example')).toBeNull()
    await user.click(section.getByRole('button', { name: 'Send a code to robin@home.example' }))
    expect(await section.findByText(sent)).toBeVisible()
  })
})
