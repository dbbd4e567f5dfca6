import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Team } from '#shared/contract/teams.ts'
import type { Me } from '#shared/contract/users.ts'
import { messages } from '#shared/messages.ts'
import { makeBlocker, makeBlockerPage } from '../../test/blockers.ts'
import { allowConsole } from '../../test/console-watch.ts'
import { personOf, refusal, tokenOf } from '../../test/fake-api.ts'
import { makeReportPage } from '../../test/reports.ts'
import { type Answers, listCall, ok, openAsReviewer, person, reportsFrom } from '../../test/review.ts'
import { makeSummary } from '../../test/summaries.ts'
import { makeEntry, makeTeamDay } from '../../test/team-day.ts'

const texts = messages.teams

const team = (id: number, name: string, member_count: number): Team => ({
  id,
  name,
  description: null,
  leads: [],
  member_count,
  created_at: '2026-01-05T08:00:00.000Z',
})
const named = (...given: Team[]) => given.map(({ id, name }) => ({ id, name }))
const [apps, design, web] = [team(1, 'Apps', 4), team(2, 'Design', 5), team(3, 'Web', 2)]

const teamsCall = 'GET /api/teams?page=1&limit=100'
const teamsReply = (data: Team[], mine = 7) =>
  ok({
    data,
    pagination: { total: data.length, pages: 1, page: 1, limit: 100 },
    people: { all: 24, mine },
  })

const lead: Me = { ...personOf('manager'), leads: named(apps, design), has_teams: true }
const outsider: Me = { ...personOf('admin'), has_teams: true }

const ofTeams = (...ids: number[]) => ids.map(id => `&teamId=${id}`).join('')
const list = (count: number) => ok(makeReportPage(reportsFrom(1, Math.min(count, 10)), count))

const answers = (me: Me): Answers => ({
  'GET /api/auth/me': ok(me),
  [teamsCall]: teamsReply([apps, design, web]),
  [listCall()]: list(40),
  [listCall(1, ofTeams(1, 2))]: list(12),
  [listCall(1, ofTeams(3))]: list(3),
  'GET /api/users': ok([
    { ...person(1, 'Dina'), teams: named(apps, design) },
    { ...person(2, 'Omar'), teams: named(design) },
    { ...person(3, 'Mark'), teams: named(web) },
    person(4, 'Max', 'manager'),
  ]),
  'GET /api/projects': ok([]),
})

const open = (path: string, me: Me, given: Answers = {}) => openAsReviewer(path, { ...answers(me), ...given })

/** Chooses an option, once the teams are loaded. */
const choose = async (user: UserEvent, name: string) => {
  await screen.findByRole('option', { name })
  await user.selectOptions(await control(), name)
}

const control = () => screen.findByRole('combobox', { name: 'Team' })
const offered = () => within(screen.getByRole('combobox', { name: 'Team' })).getAllByRole('option')
const dataCalls = (api: { calls: { name: string }[] }, path: string) =>
  api.calls.map(({ name }) => name).filter(name => name.startsWith(`GET /api${path}`))

beforeEach(() => {
  Element.prototype.scrollIntoView = vi.fn()
})

describe('without teams', () => {
  test('there is no control, no call for teams and nothing in the URL', async () => {
    const { api, here } = await open('/admin/reports', personOf('manager'))
    expect(await screen.findByText('40 reports')).toBeVisible()
    expect(screen.queryByRole('combobox', { name: 'Team' })).toBeNull()
    expect(dataCalls(api, '/teams')).toEqual([])
    await waitFor(() => expect(here()).toBe('/admin/reports'))
  })

  test('a link with a team shows everyone', async () => {
    const { api } = await open('/admin/reports?team=3', personOf('manager'))
    expect(await screen.findByText('40 reports')).toBeVisible()
    expect(dataCalls(api, '/teams')).toEqual([])
  })

  test('the last team may be deleted after the user was loaded', async () => {
    await open('/admin/reports', outsider, { [teamsCall]: teamsReply([], 0) })
    expect(await screen.findByText('40 reports')).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('combobox', { name: 'Team' })).toBeNull())
  })
})

