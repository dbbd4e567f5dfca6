import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { allowConsole } from '../../test/console-watch.ts'
import { type Answers, cellsOf, never, ok, openAsReviewer, project } from '../../test/review.ts'

const projects = [project(1, 'Apollo'), project(2, 'Gemini')]
const user = (user_id: number, hours: number) => ({ user_id, user_name: `Person ${user_id}`, hours })
const hours = {
  1: { totalHours: 7.3, taskCount: 12, userDistribution: [user(1, 5), user(2, 2.3)] },
  2: { totalHours: 0, taskCount: 0, userDistribution: [] },
}
const batch = 'GET /api/reports/project-hours'

const open = (answers: Answers = {}, search = '') =>
  openAsReviewer(`/admin/project-hours${search}`, {
    'GET /api/projects': ok(projects),
    [batch]: ok(hours),
    ...answers,
  })

const card = async (name: string) => within(await screen.findByRole('region', { name }))
const names = () => screen.getAllByRole('heading', { level: 2 }).map(heading => heading.textContent)
const figure = (within_: Awaited<ReturnType<typeof card>>, label: string) =>
  within_.getByText(label).nextElementSibling

test('a card shows total hours, task count and the percentage of each user', async () => {
  await open()
  const apollo = await card('Apollo')
  expect(await apollo.findByText('7h 30m')).toBeVisible()
  expect(figure(apollo, 'Total Hours')).toHaveTextContent('7h 30m 7.50 hours')
  expect(figure(apollo, 'Task Count')).toHaveTextContent('12')
  expect(cellsOf(apollo.getByRole('table'))).toEqual([
    ['User', 'Hours', 'Percentage'],
    ['Person 1', '5h', '66.7%'],
    ['Person 2', '2h 30m', '33.3%'],
  ])
  expect(apollo.getByRole('progressbar', { name: "Person 1's share" })).toHaveAttribute(
    'aria-valuetext',
    '66.7%',
  )
  expect(apollo.getByRole('link', { name: 'Person 2' })).toHaveAttribute(
    'href',
    '/admin/projects/1/summary?userId=2',
  )
  expect((await card('Gemini')).getByText('No hours logged for this project yet')).toBeVisible()
  expect(screen.getByText('Showing 2 of 2 projects')).toBeVisible()
  expect(screen.queryByText('Of your teams')).toBeNull()
})

test('says "Of your teams" if only they are counted', async () => {
  await open({ [batch]: ok({ 1: { ...hours[1], of_your_teams: true } }) })
  expect(await screen.findByText('Of your teams')).toBeVisible()
})

test('the bars of each project repeat six colours in the same order', async () => {
  const people = Array.from({ length: 13 }, (_, index) => user(index + 1, 1))
  const both = {
    1: { totalHours: 7, taskCount: 7, userDistribution: people.slice(0, 7) },
    // The people of this project come later in the list of all.
    2: { totalHours: 13, taskCount: 13, userDistribution: people.toReversed() },
  }
  await open({ [batch]: ok(both) })
  const coloursOf = async (project: string) => {
    const bars = await (await card(project)).findAllByRole('progressbar')
    return bars.map(bar => /progress-(?!bar)\w+/.exec(bar.firstElementChild?.className ?? '')?.[0])
  }
  const [six, more] = [(await coloursOf('Apollo')).slice(0, 6), await coloursOf('Gemini')]
  expect(new Set(six).size).toBe(6)
  expect(await coloursOf('Apollo')).toEqual([...six, six[0]])
  expect(more).toEqual([...six, ...six, six[0]])
})

describe('the role filter', () => {
  const developers = { 1: { totalHours: 1, taskCount: 1, userDistribution: [user(1, 1)] } }

  test('filters the hours, and a second click clears it', async () => {
    const app = await open({ [`${batch}?role=developer`]: ok(developers) })
    const button = () => screen.getByRole('button', { name: 'Developer' })
    await card('Apollo')
    await app.user.click(button())
    expect(app.here()).toBe('/admin/project-hours?role=developer')
    expect(button()).toHaveAttribute('aria-pressed', 'true')
    expect(screen.getByText('Filtering by Developer')).toBeVisible()
    expect(await (await card('Apollo')).findByText('1.00 hours')).toBeVisible()
    await app.user.click(button())
    expect(app.here()).toBe('/admin/project-hours')
    expect(screen.queryByText(/^Filtering by/)).toBeNull()
    expect(await (await card('Apollo')).findByText('7.50 hours')).toBeVisible()
  })

  test('is named in the error if the projects fail to load', async () => {
    allowConsole(/^The server answered with status 500/)
    const app = await open(
      { 'GET /api/projects': [{ status: 500 }, ok(projects)], [`${batch}?role=designer`]: ok({}) },
      '?role=designer',
    )
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Failed to load projects filtered by Designer. Please try again.',
    )
    await app.user.click(screen.getByRole('button', { name: 'Try again' }))
    await card('Apollo')
  })
})

