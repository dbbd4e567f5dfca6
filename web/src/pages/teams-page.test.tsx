import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { Role } from '#shared/roles.ts'
import { allowConsole } from '../../test/console-watch.ts'
import { fakeApi, makeToken, personOf, refusal } from '../../test/fake-api.ts'
import { renderApp } from '../../test/render-app.tsx'
import { makeTeam, makeTeamDetails, makeTeamPage, teamsCall } from '../../test/teams.ts'

type Answers = Parameters<typeof fakeApi>[0]
const mobile = makeTeam(2, 'Mobile', { leads: [{ id: 2, name: 'Max Manager' }], member_count: 12 })
const web = makeTeam(4, 'Web', { description: 'The public site.' })

async function open(role: Role, answers: Answers = {}) {
  localStorage.setItem('token', makeToken())
  const api = fakeApi(
    { 'GET /api/auth/me': { status: 200, body: personOf(role) }, ...answers },
    { othersWait: true },
  )
  const app = renderApp('/admin/teams')
  await screen.findByRole('heading', { level: 1, name: 'Teams' })
  return { ...app, api, user: userEvent.setup({ delay: null }) }
}

const dialog = () => within(screen.getByRole('dialog'))

test('staff are not let in', async () => {
  localStorage.setItem('token', makeToken())
  fakeApi({ 'GET /api/auth/me': { status: 200, body: personOf('developer') } }, { othersWait: true })
  const { here } = renderApp('/admin/teams')
  await expect.poll(here).not.toBe('/admin/teams')
})

test('lists teams with leads and the number of people, and filters by name and lead', async () => {
  const { user, here } = await open('manager', { [teamsCall]: makeTeamPage(mobile, web) })
  const rows = within(await screen.findByRole('table', { name: 'Teams' }))
  expect(rows.getByRole('row', { name: /Mobile/ })).toHaveTextContent(/Max Manager.*12/)
  expect(rows.getByRole('row', { name: /Web/ })).toHaveTextContent(/The public site\..*No lead.*0/)
  expect(rows.getByRole('link', { name: 'View team Web' })).toHaveAttribute('href', '/admin/teams/4')
  expect(screen.getByText('People in several teams count in each')).toBeVisible()
  await user.type(screen.getByRole('searchbox', { name: 'Filter teams' }), 'max')
  expect(await screen.findByText('1 of 2 teams')).toBeVisible()
  expect(here()).toBe('/admin/teams?search=max')
  await user.type(screen.getByRole('searchbox', { name: 'Filter teams' }), 'x')
  await user.click(await screen.findByRole('button', { name: 'Clear filter' }))
  expect(await screen.findByText('2 teams')).toBeVisible()
})

test('all teams are listed, even if they fill more than one page', async () => {
  const page = (from: number, count: number, number: number) => ({
    status: 200,
    body: {
      data: Array.from({ length: count }, (_, index) => makeTeam(from + index, `Team ${from + index}`)),
      pagination: { total: 101, pages: 2, page: number, limit: 100 },
    },
  })
  await open('admin', {
    [teamsCall]: page(1, 100, 1),
    'GET /api/teams?page=2&limit=100': page(101, 1, 2),
  })
  expect(await screen.findByText('101 teams')).toBeVisible()
})

test('a failed load can be retried', async () => {
  allowConsole(/^The server answered with status 500/)
  const { user } = await open('admin', { [teamsCall]: [{ status: 500 }, makeTeamPage(web)] })
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('1 team')).toBeVisible()
})

test('creating the first team keeps the typed text if its name is taken, and then opens its page', async () => {
  allowConsole(/There is already a team with this name/)
  const create = 'POST /api/teams'
  const { user, api, here } = await open('manager', {
    [create]: [refusal(409, 'There is already a team with this name'), { status: 201, body: web }],
    'GET /api/teams/4': { status: 200, body: makeTeamDetails(web) },
  })
  expect(await screen.findByText('No teams yet')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Create the first team' }))
  expect(dialog().getByText(/^You'll lead this team/)).toBeVisible()
  await user.type(dialog().getByLabelText('Team Name'), 'Web')
  await user.type(dialog().getByLabelText('Description (optional)'), 'The public site.')
  await user.click(dialog().getByRole('button', { name: 'Create Team' }))
  expect(await dialog().findByText('There is already a team with this name')).toBeVisible()
  expect(dialog().getByLabelText('Description (optional)')).toHaveValue('The public site.')
  await user.click(dialog().getByRole('button', { name: 'Create Team' }))
  expect(await screen.findByText('The team "Web" has been created.')).toBeVisible()
  expect(here()).toBe('/admin/teams/4')
  expect(api.named(create).at(-1)?.body).toEqual({ name: 'Web', description: 'The public site.' })
})

test('a name of 121 characters is refused before it is sent', async () => {
  const { user, api } = await open('admin')
  await user.click(await screen.findByRole('button', { name: 'New Team' }))
  await user.click(dialog().getByLabelText('Team Name'))
  await user.paste('x'.repeat(121))
  await user.click(dialog().getByRole('button', { name: 'Create Team' }))
  expect(await dialog().findByText(/120 characters/)).toBeVisible()
  expect(api.named('POST /api/teams')).toEqual([])
})