describe('the first choice', () => {
  test('of a lead is their teams, which are loaded in one round', async () => {
    const { api, here } = await open('/admin/reports', lead)
    expect(await screen.findByText('12 reports')).toBeVisible()
    await waitFor(async () => expect(await control()).toHaveDisplayValue('My teams (7)'))
    expect(offered().map(({ textContent }) => textContent)).toEqual([
      'Everyone (24)',
      'My teams (7)',
      'Apps (4)',
      'Design (5)',
      'Web (2)',
    ])
    expect(dataCalls(api, '/reports')).toEqual([listCall(1, ofTeams(1, 2))])
    await waitFor(() => expect(here()).toBe('/admin/reports?team=mine'))
  })

  test('of other reviewers is everyone; "My teams" is for those who are in one', async () => {
    const { here } = await open('/admin/reports', outsider)
    expect(await screen.findByText('40 reports')).toBeVisible()
    await waitFor(async () => expect(await control()).toHaveDisplayValue('Everyone (24)'))
    expect(screen.queryByRole('option', { name: /My teams/ })).toBeNull()
    await waitFor(() => expect(here()).toBe('/admin/reports?team=everyone'))
  })

  test('of a member who leads none is everyone, and their teams are those they belong to', async () => {
    const { user } = await open('/admin/reports', { ...outsider, teams: named(web) })
    expect(await screen.findByText('40 reports')).toBeVisible()
    await choose(user, 'My teams (7)')
    expect(await screen.findByText('3 reports')).toBeVisible()
  })

  test('a lead also sees the control while the teams are loaded', async () => {
    await open('/admin/reports?team=2', lead, { [teamsCall]: () => new Promise(() => {}) })
    await waitFor(async () => expect(await control()).toHaveDisplayValue('Design'))
  })
})

describe('a choice', () => {
  test('is made by keyboard, is in the URL, and Back undoes it', async () => {
    const { user, here } = await open('/admin/reports?page=2', lead, {
      [listCall(2, ofTeams(1, 2))]: list(12),
    })
    const select = await control()
    select.focus()
    await choose(user, 'Web (2)')
    expect(await screen.findByText('3 reports')).toBeVisible()
    // Another choice shows another list, which starts at its first page.
    await waitFor(() => expect(here()).toBe('/admin/reports?team=3'))
    expect(select).toHaveFocus()
    window.history.back()
    expect(await screen.findByText('12 reports')).toBeVisible()
    expect(select).toHaveDisplayValue('My teams (7)')
    await waitFor(() => expect(here()).toBe('/admin/reports?page=2&team=mine'))
  })

  test('is kept from screen to screen, also through the navigation', async () => {
    const { user, here, api } = await open('/admin/reports', lead, {
      'GET /api/blockers?teamId=3&page=1&limit=50': ok(makeBlockerPage([makeBlocker({ id: 1 })])),
    })
    await choose(user, 'Web (2)')
    const nav = within(screen.getByRole('navigation', { name: 'Main' }))
    await user.click(nav.getByRole('link', { name: 'Blockers' }))
    expect(await screen.findByText('1 open blocker')).toBeVisible()
    await waitFor(async () => expect(await control()).toHaveDisplayValue('Web (2)'))
    await waitFor(() => expect(here()).toBe('/admin/blockers?team=3'))
    expect(dataCalls(api, '/blockers')).toHaveLength(1)
  })

  test('is kept when a filter changes, and its people are those that the filter offers', async () => {
    const { user, here, api } = await open('/admin/reports', lead)
    await screen.findByText('12 reports')
    const filter = screen.getByRole('combobox', { name: 'User' })
    expect(within(filter).queryByRole('option', { name: 'Mark' })).toBeNull()
    await user.selectOptions(filter, 'Dina')
    await waitFor(() => expect(here()).toBe('/admin/reports?team=mine&userId=1'))
    expect(dataCalls(api, '/reports').at(-1)).toBe(listCall(1, `&userId=1${ofTeams(1, 2)}`))
  })

  test('is remembered on the device for this user, and the URL comes first', async () => {
    localStorage.setItem('team-7', '3')
    localStorage.setItem('team-8', 'everyone')
    const first = await open('/admin/reports', lead)
    expect(await screen.findByText('3 reports')).toBeVisible()
    first.unmount()
    await open('/admin/reports?team=everyone', lead)
    expect(await screen.findByText('40 reports')).toBeVisible()
    // Opening a link doesn't change the choice for the next visit.
    expect(localStorage.getItem('team-7')).toBe('3')
  })

  test('that is invalid is ignored', async () => {
    localStorage.setItem('team-7', 'mine')
    const { here } = await open('/admin/reports?team=x', outsider)
    expect(await screen.findByText('40 reports')).toBeVisible()
    await waitFor(() => expect(here()).toBe('/admin/reports?team=everyone'))
  })

  test('without reports offers the reports of everyone', async () => {
    const { user } = await open('/admin/reports?team=3', lead, { [listCall(1, ofTeams(3))]: list(0) })
    expect(await screen.findByText(texts.noReports)).toBeVisible()
    await user.click(screen.getByRole('button', { name: texts.showEveryone }))
    expect(await screen.findByText('40 reports')).toBeVisible()
    expect(localStorage.getItem('team-7')).toBe('everyone')
  })
})

