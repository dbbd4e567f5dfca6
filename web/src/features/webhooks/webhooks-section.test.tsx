import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { Webhook, WebhookDelivery } from '#shared/contract/webhooks.ts'
import { messages } from '#shared/messages.ts'
import { makeSettings } from '../../../test/account.ts'
import { allowConsole } from '../../../test/console-watch.ts'
import { fakeApi, makeToken, personOf, refusal } from '../../../test/fake-api.ts'
import { renderApp } from '../../../test/render-app.tsx'

const list = 'GET /api/webhooks'
const add = 'POST /api/webhooks'
const deliveries = 'GET /api/webhooks/7/deliveries?page=1'

const channel: Webhook = {
  ...{ id: 7, name: 'Support channel', url: 'https://chat.example.com/hooks/x', format: 'slack' },
  ...{ events: ['report.submitted'], team_ids: [], enabled: true, off_reason: null },
  ...{ created_at: '2026-03-10T08:00:00.000Z', last_delivery: null },
}

const failed: WebhookDelivery = {
  ...{ id: 3, event: 'report.submitted', message_id: 'msg_1', created_at: '2026-03-10T08:00:00.000Z' },
  ...{ tries: 2, tried_at: '2026-03-10T08:00:05.000Z', status: 500, ok: false, duration: 12 },
  ...{ request: '{"text":"Dina submitted"}', answer: 'broken', error: null },
  next_try_at: new Date(Date.now() + 3_600_000).toISOString(),
}

const pageOf = <Row,>(data: Row[], more: object = {}) => ({
  status: 200,
  body: { data, pagination: { total: data.length, pages: 1, page: 1, limit: 20 }, ...more },
})
const webhooks = (data: Webhook[], is_paused = false) => pageOf(data, { is_paused })

async function open(answers: Parameters<typeof fakeApi>[0] = {}, paused = false) {
  localStorage.setItem('token', makeToken())
  const api = fakeApi(
    {
      'GET /api/auth/me': { status: 200, body: personOf('admin') },
      'GET /api/settings': { status: 200, body: makeSettings({ mail_paused: paused }) },
      [list]: webhooks([channel]),
      ...answers,
    },
    { othersWait: true },
  )
  renderApp('/admin/settings')
  // The placeholders have the same headings.
  await screen.findAllByRole('button', { name: 'Save' })
  const section = within(screen.getByRole('region', { name: 'Integrations' }))
  return { api, section, user: userEvent.setup() }
}

