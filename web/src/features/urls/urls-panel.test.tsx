import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { type ProjectUrl, urlTypes } from '#shared/contract/urls.ts'
import type { Role } from '#shared/roles.ts'
import { allowConsole } from '../../../test/console-watch.ts'
import { fakeApi, personOf, refusal } from '../../../test/fake-api.ts'
import { makeUrl } from '../../../test/projects.ts'
import { renderAt } from '../../../test/render-app.tsx'
import { ActorContext } from '../../lib/can.tsx'
import { urlTypeIcons } from './url-row.tsx'
import { UrlsPanel } from './urls-panel.tsx'

const list = 'GET /api/projects/1/urls'
const add = 'POST /api/projects/1/urls'
const ok = (body: unknown) => ({ status: 200, body })
type Answers = Parameters<typeof fakeApi>[0]

function open(role: Role, urls: ProjectUrl[], answers: Answers = {}) {
  const api = fakeApi({ [list]: ok(urls), ...answers })
  localStorage.setItem('token', 'my-token')
  renderAt(
    '/',
    <ActorContext value={personOf(role)}>
      <UrlsPanel projectId={1} projectName="Apollo" />
    </ActorContext>,
  )
  return { api, user: userEvent.setup() }
}

const type = () => screen.getByRole('combobox', { name: 'Type' })
const text = () => screen.getByRole('textbox', { name: 'URL' })
const button = (name: string) => screen.getByRole('button', { name })
const link = 'https://staging.example.com'

test('every type has a label and an icon of its own', () => {
  open('developer', [])
  const options = within(type()).getAllByRole('option')
  expect(options.map(option => option.textContent)).toEqual(Object.values(urlTypes))
  expect(within(type()).getByRole('option', { name: 'DB' })).toHaveValue('database')
  expect(new Set(Object.values(urlTypeIcons)).size).toBe(15)
})

test('a row has a badge and a link that opens in a new tab', async () => {
  open('developer', [makeUrl({ url_type: 'database', url: 'db.example.com' })])
  const shown = await screen.findByRole('link', { name: 'db.example.com' })
  expect(shown).toHaveAttribute('href', 'https://db.example.com')
  expect(shown).toHaveAttribute('target', '_blank')
  expect(shown).toHaveAttribute('rel', 'noopener noreferrer')
  expect(within(screen.getByRole('listitem')).getByText('DB')).toBeVisible()
})

test('an unsafe scheme is plain text', async () => {
  open('developer', [makeUrl({ url: 'javascript:alert(1)' })])
  expect(await screen.findByText('javascript:alert(1)')).toBeVisible()
  expect(screen.queryByRole('link')).toBeNull()
})

test('an added link is trimmed and listed at once, and the form is emptied', async () => {
  const added = makeUrl({ url_type: 'git' })
  const { user, api } = open('developer', [], {
    [list]: [ok([]), ok([added])],
    [add]: { status: 201, body: added },
  })
  expect(await screen.findByText('No URLs added')).toBeVisible()
  await user.selectOptions(type(), 'git')
  await user.type(text(), `  ${link} {Enter}`)
  expect(await screen.findByRole('link', { name: link })).toBeVisible()
  expect(api.named(add).map(call => call.body)).toEqual([{ url_type: 'git', url: link }])
  await waitFor(() => expect(text()).toHaveValue(''))
  expect(type()).toHaveValue('live')
})

test.each(['', '   '])('nothing is sent without a text (%j)', async typed => {
  const { user, api } = open('developer', [])
  await screen.findByText('No URLs added')
  if (typed) await user.type(text(), typed)
  await user.click(button('Add'))
  expect(api.named(add)).toHaveLength(0)
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a failed add keeps what was typed', async () => {
  allowConsole(/status 500/)
  const { user } = open('developer', [], { [add]: { status: 500 } })
  await screen.findByText('No URLs added')
  await user.selectOptions(type(), 'api')
  await user.type(text(), `${link}{Enter}`)
  expect(await screen.findByText('Failed to add URL.')).toBeVisible()
  expect(text()).toHaveValue(link)
  expect(type()).toHaveValue('api')
})