describe('a team that was deleted', () => {
  const unknown = refusal(400, texts.unknown, { teamId: texts.unknown })

  test('in the URL is replaced by the first choice, and a notice says so', async () => {
    allowConsole(/Unknown team/)
    const { user, here } = await open('/admin/reports?team=9', lead, { [listCall(1, ofTeams(9))]: unknown })
    expect(await screen.findByText('12 reports')).toBeVisible()
    expect(await screen.findByText('This team no longer exists. You now see your teams.')).toBeVisible()
    await waitFor(() => expect(here()).toBe('/admin/reports?team=mine'))
    await choose(user, 'Everyone (24)')
    expect(await screen.findByText('40 reports')).toBeVisible()
    expect(screen.queryByText(/no longer exists/)).toBeNull()
  })

  test('on the device is forgotten', async () => {
    allowConsole(/Unknown team/)
    localStorage.setItem('team-7', '9')
    await open('/admin/reports', outsider, { [listCall(1, ofTeams(9))]: unknown })
    expect(await screen.findByText('40 reports')).toBeVisible()
    expect(await screen.findByText('This team no longer exists. You now see everyone.')).toBeVisible()
    expect(localStorage.getItem('team-7')).toBeNull()
  })

  test('while it is offered is noticed when its list is refused', async () => {
    allowConsole(/Unknown team/)
    const { user } = await open('/admin/reports', lead, {
      [teamsCall]: [teamsReply([apps, design, web]), teamsReply([apps, design])],
      [listCall(1, ofTeams(3))]: unknown,
    })
    await choose(user, 'Web (2)')
    expect(await screen.findByText('This team no longer exists. You now see your teams.')).toBeVisible()
    expect(await screen.findByText('12 reports')).toBeVisible()
  })

  test('among the user’s own is noticed too: the user is loaded again', async () => {
    allowConsole(/Unknown team/)
    await open('/admin/reports', lead, {
      'GET /api/auth/me': [ok(lead), ok({ ...lead, leads: named(apps) })],
      [teamsCall]: [teamsReply([apps, design]), teamsReply([apps], 4)],
      [listCall(1, ofTeams(1, 2))]: unknown,
      [listCall(1, ofTeams(1))]: list(5),
    })
    expect(await screen.findByText('5 reports')).toBeVisible()
    await waitFor(async () => expect(await control()).toHaveDisplayValue('My teams (4)'))
  })
})

test('the numbers of the dashboard and the lists that they link to are about the same people', async () => {
  const { page } = await open('/admin/dashboard', lead, {
    [`GET /api/reports?date=2026-03-31&limit=100${ofTeams(1, 2)}`]: list(6),
    'GET /api/team/overview?teamId=1&teamId=2': ok({
      date: '2026-03-31',
      today: '2026-03-31',
      to_review: 5,
      today_to_review: 5,
      earlier_to_review: 3,
      earlier_own: 0,
      owing: { total: 1, people: [] },
    }),
  })
  // A new tab would otherwise start with the choice on this device, which may be another.
  for (const [name, href] of [
    ['6 reports', '/admin/reports?startDate=2026-03-31&endDate=2026-03-31&team=mine'],
    ['5 to review', '/admin/today?team=mine'],
    ['3 earlier', '/admin/reports?endDate=2026-03-30&review=unreviewed&team=mine'],
    ['1 missing', '/admin/today?team=mine'],
    ['2 people', '/admin/users?team=mine'],
    ['Open blockers', '/admin/blockers?team=mine'],
  ] as const)
    expect(await page.findByRole('link', { name })).toHaveAttribute('href', href)
  expect(await control()).toHaveDisplayValue('My teams (7)')
})

