import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { messages } from '#shared/messages.ts'
import type { Role } from '#shared/roles.ts'
import { allowConsole } from '../../../test/console-watch.ts'
import { answer, fakeApi, personOf, refusal, tokenOf } from '../../../test/fake-api.ts'
import { renderApp } from '../../../test/render-app.tsx'
import { makeHit } from '../../../test/search.ts'
import { rememberSearch } from './recent-searches.ts'

const texts = messages.search
type Answers = Parameters<typeof fakeApi>[0]
const found = (...data: ReturnType<typeof makeHit>[]) => ({ status: 200, body: { data } })
const namesOf = (q: string) => `GET /api/search/quick?q=${encodeURIComponent(q)}&of=names`
const textsOf = (q: string) => `GET /api/search/quick?q=${encodeURIComponent(q)}&of=texts`

const project = makeHit({
  type: 'project',
  id: 5,
  title: 'Customer Portal',
  link: '/admin/projects/5/summary',
})
const report = makeHit({
  id: 9,
  title: 'Moved the login',
  link: '/admin/reports/9',
  person: { id: 3, name: 'Ann' },
  snippet: [
    { text: 'for the ', hit: false },
    { text: 'customer', hit: true },
  ],
})
const customer: Answers = { [namesOf('customer')]: found(project), [textsOf('customer')]: found(report) }

async function open(answers: Answers = customer, { role = 'manager' as Role, path = '/notifications' } = {}) {
  const me = personOf(role)
  localStorage.setItem('token', tokenOf(me.id))
  const api = fakeApi({ 'GET /api/auth/me': { status: 200, body: me }, ...answers }, { othersWait: true })
  const app = renderApp(path)
  await screen.findByRole('heading', { level: 1 })
  const user = userEvent.setup()
  return { ...app, api, user, me }
}

const field = () => screen.getByRole('combobox', { name: 'Search' })
const nameOf = ({ textContent }: Element) => textContent?.trim()
const options = () => screen.queryAllByRole('option').map(nameOf)
const status = () => within(screen.getByRole('dialog', { name: 'Search' })).getByRole('status')
const active = () => {
  const id = field().getAttribute('aria-activedescendant')
  return id === null ? null : document.getElementById(id)
}

async function openPalette(...given: Parameters<typeof open>) {
  const opened = await open(...given)
  await opened.user.keyboard('{Control>}k{/Control}')
  await screen.findByRole('listbox')
  return opened
}

async function find(text: string, ...given: Parameters<typeof open>) {
  const opened = await openPalette(...given)
  await opened.user.keyboard(text)
  return opened
}

test.each(['{Control>}k{/Control}', '{Meta>}k{/Meta}', '/'])('%s opens the palette', async keys => {
  const { user } = await open()
  await user.keyboard(keys)
  expect(field()).toHaveFocus()
  expect(field()).toHaveValue('')
})

test('in a field, "/" is typed and Ctrl+K opens the palette', async () => {
  const { user } = await open({}, { path: '/tasks' })
  const box = screen.getByRole('searchbox', { name: 'Search tasks' })
  await user.click(box)
  await user.keyboard('a/b')
  expect(box).toHaveValue('a/b')
  expect(screen.queryByRole('dialog')).toBeNull()
  await user.keyboard('{Control>}k{/Control}')
  expect(field()).toHaveFocus()
})

test('no key opens it over another dialog', async () => {
  const { user } = await open({}, { path: '/dashboard' })
  await user.click(screen.getByRole('button', { name: 'Menu' }))
  await user.keyboard('/{Control>}k{/Control}')
  expect(screen.getAllByRole('dialog')).toHaveLength(1)
  expect(screen.queryByRole('combobox')).toBeNull()
})

test('what is typed right after Ctrl+K is not lost while the list is loaded', async () => {
  const { user, here } = await open()
  await user.keyboard('{Control>}k{/Control}today{Enter}')
  await waitFor(() => expect(here()).toMatch(/^\/admin\/today/))
  // The name of a page is no search.
  expect(localStorage.getItem('remembered:7:searches')).toBeNull()
})

