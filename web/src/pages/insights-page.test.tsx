import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { InsightHours, InsightReporting } from '#shared/contract/insights.ts'
import { messages } from '#shared/messages.ts'
import { allowConsole } from '../../test/console-watch.ts'
import { personOf } from '../../test/fake-api.ts'
import { type Answers, cellsOf, never, ok, openAsReviewer, person, project } from '../../test/review.ts'
import { makeTeam, makeTeamPage, teamsCall } from '../../test/teams.ts'

const texts = messages.insights

const hoursCall = 'GET /api/insights/hours?*'
const reportingCall = 'GET /api/insights/reporting?*'

const hours = (given: Partial<InsightHours> = {}): InsightHours => ({
  buckets: ['2026-02-23', '2026-03-02'],
  series: [
    { id: 2, name: 'Gemini', minutes: [300, 150] },
    { id: 1, name: 'Apollo', minutes: [0, 90] },
  ],
  total_minutes: 540,
  previous_minutes: 500,
  of_your_teams: false,
  ...given,
})

const reporting = (given: Partial<InsightReporting> = {}): InsightReporting => ({
  days: [
    { date: '2026-02-26', expected: 4, submitted: 3, late: 1 },
    { date: '2026-03-02', expected: 4, submitted: 2, late: 0 },
  ],
  of_your_teams: false,
  ...given,
})

const period = 'from=2026-02-26&to=2026-03-04&unit=week'

const open = (answers: Answers = {}, search = `?${period}`) =>
  openAsReviewer(`/admin/insights${search}`, {
    [hoursCall]: ok(hours()),
    [reportingCall]: ok(reporting()),
    'GET /api/users': ok([person(3, 'Dina'), person(4, 'Omar')]),
    'GET /api/projects': ok([project(1, 'Apollo'), project(2, 'Gemini')]),
    ...answers,
  })

const picture = (name: string) => screen.findByRole('group', { name })
const linksIn = (element: HTMLElement) =>
  within(element)
    .getAllByRole('link')
    .map(link => [link.getAttribute('aria-label') ?? link.textContent, link.getAttribute('href')])

test('every part of the picture leads to its reports, with weeks cut to the period', async () => {
  await open()
  const links = linksIn(await picture('Hours by project and week'))
  expect(links.map(([, href]) => href)).toEqual([
    '/admin/reports?projectId=2&startDate=2026-02-26&endDate=2026-03-01',
    '/admin/reports?projectId=2&startDate=2026-03-02&endDate=2026-03-04',
    '/admin/reports?projectId=1&startDate=2026-03-02&endDate=2026-03-04',
  ])
  expect(links[0]?.[0]).toMatch(/^Gemini, .*: 5h$/)
})

test('the tables below have the same numbers, and links where there are reports', async () => {
  await open()
  const table = within(await screen.findByRole('region', { name: 'Hours by week' })).getByRole('table')
  expect(cellsOf(table).map(cells => cells.slice(1))).toEqual([
    ['Gemini', 'Apollo', 'Total'],
    ['5h', '–', '5h'],
    ['2h 30m', '1h 30m', '4h'],
    ['7h 30m', '1h 30m', '9h'],
  ])
  expect(linksIn(table).map(([, href]) => href)).toContain(
    '/admin/reports?startDate=2026-03-02&endDate=2026-03-04',
  )
  const shares = screen.getByRole('columnheader', { name: 'Project' }).closest('table') as HTMLElement
  expect(cellsOf(shares)).toEqual(
    expect.arrayContaining([
      ['Gemini', '7h 30m', '83%'],
      ['Apollo', '1h 30m', '17%'],
      ['Total', '9h', ''],
    ]),
  )
})

test('the sentences say what the pictures show', async () => {
  const { page } = await open()
  expect(await page.findByText(/^9h .*8% more than in the 7 days before; Gemini took 83%\.$/)).toBeVisible()
  expect(await page.findByText('6 of 8 expected reports were sent, 1 of them late.')).toBeVisible()
  expect(await picture('Expected and sent reports by week')).toBeVisible()
})

test('one round of calls uses the choices in the URL; with a project, it leaves out the reporting', async () => {
  const { api, page } = await open({}, `?${period}&by=person&projectId=2&userId=3`)
  await page.findByRole('figure', { name: 'Hours by person' })
  const asked = api.calls.map(({ name }) => name).filter(name => name.includes('/insights/'))
  expect(asked).toEqual([
    'GET /api/insights/hours?from=2026-02-26&to=2026-03-04&unit=week&by=person&projectId=2&userId=3',
  ])
  expect(page.getByText(texts.notFiltered)).toBeVisible()
  expect(page.getByText(/on Gemini by Dina/)).toBeVisible()
})

test('people and roles lead to their reports too', async () => {
  const ofRole = hours({
    series: [{ id: 'designer', name: 'Designer', minutes: [60, 60] }],
    total_minutes: 120,
  })
  await open({ [hoursCall]: ok(ofRole) }, `?${period}&by=role`)
  expect(linksIn(await picture('Hours by role and week'))[0]?.[1]).toBe(
    '/admin/reports?role=designer&startDate=2026-02-26&endDate=2026-03-01',
  )
})

test('choices are written to the URL; a preset replaces the dates, and Back undoes it', async () => {
  const { user, page, here } = await open({}, '')
  expect(page.getByRole('combobox', { name: 'Period' })).toHaveDisplayValue('This month')
  await user.selectOptions(page.getByRole('combobox', { name: 'Period' }), 'Last quarter')
  expect(here()).toBe('/admin/insights?from=2025-10-01&to=2025-12-31')
  await user.selectOptions(page.getByRole('combobox', { name: 'Group by' }), 'Role')
  await user.selectOptions(page.getByRole('combobox', { name: 'Hours per' }), 'Month')
  await user.selectOptions(page.getByRole('combobox', { name: 'Person' }), 'Dina')
  expect(here()).toBe('/admin/insights?from=2025-10-01&to=2025-12-31&by=role&unit=month&userId=3')
  window.history.back()
  await waitFor(() => expect(page.getByRole('combobox', { name: 'Person' })).toHaveDisplayValue('Everyone'))
})