test('the next report on the review page is of the chosen team', async () => {
  const { api, here } = await open('/admin/reports/2', lead)
  expect(await screen.findByRole('link', { name: /^Next report: Person 3/ })).toBeVisible()
  expect(dataCalls(api, '/reports?')).toEqual([listCall(1, ofTeams(1, 2))])
  await waitFor(() => expect(here()).toBe('/admin/reports/2?team=mine'))
})

describe('Today', () => {
  const day = (ids = '') => `GET /api/team/day?${ids.replace(/^&/, '')}${ids && '&'}includeUserIds=true`
  const blockers = (ids: string) => `GET /api/blockers?page=1&limit=100${ids}`
  const given: Answers = {
    [day(ofTeams(1, 2))]: ok(
      makeTeamDay([makeEntry(1, 'Ann'), makeEntry(2, 'Ben')], { earlier_to_review: 3 }),
    ),
    [day(ofTeams(2))]: ok(makeTeamDay([makeEntry(2, 'Ben')])),
    [day()]: ok(makeTeamDay([makeEntry(1, 'Ann'), makeEntry(2, 'Ben'), makeEntry(3, 'Cid')])),
    [blockers(ofTeams(1, 2))]: ok(makeBlockerPage([makeBlocker({ id: 1, text: 'No server' })])),
    [blockers(ofTeams(2))]: ok(makeBlockerPage([])),
    [blockers(ofTeams(3))]: ok(makeBlockerPage([])),
    [blockers('')]: ok(makeBlockerPage([])),
  }

  test('shows the teams of a lead in one list, and the people panel filters by team', async () => {
    const { user, here, api } = await open('/admin/today', lead, given)
    expect(await screen.findByRole('article', { name: 'Ann' })).toBeVisible()
    expect(screen.queryByRole('article', { name: 'Cid' })).toBeNull()
    const filters = within(screen.getByRole('group', { name: 'Teams' }))
    expect(filters.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'My teams 7',
      'Apps 4',
      'Design 5',
      'Everyone 24',
    ])
    expect(filters.getByRole('button', { name: 'My teams 7' })).toHaveAttribute('aria-pressed', 'true')
    expect(filters.getByText('People in several teams count in each')).toBeVisible()
    // The summary is about the same people.
    expect(screen.getByRole('link', { name: 'Summary' })).toHaveAttribute(
      'href',
      '/admin/summaries/2026-03-02?team=mine',
    )
    expect(screen.getByRole('link', { name: messages.teamDay.earlier(3, 0) })).toHaveAttribute(
      'href',
      '/admin/reports?endDate=2026-03-01&review=unreviewed&team=mine',
    )
    await user.click(filters.getByRole('button', { name: 'Design 5' }))
    await waitFor(() => expect(screen.queryByRole('article', { name: 'Ann' })).toBeNull())
    expect(await screen.findByRole('article', { name: 'Ben' })).toBeVisible()
    await waitFor(() => expect(here()).toBe('/admin/today?team=2'))
    await user.click(screen.getByRole('button', { name: 'Everyone 24' }))
    expect(await screen.findByRole('article', { name: 'Cid' })).toBeVisible()
    expect(dataCalls(api, '/team/day')).toEqual([day(ofTeams(1, 2)), day(ofTeams(2)), day()])
    expect(dataCalls(api, '/blockers')).toEqual([blockers(ofTeams(1, 2)), blockers(ofTeams(2)), blockers('')])
  })

  test('marks all reports of the chosen people as reviewed, and no others', async () => {
    const { user, api } = await open('/admin/today', lead, {
      ...given,
      'POST /api/reports/review': ok({ updated: 2, updated_ids: [10, 20] }),
    })
    await user.click(await screen.findByRole('button', { name: 'Mark all as reviewed' }))
    expect(await screen.findByText(messages.reviews.markedSeveral(2))).toBeVisible()
    expect(api.named('POST /api/reports/review')[0]?.body).toMatchObject({ ids: [10, 20] })
  })

  test('the panel of blockers leads to those of the chosen people', async () => {
    const { user } = await open('/admin/today?team=2', lead, {
      ...given,
      [blockers(ofTeams(2))]: ok(makeBlockerPage([makeBlocker({ id: 1, text: 'No server' })])),
    })
    await user.click(await screen.findByRole('link', { name: messages.blockers.allOpen }))
    expect(await screen.findByRole('link', { name: 'Open the Blockers page' })).toHaveAttribute(
      'href',
      '/admin/blockers?team=2',
    )
  })

  test('a lead of one team has no filters beside the control', async () => {
    await open('/admin/today', { ...lead, leads: named(design) }, given)
    expect(await screen.findByRole('article', { name: 'Ben' })).toBeVisible()
    expect(screen.queryByRole('group', { name: 'Teams' })).toBeNull()
  })

  test('of a team without people has a way to everyone', async () => {
    const { user } = await open('/admin/today?team=3', lead, {
      ...given,
      [day(ofTeams(3))]: ok(makeTeamDay([], { reporters: 0 })),
    })
    expect(await screen.findByText(texts.noOneReports)).toBeVisible()
    await user.click(screen.getByRole('button', { name: texts.showEveryone }))
    expect(await screen.findByRole('article', { name: 'Cid' })).toBeVisible()
  })

  test('keys act on the cards, not while the control has the focus', async () => {
    const { api } = await open('/admin/today', lead, given)
    await screen.findByRole('article', { name: 'Ann' })
    const select = await control()
    select.focus()
    fireEvent.keyDown(select, { key: 'r' })
    expect(dataCalls(api, '/reports/10')).toEqual([])
    expect(api.calls.filter(({ name }) => name.startsWith('POST'))).toEqual([])
  })
})

