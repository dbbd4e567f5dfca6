import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { recordKinds } from '#shared/contract/record.ts'
import { addDays, localDay } from '#shared/dates.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { allowConsole } from '../../test/console-watch.ts'
import { fakeApi, makeToken, personOf, refusal } from '../../test/fake-api.ts'
import { makeUser } from '../../test/people.ts'
import { makeEntry, makeRecordPage } from '../../test/record.ts'
import { renderApp } from '../../test/render-app.tsx'

const dina = makeUser(9, 'Dina Developer', 'developer')
const ok = (body: unknown) => ({ status: 200, body })
const today = localDay(new Date())
const week = `from=${addDays(today, -6)}&to=${today}`
const list = (query = '') => `GET /api/audit?${query}&page=1`

function open(answers: Parameters<typeof fakeApi>[0], search = '') {
  localStorage.setItem('token', makeToken())
  const api = fakeApi({
    'GET /api/auth/me': ok(personOf('admin')),
    'GET /api/users': ok([dina]),
    ...answers,
  })
  return { api, user: userEvent.setup(), ...renderApp(`/admin/record${search}`) }
}

test('opens at the last week, and each entry is a sentence that says who acted and from where', async () => {
  open({
    [list(week)]: ok(
      makeRecordPage([
        makeEntry(),
        makeEntry({ kind: 'sign_in.refused', actor: null, details: {} }),
        makeEntry({
          via: 'job',
          actor: null,
          address: null,
          target: null,
          kind: 'backup.made',
          details: { rows: 1200 },
        }),
      ]),
    ),
  })
  await screen.findByText(/changed Dina Developer's role/)
  const items = screen.getAllByRole('listitem')
  const texts = items.map(item => item.textContent)
  expect(texts.join('\n')).toContain(
    "Ada Admin changed Dina Developer's role from developer to manager203.0.113.7",
  )
  expect(texts.join('\n')).toContain('A client failed to sign in as Dina Developer203.0.113.7')
  expect(texts.join('\n')).toContain('The server made a backup of 1,200 rowsby the server')
  expect(screen.getByText('3 entries')).toBeVisible()
})

test('filters by person, kind and time, and keeps them in the URL', async () => {
  const { user } = open({
    [list(week)]: ok(makeRecordPage([makeEntry()])),
    'GET /api/audit?*': ok(makeRecordPage([makeEntry({ kind: 'user.deleted' })])),
  })
  const who = await screen.findByLabelText('Who did it')
  await within(who).findByRole('option', { name: 'Dina Developer' })
  await user.selectOptions(who, 'Dina Developer')
  await user.selectOptions(screen.getByLabelText('Kind'), 'Account deleted')
  await waitFor(() => expect(location.search).toBe('?actorId=9&kind=user.deleted'))
  expect(await screen.findByText('Ada Admin deleted the account of Dina Developer')).toBeVisible()
})

test('the filters of a link are applied, and invalid ones are left out', async () => {
  const filters = 'from=2026-01-01&to=2026-01-31&userId=9'
  const { api } = open(
    { 'GET /api/audit?*': ok(makeRecordPage([makeEntry()])) },
    `?${filters}&kind=nonsense&actorId=x`,
  )
  await screen.findByText(/changed Dina Developer's role/)
  expect(api.named(list('from=2026-01-01&to=2026-01-31&userId=9'))).toHaveLength(1)
  expect(await screen.findByLabelText('To whom')).toHaveValue('9')
})

test('an empty week, an empty filter, and a failure that can be tried again', async () => {
  allowConsole(/status 500/, /went wrong/)
  const { user } = open(
    { 'GET /api/audit?*': [refusal(500, 'Something went wrong'), ok(makeRecordPage([], { pages: 0 }))] },
    '?kind=user.erased',
  )
  expect(await screen.findByText(messages.record.loadFailed)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText(messages.record.noneOfFilter)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Show the last week' }))
  expect(await screen.findByText(messages.record.none)).toBeVisible()
})

test('says that there are more entries than the pages show', async () => {
  const total = limits.recordCountMax
  open({ [list(week)]: ok(makeRecordPage([makeEntry()], { total, pages: total / 50 })) })
  expect(await screen.findByText(messages.record.many)).toBeVisible()
  expect(screen.getByRole('button', { name: 'CSV' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'JSON Lines' })).toBeVisible()
})

test('sentences name days in words', () => {
  const holiday = makeEntry({ kind: 'holiday.added', target: null, details: { date: '2026-12-25' } })
  expect(messages.record.sentence(holiday)).toBe('Ada Admin added the holiday of 25 December 2026')
  const target = { type: 'report', id: 7, name: '2026-03-09' } as const
  const edit = makeEntry({ kind: 'report.edited_after_review', target, details: {} })
  expect(messages.record.sentence(edit)).toBe('Ada Admin edited the report of 9 March 2026 after its review')
})

test('every kind has a sentence without a hole', () => {
  for (const kind of recordKinds)
    for (const entry of [
      makeEntry({ kind, details: {} }),
      makeEntry({ kind, target: null, actor: null, details: {} }),
    ]) {
      const sentence = messages.record.sentence(entry)
      expect(sentence).toMatch(/^(Ada Admin|A client) [a-z]/)
      expect(sentence).not.toMatch(/NaN|null|object/)
    }
})

test('managers are not offered the page', async () => {
  // Managers are redirected to another page, whose calls have no answers in this test.
  allowConsole(/No response/)
  open({ 'GET /api/auth/me': ok(personOf('manager')), 'GET /api/audit?*': ok(makeRecordPage([])) })
  await waitFor(() => expect(location.pathname).not.toBe('/admin/record'))
})

test('on Manage Users, an admin ends all sign-ins and tokens, and reads what the account did', async () => {
  const ended = { msg: 'Ended 2 sign-ins and 1 access token of Dina Developer.', sign_ins: 2, tokens: 1 }
  localStorage.setItem('token', makeToken())
  const api = fakeApi({
    'GET /api/auth/me': ok(personOf('admin')),
    'GET /api/users': ok([dina]),
    'GET /api/users/deleted?*': ok({ data: [], pagination: { total: 0, pages: 0, page: 1, limit: 10 } }),
    'DELETE /api/users/9/sign-ins': ok(ended),
    'GET /api/audit?*': ok(
      makeRecordPage([
        makeEntry({
          kind: 'export.made',
          actor: { id: 9, name: 'Dina Developer' },
          target: null,
          details: { what: 'reports', format: 'csv' },
        }),
      ]),
    ),
  })
  renderApp('/admin/users')
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'More actions for Dina Developer' }))
  await user.click(await screen.findByRole('menuitem', { name: messages.record.endAll }))
  const question = await screen.findByRole('dialog', { name: messages.record.endAll })
  expect(question).toHaveTextContent('End all sign-ins and access tokens of Dina Developer?')
  await user.click(within(question).getByRole('button', { name: 'End all' }))
  const record = await screen.findByRole('dialog', {
    name: /^What the account of Dina Developer did since Friday/,
  })
  expect(within(record).getByText(ended.msg)).toBeVisible()
  expect(await within(record).findByText('Dina Developer exported reports as CSV')).toBeVisible()
  expect(api.named('DELETE /api/users/9/sign-ins')).toHaveLength(1)
  expect(within(record).getByRole('link', { name: messages.record.wholeRecord })).toHaveAttribute(
    'href',
    expect.stringMatching(/^\/admin\/record\?from=[\d-]+&actorId=9$/),
  )
})