test('Escape and the close button close it, and the focus returns', async () => {
  const { user } = await open()
  const button = within(screen.getByRole('banner')).getByRole('button', { name: 'Search' })
  await user.click(button)
  expect(field()).toHaveFocus()
  fireEvent(screen.getByRole('dialog', { name: 'Search' }), new Event('cancel', { cancelable: true }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(button).toHaveFocus()
  await user.click(button)
  await user.click(screen.getByRole('button', { name: 'Close' }))
  expect(button).toHaveFocus()
})

test('the menu of small screens has it with its word', async () => {
  const { user } = await open({}, { path: '/dashboard' })
  const menu = screen.getByRole('button', { name: 'Menu' })
  await user.click(menu)
  await user.click(
    within(screen.getByRole('dialog', { name: 'Menu' })).getByRole('button', { name: 'Search' }),
  )
  expect(screen.getAllByRole('dialog')).toHaveLength(1)
  expect(field()).toHaveFocus()
  await user.click(screen.getByRole('button', { name: 'Close' }))
  expect(menu).toHaveFocus()
})

test('before anything is typed it offers actions and every page, also those that the navigation does not show', async () => {
  await openPalette()
  const group = (name: string) => within(screen.getByRole('group', { name })).getAllByRole('option')
  expect(group('Actions').map(option => [nameOf(option), option.getAttribute('href')])).toEqual([
    ['Mark all reviewed', '/admin/today#review-all'],
    ['Create task', '/tasks/new'],
    ["Submit today's report", '/reports/new'],
    ['Add time off', '/calendar#add-time-off'],
  ])
  const links = within(screen.getByRole('navigation', { hidden: true })).getAllByRole('link', {
    hidden: true,
  })
  expect(group('Pages').map(nameOf)).toEqual([
    ...links.map(nameOf),
    'Timesheet',
    'Teams',
    'Add Several People',
    'Notifications',
    'Your account',
  ])
  expect(screen.queryByRole('group', { name: 'Recent searches' })).toBeNull()
})

test('staff find only their own pages and actions', async () => {
  await openPalette(customer, { role: 'developer' })
  expect(options()).toEqual([
    "Submit today's report",
    'Add time off',
    'Dashboard',
    'Submit Report',
    'My Reports',
    'My Tasks',
    'Calendar',
    'Notifications',
    'Your account',
  ])
})

test('the arrow keys reach every option, also of an action and a page that lead to the same place', async () => {
  const { user } = await openPalette(customer, { role: 'developer' })
  const reached: (string | undefined)[] = []
  for (const _ of options()) {
    reached.push(nameOf(active() as Element))
    await user.keyboard('{ArrowDown}')
  }
  expect(reached).toEqual(options())
  expect(active()).toHaveTextContent("Submit today's report")
})

test('pages and actions come first, then names, then texts, with the words marked', async () => {
  const answers = {
    [namesOf('re')]: found(project, makeHit({ type: 'person', id: 4, title: 'Renée', link: '/admin/users' })),
    [textsOf('re')]: found(report),
  }
  await find('re', answers)
  await screen.findByRole('option', { name: /Renée/ })
  const groups = screen.getAllByRole('group').map(group => group.getAttribute('aria-labelledby') ?? '')
  expect(groups.map(id => document.getElementById(id)?.textContent)).toEqual([
    'Actions',
    'Pages',
    'People',
    'Projects',
    'Reports',
  ])
  expect(screen.getAllByRole('option').at(-1)).toHaveTextContent(texts.seeAll('re'))
  const marks = (name: RegExp) =>
    [...screen.getByRole('option', { name }).querySelectorAll('mark')].map(mark => mark.textContent)
  expect(marks(/Renée/)).toEqual(['Renée'])
  expect(marks(/Moved the login/)).toEqual(['customer'])
  expect(marks(/^All Reports/)).toEqual(['Reports'])
})

test('the arrow keys choose, Enter opens, and the search is remembered', async () => {
  const { user, here, me } = await find('customer')
  await screen.findByRole('option', { name: /Moved the login/ })
  await waitFor(() => expect(active()).toHaveTextContent('Customer Portal'))
  expect(field()).toHaveAttribute('aria-expanded', 'true')
  await user.keyboard('{ArrowDown}')
  expect(active()).toHaveTextContent('Moved the login')
  expect(active()).toHaveAttribute('aria-selected', 'true')
  await user.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}{ArrowUp}')
  expect(active()).toHaveTextContent('Moved the login')
  expect(field()).toHaveFocus()
  await user.keyboard('{Enter}')
  expect(screen.queryByRole('combobox')).toBeNull()
  await waitFor(() => expect(here()).toBe('/admin/reports/9'))
  expect(localStorage.getItem(`remembered:${me.id}:searches`)).toBe('["customer"]')
})

test.each(['Control', 'Meta'])('%s+Enter opens a new tab and leaves the palette open', async key => {
  const openTab = vi.spyOn(window, 'open').mockReturnValue(null)
  const { user, here } = await find('customer')
  await screen.findByRole('option', { name: /Customer Portal/ })
  await user.keyboard(`{${key}>}{Enter}{/${key}}`)
  await waitFor(() => expect(openTab).toHaveBeenCalledWith('/admin/projects/5/summary', '_blank', 'noopener'))
  expect(openTab).toHaveBeenCalledTimes(1)
  expect(here()).toBe('/notifications')
  expect(field()).toHaveFocus()
})

test('the last option opens the page with all results', async () => {
  const { user, here } = await find('customer')
  await user.click(await screen.findByRole('option', { name: texts.seeAll('customer') }))
  await waitFor(() => expect(here()).toBe('/search?q=customer'))
})

/** A reply that comes when the test says so. */
function late(...data: ReturnType<typeof makeHit>[]) {
  const { promise, resolve } = Promise.withResolvers<Response>()
  return { reply: () => promise, come: () => resolve(answer(200, { data })) }
}

test('old results stay until the new ones come, and Enter waits for the new ones', async () => {
  const names = late(makeHit({ type: 'project', id: 6, title: 'Customs', link: '/admin/projects/6/summary' }))
  const { user, here } = await find('custom', {
    [namesOf('custom')]: found(project),
    [textsOf('custom')]: found(report),
    [namesOf('customs')]: names.reply,
    [textsOf('customs')]: found(),
  })
  await screen.findByRole('option', { name: /Customer Portal/ })
  await user.keyboard('s')
  expect(screen.getByRole('option', { name: /Customer Portal/ })).toBeVisible()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(screen.queryByRole('option', { name: /Moved the login/ })).toBeNull())
  expect(screen.getByRole('option', { name: /Customer Portal/ })).toBeVisible()
  expect(here()).toBe('/notifications')
  names.come()
  await waitFor(() => expect(here()).toBe('/admin/projects/6/summary'))
})