describe('the summary', () => {
  const call = (ids = '') => `GET /api/team/summaries/2026-03-13${ids.replace('&', '?')}`
  const given = { [call(ofTeams(1, 2))]: ok(makeSummary()), [call()]: ok(makeSummary()) }

  test('of a lead is about their teams, whatever the other screens show, with a link to everyone’s', async () => {
    localStorage.setItem('team-7', 'everyone')
    const { user, api, here } = await open('/admin/summaries/2026-03-13', lead, given)
    expect(await screen.findByText('2 of 3 reported.')).toBeVisible()
    expect(await screen.findByText(/My teams \(7\)/)).toBeVisible()
    expect(screen.getByRole('link', { name: 'Mark Marketing' })).toHaveAttribute(
      'href',
      '/admin/today?date=2026-03-13&team=mine',
    )
    expect(screen.getByRole('link', { name: 'Read reports' })).toHaveAttribute(
      'href',
      '/admin/today?date=2026-03-13&team=mine',
    )
    await user.click(screen.getByRole('link', { name: messages.summaries.ofEveryone }))
    expect(await screen.findByRole('link', { name: messages.summaries.ofYourTeams })).toBeVisible()
    await waitFor(() => expect(here()).toBe('/admin/summaries/2026-03-13?team=everyone'))
    expect(dataCalls(api, '/team/summaries')).toEqual([call(ofTeams(1, 2)), call()])
  })

  test('of other reviewers is everyone’s', async () => {
    await open('/admin/summaries/2026-03-13', outsider, given)
    expect(await screen.findByText('2 of 3 reported.')).toBeVisible()
    expect(screen.queryByText(/Everyone|My teams/)).toBeNull()
  })
})

test('the export has the reports of the chosen team', async () => {
  localStorage.setItem('token', tokenOf(7))
  const { user, api } = await open('/admin/reports?team=3', lead)
  await screen.findByText('3 reports')
  await user.click(screen.getByRole('button', { name: 'Export to CSV' }))
  await waitFor(() =>
    expect(dataCalls(api, '/reports/export')).toEqual(['GET /api/reports/export/csv?teamId=3']),
  )
})

