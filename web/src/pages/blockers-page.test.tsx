import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { messages } from '#shared/messages.ts'
import { makeBlocker, makeBlockerPage } from '../../test/blockers.ts'
import { allowConsole } from '../../test/console-watch.ts'
import { fakeApi, makeToken, personOf, refusal } from '../../test/fake-api.ts'
import { makeUser } from '../../test/people.ts'
import { renderApp } from '../../test/render-app.tsx'
import { apollo, gemini } from '../../test/report-form.tsx'

const dina = makeUser(9, 'Dina Developer', 'developer')
const list = (query = '') => `GET /api/blockers?${query}page=1&limit=50`
const ok = (body: unknown) => ({ status: 200, body })

const old = makeBlocker({
  id: 1,
  days_open: 8,
  user_id: 9,
  user_name: 'Dina Developer',
  text: 'No test server',
})
const young = makeBlocker({ id: 2, days_open: 0, text: 'Waiting for the design' })

function open(answers: Parameters<typeof fakeApi>[0], search = '') {
  localStorage.setItem('token', makeToken())
  const api = fakeApi({
    'GET /api/auth/me': ok(personOf('manager')),
    'GET /api/users': ok([dina, makeUser(7, 'Robin Reyes', 'manager')]),
    'GET /api/projects': ok([apollo, gemini]),
    ...answers,
  })
  return { api, user: userEvent.setup(), ...renderApp(`/admin/blockers${search}`) }
}

const rows = async () =>
  within(await screen.findByRole('list', { name: 'Blockers' })).findAllByRole('listitem')

test('open blockers show age, person, project and report, and old ones are highlighted', async () => {
  open({ [list()]: ok(makeBlockerPage([old, young])) })
  const [first, second] = await rows()
  expect(first).toHaveTextContent(/8 days.*No test server.*Dina Developer.*Apollo/)
  expect(within(first as HTMLElement).getByText('8 days')).toHaveClass('text-bg-danger')
  expect(first).toHaveClass('blocker-stands-out')
  expect(second).toHaveTextContent(/Today.*Waiting for the design/)
  expect(second).not.toHaveClass('blocker-stands-out')
  expect(screen.getByText('2 open blockers')).toBeVisible()
  expect(within(first as HTMLElement).getByRole('link', { name: /^Report for/ })).toHaveAttribute(
    'href',
    '/admin/reports/3',
  )
})

test('the blocker that a notification links to has the focus', async () => {
  open({ [list()]: ok(makeBlockerPage([old, young])) }, '#blocker-2')
  const [first, second] = await rows()
  await waitFor(() => expect(second).toHaveFocus())
  expect(first).not.toHaveAttribute('tabindex')
})

test('several blockers of one person on one project are numbered', async () => {
  const again = { ...old, id: 3, text: 'No test data' }
  open({ [list()]: ok(makeBlockerPage([old, young, again])) })
  const [first, second, third] = await rows()
  expect(first).toHaveTextContent('1 of 2 on this project')
  expect(second).not.toHaveTextContent('of 2')
  expect(third).toHaveTextContent('2 of 2 on this project')
})

test('the owner is chosen in the list and shown at once', async () => {
  allowConsole(/must have an account/)
  let answer: (response: Response) => void = () => {}
  const { api, user } = open({
    [list()]: ok(makeBlockerPage([old])),
    'PUT /api/blockers/1': () => new Promise<Response>(resolve => (answer = resolve)),
  })
  const owner = await screen.findByRole('combobox', { name: 'Owner: No test server' })
  await screen.findAllByRole('option', { name: 'Dina Developer' })
  await user.selectOptions(owner, 'Dina Developer')
  expect(owner).toHaveValue('9')
  await waitFor(() => expect(api.named('PUT /api/blockers/1')[0]?.body).toEqual({ owner_id: 9 }))
  answer(new Response(JSON.stringify(refusal(400, messages.blockers.ownerMissing).body), { status: 400 }))
  expect(await screen.findByRole('alert')).toHaveTextContent('The owner must have an account')
  await waitFor(() => expect(owner).toHaveValue(''))
})

/** Opens a list of two blockers and the note that resolves the first one. */
async function openToResolve() {
  const page = open({
    [list()]: [
      ok(makeBlockerPage([old, young])),
      ok(makeBlockerPage([young])),
      ok(makeBlockerPage([old, young])),
    ],
    'POST /api/blockers/1/resolve': ok({ ...old, resolved_at: '2026-03-31T10:00:00.000Z' }),
    'POST /api/blockers/1/reopen': ok(old),
  })
  await page.user.click(await screen.findByRole('button', { name: 'Resolve: No test server' }))
  return page
}

