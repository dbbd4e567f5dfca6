import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { messages } from '#shared/messages.ts'
import { allowConsole } from '../../test/console-watch.ts'
import { fakeApi, makeToken, personOf, refusal } from '../../test/fake-api.ts'
import { renderApp } from '../../test/render-app.tsx'
import { makeSummary } from '../../test/summaries.ts'

const ok = (body: unknown) => ({ status: 200, body })
const call = (date = '2026-03-13') => `GET /api/team/summaries/${date}`

function open(answers: Parameters<typeof fakeApi>[0], date = '2026-03-13') {
  localStorage.setItem('token', makeToken())
  const api = fakeApi({ 'GET /api/auth/me': ok(personOf('manager')), ...answers }, { othersWait: true })
  return { api, user: userEvent.setup(), ...renderApp(`/admin/summaries/${date}`) }
}

const part = async (name: string) => within(await screen.findByRole('region', { name }))

test('the summary lists who reported and who did not, blockers, hours and reports to review, with links', async () => {
  open({ [call()]: ok(makeSummary()) })
  expect(await screen.findByText('2 of 3 reported.')).toBeVisible()
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(/^Summary of .*13/)
  const leadsTo = async (section: string, name: string) =>
    (await part(section)).getByRole('link', { name }).getAttribute('href')
  expect(await leadsTo('Missing (1)', 'Mark Marketing')).toBe('/admin/today?date=2026-03-13')
  expect(await leadsTo('Open blockers (1)', 'No test server')).toBe('/admin/reports/20')
  expect((await part('Open blockers (1)')).getByText('7 days')).toHaveClass('text-bg-danger')
  expect(await leadsTo('To review (1)', 'Dina Developer')).toBe('/admin/reports/20')
  expect(await leadsTo('To review (1)', '2 reports from earlier days are waiting for review')).toBe(
    '/admin/reports?review=unreviewed',
  )
  expect(await leadsTo('Hours by project', 'Apollo')).toBe('/admin/projects/1/summary')
  expect((await part('Hours by project')).getByText('+2h')).toBeVisible()
  expect((await part('Reported (2)')).getAllByRole('listitem').map(item => item.textContent)).toEqual([
    'Dina Developer',
    'Omar Developer late',
  ])
  expect(await leadsTo('Off (1)', 'Desi Designer')).toBe('/admin/today?date=2026-03-13')
  expect(screen.queryByRole('region', { name: /week/ })).toBeNull()
})

test('the last working day of a week includes the week', async () => {
  const week = {
    first: '2026-03-09',
    last: '2026-03-15',
    days: [{ date: '2026-03-09', expected: 4, submitted: 3, late: 0, minutes: 1260 }],
    hours: makeSummary().hours,
  }
  open({ [call()]: ok(makeSummary({ week })) })
  const days = within(await screen.findByRole('region', { name: /^Week of / }))
  expect(days.getByRole('listitem')).toHaveTextContent(/9.*3 of 4 reported.*21h/)
  expect(days.getByRole('link')).toHaveAttribute('href', '/admin/summaries/2026-03-09')
  expect(await part('Hours by project, whole week')).toBeDefined()
})

test('a day of another year shows the year, as in the mail', async () => {
  const of = (year: number) => makeSummary({ date: `${year}-03-13`, today: '2026-03-16' })
  vi.useFakeTimers({ now: new Date(2026, 2, 16, 9), toFake: ['Date'] })
  const { unmount } = open({ [call()]: ok(of(2026)) })
  expect(await screen.findByText(/than on/)).not.toHaveTextContent('2026')
  expect(screen.getByRole('heading', { level: 1 })).not.toHaveTextContent('2026')
  unmount()

  open({ [call('2025-03-13')]: ok(of(2025)) }, '2025-03-13')
  expect(await screen.findByText(/than on/)).toHaveTextContent('2025.')
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(/13 .* 2025$/)
})

test('links lead to the previous and next working day, and the page can be printed', async () => {
  const print = vi.fn()
  vi.stubGlobal('print', print)
  const { user, here } = open({
    [call()]: ok(makeSummary()),
    [call('2026-03-16')]: ok(makeSummary({ date: '2026-03-16', previous: '2026-03-13', next: null })),
  })
  await user.click(await screen.findByRole('link', { name: /^Next working day/ }))
  expect(here()).toBe('/admin/summaries/2026-03-16')
  expect(await screen.findByRole('heading', { level: 1, name: /16/ })).toHaveFocus()
  expect(await screen.findByRole('link', { name: /^Previous working day/ })).toHaveAttribute(
    'href',
    '/admin/summaries/2026-03-13',
  )
  expect(screen.queryByRole('link', { name: /^Next working day/ })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Print' }))
  expect(print).toHaveBeenCalledOnce()
})

test('two hundred names are shown in one list', async () => {
  const missing = Array.from({ length: 200 }, (_, id) => ({
    id: id + 10,
    name: `Person ${id}`,
    role: 'designer' as const,
  }))
  const { counts } = makeSummary()
  open({ [call()]: ok(makeSummary({ missing, counts: { ...counts, missing: 203 } })) })
  const names = await part('Missing (203)')
  expect(names.getAllByRole('listitem')).toHaveLength(200)
  expect(names.getByRole('link', { name: 'and 3 more' })).toHaveAttribute(
    'href',
    '/admin/today?date=2026-03-13',
  )
})

test('a summary that failed to load can be loaded again', async () => {
  allowConsole(/no good/)
  const { user } = open({ [call()]: [refusal(400, 'no good'), ok(makeSummary())] })
  expect(await screen.findByText(messages.summaries.loadFailed)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('2 of 3 reported.')).toBeVisible()
})

test('an invalid date redirects to Today', async () => {
  const { here } = open({}, 'yesterday')
  await vi.waitFor(() => expect(here()).toBe('/admin/today'))
})
