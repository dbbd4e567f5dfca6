import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { Me } from '#shared/contract/users.ts'
import { messages } from '#shared/messages.ts'
import { allowConsole } from '../../test/console-watch.ts'
import { fakeApi, personOf, refusal, tokenOf } from '../../test/fake-api.ts'
import { renderApp } from '../../test/render-app.tsx'
import { makeHit, makeResults } from '../../test/search.ts'
import { makeTeam, makeTeamPage, teamsCall } from '../../test/teams.ts'

const texts = messages.search
type Answers = Parameters<typeof fakeApi>[0]
const ok = (body: unknown) => ({ status: 200, body })
const call = (search: string) => `GET /api/search?${search}`

const report = makeHit({
  id: 9,
  title: 'Moved the login',
  link: '/reports/9',
  date: '2026-03-02',
  hours: 7.3,
  person: { id: 3, name: 'Ann' },
  project: { id: 1, name: 'Apollo' },
  snippet: [
    { text: '… of the ', hit: false },
    { text: 'portal', hit: true },
  ],
})
const project = makeHit({ type: 'project', id: 5, title: 'Customer Portal', link: '/dashboard' })
const portal = makeResults([project, report])

async function open(search: string, answers: Answers = {}, me: Me = personOf('developer')) {
  localStorage.setItem('token', tokenOf(me.id))
  const api = fakeApi({ 'GET /api/auth/me': ok(me), ...answers }, { othersWait: true })
  const app = renderApp(`/search${search}`)
  await screen.findByRole('heading', { level: 1, name: 'Search' })
  return { ...app, api, user: userEvent.setup() }
}

const box = () => screen.getByRole('searchbox', { name: 'Search' })
const results = async () =>
  within(await screen.findByRole('list', { name: 'Results' })).getAllByRole('listitem')
const tabs = () => screen.getAllByRole('tab').map(tab => tab.textContent)

test('without a text the field has the focus, and no call is made', async () => {
  const { api } = await open('')
  expect(box()).toHaveFocus()
  expect(screen.getByText(texts.start)).toBeVisible()
  expect(api.calls.filter(({ name }) => name.includes('/search'))).toEqual([])
})

test('a right-to-left character in a name does not reorder the text behind it', async () => {
  const name = 'Ann \u202eMirror'
  const found = makeResults([{ ...report, person: { id: 3, name } }])
  await open('?q=portal', { [call('q=portal&page=1')]: ok(found) })
  const [first] = await results()
  const facts = [...(first as HTMLElement).querySelectorAll('bdi')].map(each => each.textContent)
  expect(facts).toEqual(['Report', name, 'Apollo', expect.stringContaining('2026'), '7h 30m'])
})

test('a hit shows its kind, its text with the words marked, and where it is from', async () => {
  await open('?q=portal', { [call('q=portal&page=1')]: ok(portal) })
  const [first, second] = await results()
  expect(first).toHaveTextContent('Customer Portal')
  expect(first?.querySelector('mark')).toHaveTextContent('Portal')
  const link = within(second as HTMLElement).getByRole('link', { name: 'Report: Moved the login' })
  expect(link).toHaveAttribute('href', '/reports/9')
  expect(second?.querySelector('mark')).toHaveTextContent('portal')
  expect(second).toHaveTextContent(/Report · Ann · Apollo · .*2026 · 7h 30m/)
  expect(screen.getByText('1–2 of 2')).toBeVisible()
})

test('the tabs have the counts; staff have none for people', async () => {
  const counts = { report: 1000, comment: 0, task: 3, project: 1, person: 0 }
  await open('?q=portal', { [call('q=portal&page=1')]: ok(makeResults([report], { counts })) })
  await results()
  expect(tabs()).toEqual(['All', 'Projects 1', 'Tasks 3', 'Reports 1,000+', 'Comments 0'])
})

test('the URL holds text, kind and page; another kind starts at its first page', async () => {
  const pagination = { total: 25, pages: 3, page: 2, limit: 10 }
  const { user, here } = await open('?q=portal&type=report&page=2', {
    [call('q=portal&type=report&page=2')]: ok(makeResults([report], { pagination })),
    [call('q=portal&type=report&page=3')]: ok(
      makeResults([report], { pagination: { ...pagination, page: 3 } }),
    ),
    [call('q=portal&page=1')]: ok(portal),
  })
  await results()
  expect(box()).toHaveValue('portal')
  expect(screen.getByRole('tab', { name: /^Reports/ })).toHaveAttribute('aria-selected', 'true')
  await user.click(screen.getByRole('button', { name: 'Page 3' }))
  expect(here()).toBe('/search?q=portal&type=report&page=3')
  await user.click(screen.getByRole('tab', { name: 'All' }))
  expect(here()).toBe('/search?q=portal')
})