test('texts wait for the first names, which would push them away', async () => {
  const names = late(project)
  const { api } = await find('customer', { ...customer, [namesOf('customer')]: names.reply })
  await waitFor(() => expect(api.named(textsOf('customer'))).toHaveLength(1))
  // Long enough for the texts, which have been answered, to be shown.
  await new Promise(resolve => setTimeout(resolve, 100))
  expect(screen.queryByRole('option', { name: /Moved the login/ })).toBeNull()
  names.come()
  expect(await screen.findByRole('option', { name: /Customer Portal/ })).toBeVisible()
  expect(await screen.findByRole('option', { name: /Moved the login/ })).toBeVisible()
})

test('Enter on an old result that is not among the new ones opens nothing else', async () => {
  const names = late(makeHit({ type: 'project', id: 6, title: 'Customs', link: '/admin/projects/6/summary' }))
  const { user, here } = await find('custom', {
    [namesOf('custom')]: found(project),
    [textsOf('custom')]: found(report),
    [namesOf('customs')]: names.reply,
    [textsOf('customs')]: found(),
  })
  await screen.findByRole('option', { name: /Moved the login/ })
  await user.keyboard('s{ArrowDown}')
  expect(active()).toHaveTextContent('Moved the login')
  await user.keyboard('{Enter}')
  names.come()
  expect(await screen.findByRole('option', { name: /Customs/ })).toBeVisible()
  await waitFor(() => expect(status()).toHaveTextContent(texts.found(1)))
  expect(here()).toBe('/notifications')
})

test('typing on after Enter takes it back', async () => {
  const names = late(project)
  const { user, here } = await find('custom', {
    [namesOf('custom')]: names.reply,
    [textsOf('custom')]: found(),
    [namesOf('customer')]: found(project),
    [textsOf('customer')]: found(),
  })
  await user.keyboard('{Enter}er')
  names.come()
  expect(await screen.findByRole('option', { name: /Customer Portal/ })).toBeVisible()
  expect(here()).toBe('/notifications')
})

test('both calls start together once the typing pauses, and a newer text aborts them', async () => {
  const { user, api } = await openPalette({})
  // In one task: on a busy machine, typing would pause by itself.
  for (const value of ['c', 'cu', 'cus', 'cust']) fireEvent.change(field(), { target: { value } })
  await waitFor(() => expect(api.named(textsOf('cust'))).toHaveLength(1))
  expect(api.named(namesOf('cust'))).toHaveLength(1)
  expect(api.calls.filter(({ name }) => name.includes('/search'))).toHaveLength(2)
  const signal = api.named(namesOf('cust'))[0]?.init.signal
  await user.keyboard('o')
  await waitFor(() => expect(api.named(namesOf('custo'))).toHaveLength(1))
  expect(signal?.aborted).toBe(true)
})