test('after Back from a custom period to a preset, the preset is chosen', async () => {
  const { user, page, here } = await open({}, '')
  const chosen = page.getByRole('combobox', { name: 'Period' })
  await user.selectOptions(chosen, 'Own range')
  fireEvent.change(page.getByLabelText('From'), { target: { value: '2026-03-02' } })
  await waitFor(() => expect(here()).toBe('/admin/insights?from=2026-03-02&to=2026-03-31'))
  expect(chosen).toHaveDisplayValue('Own range')
  fireEvent.change(page.getByLabelText('From'), { target: { value: '2026-03-01' } })
  await waitFor(() => expect(here()).toBe('/admin/insights?from=2026-03-01&to=2026-03-31'))
  expect(chosen).toHaveDisplayValue('Own range')
  window.history.back()
  await waitFor(() => expect(page.getByLabelText('From')).toHaveDisplayValue('2026-03-02'))
  window.history.back()
  await waitFor(() => expect(chosen).toHaveDisplayValue('This month'))
  expect(page.queryByLabelText('From')).toBeNull()
})

test('a period that ends before it starts shows an error at its field, and no call is made', async () => {
  const { page, api } = await open({}, '?from=2026-03-04&to=2026-03-01')
  expect(page.getByLabelText('To')).toHaveAccessibleDescription(messages.fields.endBeforeStart)
  expect(api.calls.filter(({ name }) => name.includes('/insights/'))).toEqual([])
  expect(page.queryByRole('figure')).toBeNull()
})

test('the part for all other projects links to their names', async () => {
  const series = Array.from({ length: 10 }, (_, index) => ({
    id: index + 1,
    name: `Project ${index + 1}`,
    minutes: [60, 60],
  }))
  const { user, page } = await open({ [hoursCall]: ok(hours({ series, total_minutes: 1200 })) })
  const inPicture = within(await picture('Hours by project and week')).getAllByRole('link')
  const other = inPicture.find(link => link.getAttribute('aria-label')?.startsWith('Other'))
  expect(page.getByText('Other (2)')).toBeVisible()
  expect(page.queryByRole('link', { name: 'Project 10' })).toBeNull()
  await user.click(other as HTMLElement)
  expect(await page.findByRole('link', { name: 'Project 10' })).toHaveAttribute(
    'href',
    '/admin/reports?projectId=10&startDate=2026-02-26&endDate=2026-03-04',
  )
  expect(page.getByRole('link', { name: 'Project 10' }).closest('.insight-shares')).toHaveFocus()
  await user.click(page.getByRole('button', { name: texts.showFewer }))
  expect(page.queryByRole('link', { name: 'Project 10' })).toBeNull()
})

test('leads start with their teams, and links keep the choice', async () => {
  const me = { ...personOf('manager'), has_teams: true, leads: [{ id: 5, name: 'Apps' }] }
  const { api } = await open({
    'GET /api/auth/me': ok(me),
    [teamsCall]: makeTeamPage(makeTeam(5, 'Apps')),
  })
  const links = linksIn(await picture('Hours by project and week'))
  expect(links[0]?.[1]).toContain('&team=mine')
  const asked = api.calls.map(({ name }) => name).filter(name => name.includes('/insights/'))
  expect(asked.every(name => name.endsWith('&teamId=5'))).toBe(true)
})

test('limited managers read that their teams are counted', async () => {
  const { page } = await open({ [hoursCall]: ok(hours({ of_your_teams: true })) })
  expect(await page.findByText(/Of your teams/)).toBeVisible()
})

test('without hours, the page says so; filters can be cleared', async () => {
  const none = hours({ series: [], buckets: [], total_minutes: 0 })
  const { page, user, here } = await open({ [hoursCall]: ok(none) }, `?${period}&projectId=2`)
  expect(await page.findByText(texts.noneMatch)).toBeVisible()
  await user.click(page.getByRole('button', { name: 'Clear filters' }))
  expect(await page.findByText(texts.none)).toBeVisible()
  expect(here()).toBe(`/admin/insights?${period}`)
  expect(page.getByRole('link', { name: messages.reports.whoReports })).toHaveAttribute(
    'href',
    '/admin/today',
  )
})

test('a failed load can be tried again', async () => {
  allowConsole(/^The server answered with status 500/)
  const { page, user } = await open({ [hoursCall]: [{ status: 500 }, ok(hours())], [reportingCall]: never })
  expect(await page.findByRole('alert')).toHaveTextContent(texts.failed)
  await user.click(page.getByRole('button', { name: 'Try again' }))
  expect(await page.findByRole('figure', { name: 'Hours by project' })).toBeVisible()
})

test('the sentence names a deleted project by the name that its hours have', async () => {
  const gemini = hours({ series: [{ id: 2, name: 'Gemini', minutes: [300, 240] }] })
  const answers: Answers = { [hoursCall]: ok(gemini), 'GET /api/projects': ok([project(1, 'Apollo')]) }
  const { page, user } = await open(answers, `?${period}&projectId=2`)
  expect(await page.findByText(/^9h on Gemini /)).toBeVisible()
  await user.selectOptions(page.getByRole('combobox', { name: 'Group by' }), 'Role')
  expect(await page.findByText(/^9h on project 2 /)).toBeVisible()
})