describe('a manager who sees only the people of teams they lead', () => {
  const limited: Me = { ...personOf('manager'), sees_only_teams: true }
  const screens = [
    'today',
    'summaries/2026-03-09',
    'reports',
    'calendar',
    'blockers',
    'dashboard',
    'users',
    'register',
    'users/import',
  ]
  const opened = async (path: string, me: Me) => {
    const app = await open(path, me)
    await screen.findByRole('heading', { level: 1 })
    return app
  }

  test.each(screens)('and leads none is told why they see only themselves: %s', async name => {
    await opened(`/admin/${name}`, limited)
    expect(await screen.findByText(texts.leadsNone)).toBeVisible()
  })

  test('and leads none reads so beside their tasks', async () => {
    await opened('/tasks', limited)
    expect(await screen.findByText(texts.leadsNone)).toBeVisible()
  })

  test('sees no notice when a team of others was deleted', async () => {
    allowConsole(/Unknown team/)
    await open(
      '/admin/reports?team=9',
      { ...limited, leads: named(apps), has_teams: true },
      {
        [teamsCall]: teamsReply([apps], 4),
        [listCall(1, ofTeams(9))]: refusal(400, texts.unknown, { teamId: texts.unknown }),
        [listCall(1, ofTeams(1))]: list(5),
      },
    )
    expect(await screen.findByText('Team not found. You now see your teams.')).toBeVisible()
  })

  test('and leads none is not asked to invite people or to choose others', async () => {
    await open('/admin/today', limited, {
      'GET /api/team/day?includeUserIds=true': ok(makeTeamDay([], { reporters: 0 })),
      'GET /api/blockers?page=1&limit=100': ok(makeBlockerPage([])),
    })
    expect(await screen.findByText(texts.noOneReports)).toBeVisible()
    expect(screen.queryByRole('button', { name: texts.showEveryone })).toBeNull()
    expect(within(screen.getByRole('main')).queryByRole('link', { name: 'Register User' })).toBeNull()
  })

  test.each<[string, Me]>([
    ['a limited manager who leads a team', { ...limited, leads: named(apps), has_teams: true }],
    ['a manager who sees everyone', personOf('manager')],
    ['an admin', outsider],
  ])('%s does not read that they lead no team', async (_, me) => {
    for (const name of screens) {
      const { unmount } = await opened(`/admin/${name}`, me)
      expect(screen.queryByText(texts.leadsNone)).toBeNull()
      unmount()
    }
  })

  test('chooses among those people, and the control says that they are not the whole company', async () => {
    await open(
      '/admin/reports',
      { ...limited, leads: named(apps), has_teams: true },
      {
        [teamsCall]: teamsReply([apps], 4),
        [listCall(1, ofTeams(1))]: list(5),
      },
    )
    expect(await screen.findByText('5 reports')).toBeVisible()
    await screen.findByRole('option', { name: 'Apps (4)' })
    expect(offered().map(({ textContent }) => textContent)).toEqual([
      'Everyone (24)',
      'My teams (4)',
      'Apps (4)',
    ])
    expect(await control()).toHaveAccessibleDescription(texts.seenPeople)
  })

  test('loses what was loaded before the setting was changed', async () => {
    const { user } = await open('/admin/reports', personOf('manager'), {
      'GET /api/auth/me': [ok(personOf('manager')), ok(limited)],
      'GET /api/blockers?page=1&limit=50': ok(makeBlockerPage([])),
      [listCall()]: [list(40), list(2)],
    })
    expect(await screen.findByText('40 reports')).toBeVisible()
    const nav = within(screen.getByRole('navigation', { name: 'Main' }))
    await user.click(nav.getByRole('link', { name: 'Blockers' }))
    expect(await screen.findByText(texts.leadsNone)).toBeVisible()
    await user.click(nav.getByRole('link', { name: 'All Reports' }))
    expect(await screen.findByText('2 reports')).toBeVisible()
    expect(screen.queryByText('40 reports')).toBeNull()
  })
})
