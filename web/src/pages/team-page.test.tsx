import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import type { Role } from '#shared/roles.ts'
import { allowConsole } from '../../test/console-watch.ts'
import { fakeApi, makeToken, personOf, refusal } from '../../test/fake-api.ts'
import { makeUser } from '../../test/people.ts'
import { renderApp } from '../../test/render-app.tsx'
import { makeTeam, makeTeamDetails, makeTeamPage, teamsCall } from '../../test/teams.ts'

type Answers = Parameters<typeof fakeApi>[0]
const call = 'GET /api/teams/4'
const add = 'POST /api/teams/4/members'
const dina = makeUser(3, 'Dina Developer', 'developer')
const omar = makeUser(5, 'Omar Developer', 'developer')
const anna = makeUser(6, 'Anna Bell', 'designer')
const otherAnna = { ...makeUser(8, 'Anna Bell', 'designer'), email: 'bell@example.com' }
const max = makeUser(2, 'Max Manager', 'manager')
const everyone = [makeUser(1, 'Ada Admin', 'admin'), max, dina, omar, anna, otherAnna]
const web = makeTeam(4, 'Web', { description: 'The public site.', leads: [{ id: 2, name: max.name }] })
const memberOf = ({ id, name, role }: typeof dina) => ({ id, name, role })
const withDina = { status: 200, body: makeTeamDetails(web, [memberOf(dina)]) }
const bare = { status: 200, body: web }

async function open(role: Role, answers: Answers = {}) {
  localStorage.setItem('token', makeToken())
  const api = fakeApi(
    {
      'GET /api/auth/me': { status: 200, body: personOf(role) },
      'GET /api/users': { status: 200, body: everyone },
      [call]: withDina,
      ...answers,
    },
    { othersWait: true },
  )
  const app = renderApp('/admin/teams/4')
  return { ...app, api, user: userEvent.setup({ delay: null }) }
}

const table = () => screen.findByRole('table', { name: 'People' })
const dialog = () => within(screen.getByRole('dialog'))

async function paste(user: ReturnType<typeof userEvent.setup>, text: string) {
  await user.click(await screen.findByRole('button', { name: 'Add People' }))
  await user.click(dialog().getByLabelText('Names or emails'))
  await user.paste(text)
}

test('a manager who does not lead the team reads it', async () => {
  await open('manager')
  expect(within(await table()).getByText('Dina Developer')).toBeVisible()
  expect(screen.getByText('Only admins and the leads of this team can change it.')).toBeVisible()
  expect(screen.getByText('The public site.')).toBeVisible()
  expect(screen.queryByRole('button', { name: /^(Add|Remove|More actions)/ })).toBeNull()
})

test.each(['Today', 'Calendar', 'Reports', 'Blockers', 'Hours'])('%s opens with this team', async label => {
  await open('manager')
  const links = within(await screen.findByRole('navigation', { name: "This team's screens" }))
  expect(links.getByRole('link', { name: label }).getAttribute('href')).toMatch(/^\/admin\/\w+\?team=4$/)
})

test('a team that does not exist says so', async () => {
  allowConsole(/Team not found/)
  await open('admin', { [call]: refusal(404, 'Team not found') })
  expect(await screen.findByText('This team no longer exists')).toBeVisible()
  expect(screen.getByRole('link', { name: 'All teams' })).toHaveAttribute('href', '/admin/teams')
})

test('a failed load can be retried', async () => {
  allowConsole(/^The server answered with status 500/)
  const { user } = await open('admin', { [call]: [{ status: 500 }, withDina] })
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(within(await table()).getByText('Dina Developer')).toBeVisible()
})

