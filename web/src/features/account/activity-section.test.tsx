import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { Account } from '#shared/contract/account.ts'
import { messages } from '#shared/messages.ts'
import { makeAccount } from '../../../test/account.ts'
import { allowConsole } from '../../../test/console-watch.ts'
import { fakeApi, makeToken, personOf } from '../../../test/fake-api.ts'
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