describe('the search', () => {
  const found = 'GET /api/projects?search=gem'

  test('runs on Enter and by its button, and is cleared by Clear Filters', async () => {
    const app = await open({ [found]: ok([projects[1]]) })
    await card('Apollo')
    await app.user.type(screen.getByLabelText('Search projects'), 'gem{Enter}')
    await waitFor(() => expect(names()).toEqual(['Gemini']))
    expect(app.here()).toBe('/admin/project-hours?search=gem')
    expect(screen.getByText('Showing 1 of 2 projects')).toBeVisible()
    expect(screen.getByLabelText('Search projects')).toHaveFocus()
    await app.user.click(screen.getByRole('button', { name: 'Clear Filters' }))
    expect(names()).toEqual(['Apollo', 'Gemini'])
    expect(screen.getByLabelText('Search projects')).toHaveValue('')
    await app.user.type(screen.getByLabelText('Search projects'), 'gem')
    await app.user.click(screen.getByRole('button', { name: 'Search' }))
    await waitFor(() => expect(names()).toEqual(['Gemini']))
  })

  test('that fails shows "Failed to search projects. Please try again."', async () => {
    allowConsole(/^The server answered with status 500/)
    await open({ [found]: { status: 500 } }, '?search=gem')
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to search projects. Please try again.')
  })

  test('without a match says so', async () => {
    await open({ [found]: ok([]) }, '?search=gem')
    expect(await screen.findByText('No projects match “gem”.')).toBeVisible()
    expect(screen.getByText('Showing 0 of 2 projects')).toBeVisible()
  })
})

test('the dropdown shows a single project', async () => {
  const app = await open()
  await card('Apollo')
  expect(screen.getByLabelText('Project')).toHaveDisplayValue('Select a project...')
  await app.user.selectOptions(screen.getByLabelText('Project'), 'Gemini')
  expect(app.here()).toBe('/admin/project-hours?projectId=2')
  expect(names()).toEqual(['Gemini'])
  expect(screen.getByText('Showing 1 of 2 projects')).toBeVisible()
})

test('an expanded card shows the resources of the project and is kept in the URL', async () => {
  const app = await open()
  const toggle = async () => (await card('Apollo')).getByRole('button', { name: 'Resources for Apollo' })
  await app.user.click(await toggle())
  expect(await toggle()).toHaveAttribute('aria-expanded', 'true')
  expect((await card('Apollo')).getByRole('heading', { name: 'Project Resources' })).toBeVisible()
  expect(app.here()).toBe('/admin/project-hours?open=1')
  await app.user.click(await toggle())
  expect(await toggle()).toHaveAttribute('aria-expanded', 'false')
  expect(app.here()).toBe('/admin/project-hours')
})

// React renders nothing inside one act.
test('two filter changes before the page has rendered the first are both kept', async () => {
  const app = await open()
  const apollo = await card('Apollo')
  const gemini = await card('Gemini')
  await act(async () => {
    fireEvent.click(apollo.getByRole('button', { name: 'Resources for Apollo' }))
    fireEvent.click(gemini.getByRole('button', { name: 'Resources for Gemini' }))
    fireEvent.click(screen.getByRole('button', { name: 'Designer' }))
  })
  expect(app.here()).toBe('/admin/project-hours?open=1-2&role=designer')
})

test('if the call for all hours fails, all projects show no hours, and no other call is made', async () => {
  allowConsole(/^The server answered with status 500/)
  const { api } = await open({ [batch]: { status: 500 } })
  for (const name of ['Apollo', 'Gemini']) {
    const project = await card(name)
    expect(await project.findByText('No hours logged for this project yet')).toBeVisible()
    expect(figure(project, 'Total Hours')).toHaveTextContent('0m 0.00 hours')
    expect(figure(project, 'Task Count')).toHaveTextContent('0')
  }
  expect(screen.queryByRole('alert')).toBeNull()
  expect(api.calls.filter(({ name }) => name.includes('/hours'))).toEqual([])
})

test('projects and hours are loaded at the same time', async () => {
  const { api } = await open({ 'GET /api/projects': never, [batch]: never })
  await waitFor(() => expect(api.named(batch)).toHaveLength(1))
  expect(api.named('GET /api/projects')).toHaveLength(1)
})

test('without any project, the page says so', async () => {
  await open({ 'GET /api/projects': ok([]), [batch]: ok({}) })
  expect(await screen.findByText('No projects found. Create projects to track their hours.')).toBeVisible()
  expect(within(screen.getByRole('main')).getByRole('link', { name: 'Manage Projects' })).toHaveAttribute(
    'href',
    '/admin/projects',
  )
})

test('a failed load shows "Failed to load projects. Please try again."', async () => {
  allowConsole(/^The server answered with status 500/)
  await open({ 'GET /api/projects': { status: 500 } })
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to load projects. Please try again.')
})