test('results follow the text; Enter does not wait, and the search is remembered', async () => {
  const { user, here, api } = await open('?q=port&page=2', {
    [call('q=port&page=2')]: ok(portal),
    [call('q=portal&page=1')]: ok(portal),
    [call('q=portals&page=1')]: ok(makeResults([])),
  })
  await user.type(box(), 'al')
  await waitFor(() => expect(here()).toBe('/search?q=portal'))
  expect(localStorage.getItem('remembered:7:searches')).toBeNull()
  await user.type(box(), 's{Enter}')
  expect(here()).toBe('/search?q=portals')
  expect(await screen.findByText(texts.none('portals'))).toBeVisible()
  expect(localStorage.getItem('remembered:7:searches')).toBe('["portals"]')
  expect(box()).toHaveValue('portals')
  expect(box()).toHaveFocus()
  expect(api.named(call('q=portala&page=1'))).toEqual([])
})

test('what is typed while the URL changes stays, and Back replaces it', async () => {
  const { user, here } = await open('?q=one', { 'GET /api/search?*': ok(portal) })
  await user.type(box(), ' two')
  await waitFor(() => expect(here()).toBe('/search?q=one+two'))
  await user.type(box(), ' ')
  expect(box()).toHaveValue('one two ')
  window.history.pushState(null, '', '/search?q=three')
  window.dispatchEvent(new PopStateEvent('popstate'))
  await waitFor(() => expect(box()).toHaveValue('three'))
})

test('a character that is being composed is not searched for', async () => {
  const { here } = await open('', { 'GET /api/search?*': ok(portal) })
  fireEvent.compositionStart(box())
  fireEvent.change(box(), { target: { value: 'baogao' } })
  await new Promise(resolve => setTimeout(resolve, 500))
  expect(here()).toBe('/search')
  fireEvent.change(box(), { target: { value: '報告' } })
  fireEvent.compositionEnd(box())
  await waitFor(() => expect(here()).toBe(`/search?q=${encodeURIComponent('報告')}`))
})

test('a page that no longer exists leads to the last one', async () => {
  const pagination = { total: 12, pages: 2, page: 2, limit: 10 }
  const { here } = await open('?q=portal&page=9', {
    [call('q=portal&page=9')]: ok(makeResults([], { pagination: { ...pagination, page: 9 } })),
    [call('q=portal&page=2')]: ok(makeResults([report], { pagination })),
  })
  await waitFor(() => expect(here()).toBe('/search?q=portal&page=2'))
})

test.each([
  [500, undefined, texts.failed, /status 500/],
  [422, texts.tooSlow, texts.tooSlow, /Try more words/],
])('a failure with %i has a sentence and can be tried again', async (status, sentence, shown, logged) => {
  allowConsole(logged)
  const failure = sentence === undefined ? { status } : refusal(status, sentence)
  const { user } = await open('?q=portal', { [call('q=portal&page=1')]: [failure, ok(portal)] })
  expect(await screen.findByText(shown)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await results()).toHaveLength(2)
})

test('while older texts are still being read, it says so', async () => {
  const indexing = { done: 1200, total: 5000 }
  await open('?q=portal', { [call('q=portal&page=1')]: ok(makeResults([report], { indexing })) })
  expect(await screen.findByText(texts.indexing(1200, 5000))).toBeVisible()
})

test('a lead searches everyone; a team chosen here narrows only the search', async () => {
  const lead: Me = { ...personOf('manager'), leads: [{ id: 4, name: 'Apps' }], has_teams: true }
  localStorage.setItem('team-7', 'mine')
  const { user, here } = await open(
    '?q=portal',
    {
      [teamsCall]: makeTeamPage(makeTeam(4, 'Apps', { leads: [{ id: 7, name: 'Robin Reyes' }] })),
      [call('q=portal&page=1')]: ok(portal),
      [call('q=portal&teamId=4&page=1')]: ok(makeResults([])),
    },
    lead,
  )
  expect(await results()).toHaveLength(2)
  const control = screen.getByRole('combobox', { name: 'Team' })
  expect(control).toHaveValue('everyone')
  await user.selectOptions(control, 'mine')
  expect(here()).toBe('/search?q=portal&team=mine')
  expect(await screen.findByText(texts.noneOfTeam('portal'))).toBeVisible()
  await user.click(screen.getByRole('button', { name: messages.teams.showEveryone }))
  expect(await results()).toHaveLength(2)
  // The other screens still show the lead's teams.
  expect(localStorage.getItem('team-7')).toBe('mine')
})