test('a character that is being composed is not searched for, and its Enter opens nothing', async () => {
  const { api, here } = await openPalette({ [namesOf('報告')]: found(project), [textsOf('報告')]: found() })
  fireEvent.compositionStart(field())
  fireEvent.change(field(), { target: { value: 'baogao' } })
  fireEvent.keyDown(field(), { key: 'Enter', isComposing: true })
  await new Promise(resolve => setTimeout(resolve, 300))
  expect(api.calls.filter(({ name }) => name.includes('/search'))).toEqual([])
  fireEvent.change(field(), { target: { value: '報告' } })
  fireEvent.compositionEnd(field())
  expect(await screen.findByRole('option', { name: /Customer Portal/ })).toBeVisible()
  expect(here()).toBe('/notifications')
})

test('the number of results is announced, and nothing found has a sentence', async () => {
  const { user } = await find('customer', {
    ...customer,
    [namesOf('customerx')]: found(),
    [textsOf('customerx')]: found(),
  })
  await waitFor(() => expect(status()).toHaveTextContent(texts.found(2)))
  await user.keyboard('x')
  await waitFor(() => expect(status()).toHaveTextContent(texts.none('customerx')))
  expect(options()).toEqual([])
  expect(field()).toHaveAttribute('aria-expanded', 'false')
})

test('signs alone are not sent', async () => {
  const { api } = await find('👍!', {})
  await waitFor(() => expect(status()).toHaveTextContent(texts.none('👍!')))
  expect(api.calls.filter(({ name }) => name.includes('/search'))).toEqual([])
})

test('a failure has a sentence and can be tried again; pages are found all the same', async () => {
  allowConsole(/status 500/)
  const { user } = await find('cal', {
    [namesOf('cal')]: [{ status: 500 }, found(makeHit({ type: 'project', title: 'Calendar sync' }))],
    [textsOf('cal')]: found(),
  })
  expect(await screen.findByText(texts.failed)).toBeVisible()
  expect(screen.getByRole('option', { name: 'Calendar' })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('option', { name: 'Calendar sync' })).toBeVisible()
  expect(screen.queryByText(texts.failed)).toBeNull()
})

test('a search that was stopped says what to do', async () => {
  allowConsole(/Try more words/)
  await find('zz', { [namesOf('zz')]: found(), [textsOf('zz')]: refusal(422, texts.tooSlow) })
  expect(await screen.findByText(texts.tooSlow)).toBeVisible()
})

test('on an older server without a search it finds pages and actions', async () => {
  allowConsole(/Not found/)
  const absent = refusal(404, messages.general.notFound)
  await find('cal', { [namesOf('cal')]: absent, [textsOf('cal')]: absent })
  await waitFor(() => expect(status()).toHaveTextContent(texts.found(1)))
  expect(options()).toEqual(['Calendar'])
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})

test('without a connection it says so', async () => {
  allowConsole(/No response/)
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await find('zz', { [namesOf('zz')]: 'no response', [textsOf('zz')]: 'no response' })
  expect(await screen.findByText(texts.offline)).toBeVisible()
})

test('a recent search is searched for again', async () => {
  const { user, me } = await open()
  rememberSearch(me.id, 'customer')
  await user.keyboard('/')
  const recent = within(await screen.findByRole('group', { name: 'Recent searches' }))
  await user.click(recent.getByRole('option', { name: 'customer' }))
  expect(field()).toHaveValue('customer')
  expect(field()).toHaveFocus()
  expect(await screen.findByRole('option', { name: /Customer Portal/ })).toBeVisible()
})

test('recent searches are kept for their user, the newest five once each, until the session ends', async () => {
  const { user, me } = await open({ 'POST /api/auth/logout': { status: 200, body: { msg: 'Bye' } } })
  for (const text of ['a', 'b', 'c', 'd', 'e', 'F', ' f ', 'b', '  ']) rememberSearch(me.id, text)
  const slot = `remembered:${me.id}:searches`
  expect(localStorage.getItem(slot)).toBe('["b","f","e","d","c"]')
  rememberSearch(me.id + 1, 'secret')
  expect(localStorage.getItem(`remembered:${me.id + 1}:searches`)).toBeNull()
  await user.click(within(screen.getByRole('banner')).getByRole('button', { name: 'Logout' }))
  await waitFor(() => expect(localStorage.getItem(slot)).toBeNull())
})