test('a webhook is added; its secret is shown once', async () => {
  const secret = 'whsec_c2VjcmV0'
  const { api, section, user } = await open({
    [list]: [webhooks([]), webhooks([{ ...channel, format: 'json' }])],
    [add]: [
      {
        status: 400,
        body: { msg: 'no', error: 'no', code: 'validation_failed', errors: { url: 'Not public' } },
      },
      { status: 201, body: { ...channel, format: 'json', secret } },
    ],
  })
  allowConsole(/no/)
  expect(await section.findByText(messages.webhooks.none)).toBeVisible()
  await user.click(section.getByRole('button', { name: 'Add webhook' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add webhook' }))
  await user.click(dialog.getByRole('button', { name: 'Add webhook' }))
  expect(await dialog.findByText('Name is required')).toBeVisible()
  expect(dialog.getByText('URL is required')).toBeVisible()
  await user.type(dialog.getByLabelText('Name'), 'Support channel')
  await user.type(dialog.getByLabelText('URL'), channel.url)
  await user.click(dialog.getByRole('checkbox', { name: 'Time off changes' }))
  // Chats never hear who is off.
  await user.click(dialog.getByRole('radio', { name: 'Slack' }))
  expect(dialog.queryByRole('checkbox', { name: 'Time off changes' })).toBeNull()
  await user.click(dialog.getByRole('radio', { name: 'JSON' }))
  await user.click(dialog.getByRole('button', { name: 'Add webhook' }))
  expect(await dialog.findByText('Not public')).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Add webhook' }))
  expect(await section.findByLabelText('Secret of Support channel')).toHaveValue(secret)
  expect(api.named(add).at(-1)?.body).toEqual({
    ...{ name: 'Support channel', url: channel.url, format: 'json', events: ['report.submitted'] },
    ...{ team_ids: [], enabled: true },
  })
  expect(await section.findByText(/JSON · chat.example.com · nothing sent yet/)).toBeVisible()
  await user.click(section.getByRole('button', { name: 'Done' }))
  expect(screen.queryByDisplayValue(secret)).toBeNull()
})

test('what was sent and what came back can be read, tested and sent again', async () => {
  const { api, section, user } = await open({
    [deliveries]: pageOf([failed]),
    'POST /api/webhooks/7/test': [
      { status: 200, body: { ...failed, event: 'test', status: null, error: 'No answer within 15 seconds' } },
      { status: 200, body: { ...failed, event: 'test', status: 204, ok: true } },
    ],
    'POST /api/webhooks/7/deliveries/3/retry': { status: 200, body: failed },
  })
  await user.click(await section.findByRole('button', { name: 'Deliveries of Support channel' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Support channel' }))
  expect(await dialog.findByText(/answer 500 after 12 ms · 2 tries/)).toBeVisible()
  expect(dialog.getByText('Failed, waiting')).toBeVisible()
  expect(dialog.getByText(/Is tried again:/)).toBeVisible()
  await user.click(dialog.getByText('Request and answer'))
  expect(dialog.getByText(/"text": "Dina submitted"/)).toBeVisible()
  expect(dialog.getByText('broken')).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Send a test' }))
  expect(await dialog.findByText("The test didn't arrive. No answer within 15 seconds.")).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Send a test' }))
  expect(await dialog.findByText('The test arrived: answer 204 after 12 ms.')).toBeVisible()
  await user.click(dialog.getByRole('button', { name: /^Send again: A report is submitted/ }))
  expect(await dialog.findByText(messages.webhooks.sentAgain)).toBeVisible()
  expect(api.named('POST /api/webhooks/7/deliveries/3/retry')).toHaveLength(1)
})

test('one that was switched off says why, and can be switched on again', async () => {
  const off = { ...channel, enabled: false, off_reason: 'failing' as const }
  const { api, section, user } = await open({
    [list]: [webhooks([off]), webhooks([channel])],
    'PUT /api/webhooks/7': { status: 200, body: channel },
  })
  expect(await section.findByText(/Off: every try failed for 3 days/)).toBeVisible()
  await user.click(section.getByRole('button', { name: 'Edit Support channel' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit webhook' }))
  await user.click(dialog.getByRole('checkbox', { name: 'Switched on' }))
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await section.findByText('Webhook saved.')).toBeVisible()
  expect(api.named('PUT /api/webhooks/7')[0]?.body).toMatchObject({ enabled: true, format: 'slack' })
})

test('a new secret and deleting ask first', async () => {
  const { section, user } = await open({
    [list]: [webhooks([channel]), webhooks([])],
    'POST /api/webhooks/7/secret': { status: 200, body: { ...channel, secret: 'whsec_bmV3' } },
    'DELETE /api/webhooks/7': { status: 200, body: { msg: 'Webhook deleted.' } },
  })
  const edit = async () => user.click(await section.findByRole('button', { name: 'Edit Support channel' }))
  const press = async (name: string) => user.click(await screen.findByRole('button', { name }))
  await edit()
  await press('New secret')
  await press('Create secret')
  expect(await section.findByLabelText('Secret of Support channel')).toHaveValue('whsec_bmV3')
  expect(section.getByText(/For 24 hours, the former one signs as well/)).toBeVisible()
  await edit()
  await press('Delete webhook')
  await press('Delete')
  expect(await section.findByText('Webhook deleted.')).toBeVisible()
  expect(await section.findByText(messages.webhooks.none)).toBeVisible()
})

test('after a restore it says that nothing goes out; what failed to load can be loaded again', async () => {
  allowConsole(/no good/)
  const { section, user } = await open(
    { [list]: [refusal(400, 'no good'), refusal(400, 'no good'), webhooks([channel], true)] },
    true,
  )
  await user.click(await section.findByRole('button', { name: 'Try again' }))
  expect(await section.findByText(messages.mail.pausedTitle)).toBeVisible()
  expect(await section.findByText('Support channel')).toBeVisible()
})

test('on an older server the section is left out', async () => {
  localStorage.setItem('token', makeToken())
  fakeApi(
    {
      'GET /api/auth/me': { status: 200, body: personOf('admin') },
      'GET /api/settings': { status: 200, body: makeSettings() },
      [list]: refusal(404, 'Not found'),
    },
    { othersWait: true },
  )
  allowConsole(/Not found/)
  renderApp('/admin/settings')
  await screen.findAllByRole('button', { name: 'Save' })
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Integrations' })).toBeNull())
})