test('a pasted list shows who was found, and nothing is sent before the user has decided on each line', async () => {
  const { user, api } = await open('admin', { [add]: bare })
  await paste(user, 'omar@example.com, Bob Ray\nDina Developer\nAnna Bell')
  expect(await dialog().findByText('2 people found, 1 person already in the team')).toBeVisible()
  await user.click(dialog().getByRole('button', { name: 'Add 1 person' }))
  expect(await dialog().findByRole('alert')).toHaveTextContent(
    "Correct the lines that we couldn't match, or leave them out.",
  )
  expect(api.named(add)).toEqual([])
  await user.click(dialog().getByRole('button', { name: 'Leave out Bob Ray' }))
  await user.selectOptions(
    dialog().getByLabelText('Several people match “Anna Bell”'),
    'Anna Bell (bell@example.com)',
  )
  await user.click(dialog().getByRole('button', { name: 'Add 2 people' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(api.named(add).map(({ body }) => body)).toEqual([{ user_ids: [5, 8] }])
  expect(await screen.findByText('2 people added.')).toBeVisible()
})

test('more than a hundred people are added in several calls, and Undo removes those who were added', async () => {
  const crowd = Array.from({ length: 150 }, (_, index) => ({
    ...makeUser(100 + index, `Crowd ${index}`, 'developer'),
    email: `crowd-${index}@example.com`,
  }))
  const removals = crowd.map(({ id }) => [`DELETE /api/teams/4/members/${id}`, bare] as const)
  const { user, api } = await open('admin', {
    'GET /api/users': { status: 200, body: [...everyone, ...crowd] },
    [add]: bare,
    ...Object.fromEntries(removals),
  })
  await paste(user, [dina, ...crowd].map(({ email }) => email).join('\n'))
  await user.click(await dialog().findByRole('button', { name: 'Add 150 people' }))
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  const sent = api.named(add).map(({ body }) => (body as { user_ids: number[] }).user_ids.length)
  expect(sent).toEqual([100, 50])
  const isRemoval = ({ name }: { name: string }) => name.startsWith('DELETE')
  await waitFor(() => expect(api.calls.filter(isRemoval)).toHaveLength(150))
})

test('for a person deleted meanwhile, the dialog says so, keeps what was typed and reloads the list', async () => {
  allowConsole(/User not found/)
  const { user } = await open('admin', {
    [add]: refusal(404, 'User not found'),
    'GET /api/users': [
      { status: 200, body: everyone },
      { status: 200, body: everyone.filter(({ id }) => id !== omar.id) },
    ],
  })
  await paste(user, 'Omar Developer')
  await user.click(await dialog().findByRole('button', { name: 'Add 1 person' }))
  expect(await dialog().findByRole('alert')).toHaveTextContent(
    'One of these people no longer has an account. Check the list and try again.',
  )
  expect(dialog().getByLabelText('Names or emails')).toHaveValue('Omar Developer')
  expect(await dialog().findByText('We found no one for this line:')).toBeVisible()
})

test('for a team deleted meanwhile, the dialog says so and keeps what was typed', async () => {
  allowConsole(/Team not found/)
  const gone = refusal(404, 'Team not found')
  const { user } = await open('admin', { [add]: gone, [call]: [withDina, gone] })
  await paste(user, 'Omar Developer')
  await user.click(await dialog().findByRole('button', { name: 'Add 1 person' }))
  expect(await dialog().findByRole('alert')).toHaveTextContent(
    'This team was deleted meanwhile. Nothing was changed.',
  )
  expect(dialog().getByLabelText('Names or emails')).toHaveValue('Omar Developer')
  await user.click(dialog().getByRole('button', { name: 'Cancel' }))
  expect(await screen.findByText('This team no longer exists')).toBeVisible()
})

test('removing is one press, and Undo adds the person again', async () => {
  const { user, api } = await open('admin', { 'DELETE /api/teams/4/members/3': bare, [add]: bare })
  await user.click(await screen.findByRole('button', { name: 'Remove Dina Developer' }))
  expect(await screen.findByText('No one is in this team yet')).toBeVisible()
  expect(screen.getByText('Dina Developer removed from the team.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(within(await table()).getByText('Dina Developer')).toBeVisible()
  expect(api.named(add).map(({ body }) => body)).toEqual([{ user_ids: [3] }])
})

test('for a person whom another user removed first, the page says so and reloads the list', async () => {
  allowConsole(/This person is not in the team/)
  const { user } = await open('admin', {
    'DELETE /api/teams/4/members/3': refusal(404, 'This person is not in the team'),
    [call]: [withDina, { status: 200, body: makeTeamDetails(web, [memberOf(omar)]) }],
  })
  await user.click(await screen.findByRole('button', { name: 'Remove Dina Developer' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('Dina Developer was already removed.')
  expect(within(await table()).getByText('Omar Developer')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})

test('only admins and managers are offered as leads', async () => {
  const leads = 'POST /api/teams/4/leads'
  const { user, api } = await open('admin', { [leads]: bare })
  await user.click(await screen.findByRole('button', { name: 'Add lead' }))
  expect(
    dialog()
      .getAllByRole('checkbox')
      .map(box => box.closest('label')?.textContent),
  ).toEqual(['Ada AdminAdmin'])
  await user.click(dialog().getByRole('button', { name: 'Add Leads' }))
  expect(await dialog().findByText('Choose at least one person')).toBeVisible()
  await user.click(dialog().getByLabelText(/^Ada Admin/))
  await user.click(dialog().getByRole('button', { name: 'Add Leads' }))
  expect(await screen.findByText('Lead added.')).toBeVisible()
  expect(api.named(leads).map(({ body }) => body)).toEqual([{ user_ids: [1] }])
})

test('a manager is asked before they stop leading, because Undo could not help', async () => {
  const own = makeTeam(4, 'Web', { leads: [{ id: 7, name: 'Robin Reyes' }] })
  const { user, api } = await open('manager', {
    [call]: { status: 200, body: makeTeamDetails(own) },
    'DELETE /api/teams/4/leads/7': bare,
  })
  await user.click(await screen.findByRole('button', { name: 'Remove lead Robin Reyes' }))
  expect(dialog().getByText(/You won't be able to change this team any more/)).toBeVisible()
  await user.click(dialog().getByRole('button', { name: 'Stop leading' }))
  await waitFor(() => expect(api.named('DELETE /api/teams/4/leads/7')).toHaveLength(1))
  expect(await screen.findByText('Only admins and the leads of this team can change it.')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})

test('the user’s account has the teams that they lead, so it is loaded again after each change', async () => {
  const me = 'GET /api/auth/me'
  const own = makeTeam(4, 'Web', { leads: [{ id: 7, name: 'Robin Reyes' }] })
  const { user, api } = await open('admin', {
    [call]: { status: 200, body: makeTeamDetails(own) },
    'DELETE /api/teams/4/leads/7': bare,
    'POST /api/teams/4/leads': bare,
  })
  await user.click(await screen.findByRole('button', { name: 'Remove lead Robin Reyes' }))
  await waitFor(() => expect(api.named(me)).toHaveLength(2))
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(api.named(me)).toHaveLength(3))
})

describe('a manager who sees only their teams', () => {
  const limited = {
    'GET /api/auth/me': { status: 200, body: { ...personOf('manager'), sees_only_teams: true } },
  }
  const robin = { id: 7, name: 'Robin Reyes' }
  const own = makeTeam(4, 'Web', { leads: [robin] })
  const withRobin = {
    status: 200,
    body: makeTeamDetails(own, [{ ...robin, role: 'manager' }, memberOf(dina)]),
  }

  test('is asked before they remove a person whom they may not see again, without Undo', async () => {
    const { user, api } = await open('manager', {
      ...limited,
      [call]: withRobin,
      'DELETE /api/teams/4/members/3': bare,
    })
    await user.click(await screen.findByRole('button', { name: 'Remove Dina Developer' }))
    expect(dialog().getByText(/you won't see them any more/)).toBeVisible()
    expect(api.named('DELETE /api/teams/4/members/3')).toEqual([])
    await user.click(dialog().getByRole('button', { name: 'Remove' }))
    await waitFor(() => expect(api.named('DELETE /api/teams/4/members/3')).toHaveLength(1))
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  })

  test('leaves the team as a member with one press and Undo', async () => {
    const { user, api } = await open('manager', {
      ...limited,
      [call]: withRobin,
      'DELETE /api/teams/4/members/7': bare,
      [add]: bare,
    })
    await user.click(await screen.findByRole('button', { name: 'Remove Robin Reyes' }))
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(api.named(add).map(({ body }) => body)).toEqual([{ user_ids: [7] }]))
  })

  test('reads that they will not see the people of a team that they stop leading', async () => {
    const { user } = await open('manager', { ...limited, [call]: withRobin })
    await user.click(await screen.findByRole('button', { name: 'Remove lead Robin Reyes' }))
    expect(dialog().getByText(/You also won't see its people any more/)).toBeVisible()
  })

  test('sees no notice when a team of others was deleted', async () => {
    allowConsole(/Team not found/)
    await open('manager', { ...limited, [call]: refusal(404, 'Team not found') })
    expect(
      await screen.findByText('You neither lead it nor belong to it, or someone has deleted it.'),
    ).toBeVisible()
    expect(screen.queryByText('This team no longer exists')).toBeNull()
  })
})

test('after a failed removal, the one before it can still be undone, also of two people with one name', async () => {
  allowConsole(/This person is not in the team/)
  const { user, api } = await open('admin', {
    [call]: { status: 200, body: makeTeamDetails(web, [memberOf(anna), memberOf(otherAnna)]) },
    'DELETE /api/teams/4/members/6': bare,
    'DELETE /api/teams/4/members/8': refusal(404, 'This person is not in the team'),
    [add]: bare,
  })
  await user.click((await screen.findAllByRole('button', { name: 'Remove Anna Bell' }))[0] as HTMLElement)
  await user.click(await screen.findByRole('button', { name: 'Remove Anna Bell' }))
  expect(await screen.findByText('Anna Bell was already removed.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(api.named(add).map(({ body }) => body)).toEqual([{ user_ids: [6] }]))
})

test('a name that another team has is refused under its field, and what was typed stays', async () => {
  allowConsole(/There is already a team with this name/)
  const { user } = await open('admin', {
    'PUT /api/teams/4': refusal(409, 'There is already a team with this name'),
  })
  await user.click(await screen.findByRole('button', { name: 'More actions for this team' }))
  await user.click(screen.getByRole('menuitem', { name: 'Edit name and description' }))
  const name = dialog().getByLabelText('Team Name')
  await user.clear(name)
  await user.click(dialog().getByRole('button', { name: 'Save' }))
  expect(await dialog().findByText('Name the team')).toBeVisible()
  await user.type(name, 'Mobile')
  await user.click(dialog().getByRole('button', { name: 'Save' }))
  expect(await dialog().findByText('There is already a team with this name')).toBeVisible()
  expect(name).toHaveValue('Mobile')
})

test('deleting asks first and leads to the list', async () => {
  const { user, here } = await open('admin', {
    'DELETE /api/teams/4': { status: 200, body: { msg: 'ok' } },
    [teamsCall]: makeTeamPage(makeTeam(9, 'Other')),
  })
  await user.click(await screen.findByRole('button', { name: 'More actions for this team' }))
  await user.click(screen.getByRole('menuitem', { name: 'Delete team' }))
  expect(dialog().getByText('Are you sure you want to delete the team "Web"?')).toBeVisible()
  expect(dialog().getByRole('button', { name: 'Cancel' })).toHaveFocus()
  await user.click(dialog().getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('The team "Web" has been deleted.')).toBeVisible()
  expect(here()).toBe('/admin/teams')
})

test('a thousand people can be filtered by name and role', async () => {
  const thousand = Array.from({ length: 1000 }, (_, index) => ({
    id: 1000 + index,
    name: `Person ${index}`,
    role: index === 500 ? ('marketing' as const) : ('developer' as const),
  }))
  const { user } = await open('admin', { [call]: { status: 200, body: makeTeamDetails(web, thousand) } })
  expect(await screen.findByText('1,000 people')).toBeVisible()
  await user.type(screen.getByRole('searchbox', { name: 'Filter people' }), 'marketing')
  expect(await screen.findByText('1 of 1,000 people')).toBeVisible()
  expect(within(await table()).getAllByRole('row')).toHaveLength(2)
})