test('Enter in the note resolves the blocker, the focus moves to the next one, and Undo reopens it', async () => {
  const { api, user } = await openToResolve()
  expect(screen.getByRole('textbox', { name: 'Note' })).toHaveFocus()
  await user.keyboard('New server{Enter}')
  expect(await screen.findByText('Blocker resolved.')).toBeVisible()
  expect(api.named('POST /api/blockers/1/resolve')[0]?.body).toEqual({ note: 'New server' })
  expect(await rows()).toHaveLength(1)
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Resolve: Waiting for the design' })).toHaveFocus(),
  )
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(async () => expect(await rows()).toHaveLength(2))
  expect(api.named('POST /api/blockers/1/reopen')).toHaveLength(1)
})

test('u undoes too, but in the note it is a letter', async () => {
  const { api, user } = await openToResolve()
  await user.keyboard('u{Enter}')
  expect(await screen.findByText('Blocker resolved.')).toBeVisible()
  expect(api.named('POST /api/blockers/1/resolve')[0]?.body).toEqual({ note: 'u' })
  await user.keyboard('u')
  await waitFor(async () => expect(await rows()).toHaveLength(2))
  expect(api.named('POST /api/blockers/1/reopen')).toHaveLength(1)
})

test('a blocker that another user has resolved meanwhile is shown again with the reason', async () => {
  allowConsole(/already resolved/)
  const { user } = open({
    [list()]: ok(makeBlockerPage([old])),
    'POST /api/blockers/1/resolve': refusal(409, messages.blockers.alreadyResolved),
  })
  await user.click(await screen.findByRole('button', { name: 'Resolve: No test server' }))
  await user.click(screen.getByRole('button', { name: 'Mark resolved' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('This blocker is already resolved')
  expect(await rows()).toHaveLength(1)
  // Escape closes the note without resolving anything.
  await user.click(screen.getByRole('button', { name: 'Resolve: No test server' }))
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('textbox', { name: 'Note' })).toBeNull()
})

test('filters are in the URL; resolved blockers name who resolved them and can be reopened', async () => {
  const done = {
    ...old,
    resolved_at: '2026-03-31T10:00:00.000Z',
    resolved_by_name: 'Max Manager',
    note: 'New server',
  }
  const { user } = open(
    {
      [list('projectId=2&')]: ok(makeBlockerPage([old])),
      [list('state=resolved&projectId=2&')]: ok(makeBlockerPage([done])),
      [list('projectId=2&state=resolved&')]: ok(makeBlockerPage([done])),
      [list('state=resolved&projectId=2&userId=9&')]: ok(makeBlockerPage([])),
      [list('projectId=2&state=resolved&userId=9&')]: ok(makeBlockerPage([])),
      [list('state=resolved&userId=9&projectId=2&')]: ok(makeBlockerPage([])),
      [list('state=resolved&')]: ok(makeBlockerPage([])),
      'POST /api/blockers/1/reopen': ok(old),
    },
    '?projectId=2',
  )
  await rows()
  expect(await screen.findByRole('combobox', { name: 'Project' })).toHaveValue('2')
  await user.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'Resolved')
  const text = await screen.findByText(/^Resolved by/)
  expect(text).toHaveTextContent('Resolved by Max Manager')
  expect(text.closest('li')).toHaveTextContent('New server')
  expect(new URLSearchParams(window.location.search).get('state')).toBe('resolved')
  await user.click(screen.getByRole('button', { name: 'Reopen: No test server' }))
  expect(await screen.findByText('Blocker reopened.')).toBeVisible()
  await user.selectOptions(screen.getByRole('combobox', { name: 'Person' }), 'Dina Developer')
  expect(await screen.findByText('No blockers match your filters')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Clear filters' }))
  expect(await screen.findByText('No resolved blockers')).toBeVisible()
})

test('a failed load can be retried, and an empty list says so', async () => {
  allowConsole(/Down/)
  let isDown = true
  const { user } = open({
    [list()]: async () =>
      isDown
        ? new Response(JSON.stringify({ msg: 'Down', error: 'Down' }), { status: 500 })
        : new Response(JSON.stringify(makeBlockerPage([]))),
  })
  const retry = await screen.findByRole('button', { name: /again/i })
  expect(screen.getByText("We couldn't load the blockers.")).toBeVisible()
  isDown = false
  await user.click(retry)
  expect(await screen.findByText('No open blockers')).toBeVisible()
})