test('while editing, Add becomes Confirm, and Cancel resets the form to live and empty', async () => {
  const { user, api } = open('developer', [makeUrl()])
  await user.click(await screen.findByRole('button', { name: `Edit ${link}` }))
  expect(text()).toHaveFocus()
  expect(text()).toHaveValue(link)
  expect(type()).toHaveValue('staging')
  expect(screen.queryByRole('button', { name: 'Add' })).toBeNull()
  await user.click(button('Cancel'))
  expect(text()).toHaveValue('')
  expect(type()).toHaveValue('live')
  expect(button('Add')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull()
  expect(button(`Edit ${link}`)).toHaveFocus()
  expect(api.named('PUT /api/urls/9')).toHaveLength(0)
})

test('Confirm saves the edited link', async () => {
  const updated = makeUrl({ url: 'https://new.example.com' })
  const { user, api } = open('developer', [], {
    [list]: [ok([makeUrl()]), ok([updated])],
    'PUT /api/urls/9': ok(updated),
  })
  await user.click(await screen.findByRole('button', { name: `Edit ${link}` }))
  await user.clear(text())
  await user.type(text(), updated.url)
  await user.click(button('Confirm'))
  expect(await screen.findByRole('link', { name: updated.url })).toBeVisible()
  expect(api.named('PUT /api/urls/9')[0]?.body).toEqual({ url_type: 'staging', url: updated.url })
  expect(button('Add')).toBeVisible()
})

test('an update that the server refuses shows the reason and keeps the text', async () => {
  allowConsole(/marked for deletion/)
  const reason = "This URL is marked for deletion, so you can't edit it."
  const { user } = open('developer', [makeUrl()], { 'PUT /api/urls/9': refusal(409, reason) })
  await user.click(await screen.findByRole('button', { name: `Edit ${link}` }))
  await user.type(text(), '/x{Enter}')
  expect(await screen.findByText('Failed to update URL.')).toBeVisible()
  expect(screen.getByText(reason)).toBeVisible()
  expect(text()).toHaveValue(`${link}/x`)
  expect(button('Confirm')).toBeVisible()
})

test('a link marked for deletion has a badge and cannot be edited; staff see neither Delete nor Restore', async () => {
  open('marketing', [makeUrl({ is_blurred: true })])
  expect(await screen.findByText('Pending Deletion')).toBeVisible()
  expect(button(`Edit ${link}`)).toBeDisabled()
  expect(screen.queryByRole('button', { name: /Delete|Restore/ })).toBeNull()
})

test.each([
  [
    'manager',
    false,
    'This will mark the URL for deletion. An admin will need to complete the deletion. Continue?',
    'Mark for deletion',
  ],
  ['admin', false, 'Are you sure you want to delete this URL?', 'Delete'],
  ['admin', true, 'This URL was marked for deletion by a manager. Confirm permanent deletion?', 'Delete'],
] as const)('a %s deleting (pending: %s) is asked "%s"', async (role, is_blurred, question, confirm) => {
  const blurred = role === 'manager'
  const { user } = open(role, [], {
    [list]: [ok([makeUrl({ is_blurred })]), ok(blurred ? [makeUrl({ is_blurred: true })] : [])],
    'DELETE /api/urls/9': ok({ msg: '', blurred }),
  })
  await user.click(await screen.findByRole('button', { name: `Delete ${link}` }))
  const dialog = within(screen.getByRole('dialog'))
  expect(dialog.getByText(question)).toBeVisible()
  await user.click(dialog.getByRole('button', { name: confirm }))
  expect(await screen.findByText(blurred ? 'Pending Deletion' : 'No URLs added')).toBeVisible()
})

test('an admin restores a link after confirming', async () => {
  const { user } = open('admin', [], {
    [list]: [ok([makeUrl({ is_blurred: true })]), ok([makeUrl()])],
    'PUT /api/urls/9/unblur': ok(makeUrl()),
  })
  await user.click(await screen.findByRole('button', { name: `Restore ${link}` }))
  const dialog = within(screen.getByRole('dialog'))
  expect(dialog.getByText('Are you sure you want to restore this URL?')).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Restore' }))
  await waitFor(() => expect(screen.queryByText('Pending Deletion')).toBeNull())
  expect(button(`Edit ${link}`)).toBeEnabled()
})

test.each([
  ['Delete', 'DELETE /api/urls/9', 'Failed to delete URL.'],
  ['Restore', 'PUT /api/urls/9/unblur', 'Failed to restore URL.'],
])('a failed %s shows an error in the panel', async (action, call, sentence) => {
  allowConsole(/status 500/)
  const { user } = open('admin', [makeUrl({ is_blurred: true })], { [call]: { status: 500 } })
  await user.click(await screen.findByRole('button', { name: `${action} ${link}` }))
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: action }))
  expect(await screen.findByRole('alert')).toHaveTextContent(sentence)
  expect(screen.getByRole('link', { name: link })).toBeVisible()
})

test('a failed load shows an error that can be retried', async () => {
  allowConsole(/status 500/)
  const { user } = open('developer', [], { [list]: [{ status: 500 }, ok([makeUrl()])] })
  expect(await screen.findByText('Failed to load URLs.')).toBeVisible()
  await user.click(button('Try again'))
  expect(await screen.findByRole('link', { name: link })).toBeVisible()
})
