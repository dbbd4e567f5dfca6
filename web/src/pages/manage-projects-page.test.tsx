import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { allowConsole } from '../../test/console-watch.ts'
import { answer, fakeApi, makeToken, personOf, refusal } from '../../test/fake-api.ts'
import { makeFile, makeProject, makeUrl } from '../../test/projects.ts'
import { renderApp } from '../../test/render-app.tsx'

const list = 'GET /api/projects'
const ok = (body: unknown) => ({ status: 200, body })
const person = (id: number, name: string) => ({
  ...personOf('developer'),
  last_sign_in_at: null,
  time_zone: null,
  working_days: null,
  off_today: false,
  id,
  name,
  email: `${id}@example.com`,
})
const staff = [person(7, 'Robin Reyes'), person(8, 'Sam Silva'), person(9, 'Toni Tran')]
type Answers = Parameters<typeof fakeApi>[0]

function open(answers: Answers) {
  localStorage.setItem('token', makeToken())
  const api = fakeApi({
    'GET /api/auth/me': ok({ ...personOf('manager'), id: 1 }),
    'GET /api/users/developers': ok(staff),
    ...answers,
  })
  const app = renderApp('/admin/projects')
  return { ...app, api, user: userEvent.setup() }
}

const table = () => screen.findByRole('table', { name: 'Projects' })
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))

test('a dialog takes the focus once as it opens, and never after the user has moved it', async () => {
  const { user } = open({ [list]: ok([makeProject()]) })
  await user.click(await screen.findByRole('button', { name: 'Edit Apollo' }))
  const editing = await dialog('Edit Project')
  expect(editing.getByLabelText('Project Name')).toHaveFocus()
  await user.click(editing.getByRole('button', { name: 'Close' }))
  // The dialog is loaded by now, so the press opens it at once.
  fireEvent.click(screen.getByRole('button', { name: 'Edit Apollo' }))
  const again = within(screen.getByRole('dialog'))
  expect(again.getByLabelText('Project Name')).toHaveFocus()
  again.getByLabelText(/Description/).focus()
  await new Promise(resolve => setTimeout(resolve, 20))
  expect(again.getByLabelText(/Description/)).toHaveFocus()
})

test('the table shows number, name, description, developers and date, and a link to a new task', async () => {
  const bare = makeProject({ id: 2, name: 'Gemini', description: null, developers: [] })
  open({ [list]: ok([makeProject(), bare]) })
  const rows = within(await table()).getAllByRole('row')
  expect(
    within(rows[0] as HTMLElement)
      .getAllByRole('columnheader')
      .map(cell => cell.textContent),
  ).toEqual(['#', 'Project Name', 'Description', 'Assigned Developers', 'Created', 'Actions'])
  const cells = (index: number) =>
    within(rows[index] as HTMLElement)
      .getAllByRole('cell')
      .slice(0, 5)
      .map(cell => cell.textContent)
  expect(cells(1)).toEqual([
    '1',
    'Apollo',
    'To the moon',
    'Developers Robin Reyes, Sam Silva',
    expect.stringMatching(/2026/),
  ])
  expect(cells(2).slice(0, 4)).toEqual(['2', 'Gemini', '-', 'Developers No developers assigned'])
  expect(screen.getByRole('link', { name: 'New task for Gemini' })).toHaveAttribute(
    'href',
    '/tasks/new?projectId=2',
  )
})

describe('the names of many developers', () => {
  const named = (names: string[]) =>
    open({ [list]: ok([makeProject({ developers: names.map((name, id) => ({ id, name })) })]) })
  const people = async () => (await screen.findAllByRole('cell'))[3] as HTMLElement

  test('are shortened, and shown in full by mouse or keyboard', async () => {
    const names = Array.from({ length: 30 }, (_, index) => `Person ${index + 10}`)
    const { user } = named(names)
    expect(await people()).toHaveTextContent('Person 19')
    expect(await people()).not.toHaveTextContent('Person 20')
    const more = screen.getByRole('button', { name: '+20 more developers of Apollo' })
    expect(more).toHaveAttribute('aria-expanded', 'false')
    more.focus()
    await user.keyboard('{Enter}')
    expect(await people()).toHaveTextContent(names.join(', '))
    expect(more).toHaveFocus()
    await user.click(screen.getByRole('button', { name: 'Show fewer developers of Apollo' }))
    expect(await people()).not.toHaveTextContent('Person 20')
  })

  test('a long name can be shown in full too', async () => {
    const { user } = named(['x'.repeat(200)])
    const name = within(await people()).getByText(/^x/)
    expect(name).toHaveClass('project-words')
    await user.click(screen.getByRole('button', { name: 'Show all developers of Apollo' }))
    expect(name).not.toHaveClass('project-words')
  })

  test('up to ten names are shown in full', async () => {
    const names = Array.from({ length: 10 }, (_, index) => `Maximiliane Mustermann ${index}`)
    named(names)
    expect(await people()).toHaveTextContent(names.join(', '))
    expect(within(await people()).queryByRole('button')).toBeNull()
  })
})

test('an expanded row shows files and links, and collapsing only hides them', async () => {
  const { user, api } = open({
    [list]: ok([makeProject()]),
    'GET /api/projects/1/files': ok([makeFile()]),
    'GET /api/projects/1/urls': ok([makeUrl()]),
  })
  const toggle = await screen.findByRole('button', { name: 'Resources for Apollo' })
  expect(toggle).toHaveAttribute('aria-expanded', 'false')
  expect(api.named('GET /api/projects/1/files')).toHaveLength(0)
  await user.click(toggle)
  expect(toggle).toHaveAttribute('aria-expanded', 'true')
  expect(screen.getByRole('heading', { name: 'Project Files and Resources' })).toBeVisible()
  expect(await screen.findByText('plan.pdf')).toBeVisible()
  await user.type(await screen.findByRole('textbox', { name: 'URL' }), 'half')
  await user.click(toggle)
  expect(screen.queryByRole('textbox', { name: 'URL' })).toBeNull()
  await user.click(toggle)
  expect(screen.getByRole('textbox', { name: 'URL' })).toHaveValue('half')
})

test('a project needs a name; the banner of a new project vanishes after 3 seconds', async () => {
  const { user, api } = open({
    [list]: [ok([]), ok([makeProject()])],
    'POST /api/projects': { status: 201, body: makeProject() },
  })
  expect(await screen.findByText('No projects found. Click "Add New Project" to create one.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Add New Project' }))
  const form = await dialog('Add New Project')
  expect(form.getByLabelText('Project Name')).toHaveFocus()
  await user.click(form.getByRole('button', { name: 'Create' }))
  expect(await form.findByText('Project name is required')).toBeVisible()
  expect(api.named('POST /api/projects')).toHaveLength(0)

  vi.useFakeTimers({ shouldAdvanceTime: true })
  await user.type(form.getByLabelText('Project Name'), 'Apollo')
  await user.click(form.getByLabelText(/Sam Silva/))
  await user.click(form.getByRole('button', { name: 'Create' }))
  expect(await screen.findByText('Project created successfully!')).toBeVisible()
  expect(api.named('POST /api/projects')[0]?.body).toEqual({
    name: 'Apollo',
    description: '',
    developers: [8],
  })
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(await table()).toHaveTextContent('Apollo')
  await act(() => vi.advanceTimersByTimeAsync(3000))
  expect(screen.queryByText('Project created successfully!')).toBeNull()
})

test('the edit form has the current values, and assigned users who are no longer staff can be kept', async () => {
  const project = makeProject({ developers: [...makeProject().developers, { id: 30, name: 'Uma Former' }] })
  const { user, api } = open({ [list]: ok([project]), 'PUT /api/projects/1': ok(project) })
  await user.click(await screen.findByRole('button', { name: 'Edit Apollo' }))
  const form = await dialog('Edit Project')
  expect(form.getByLabelText('Project Name')).toHaveValue('Apollo')
  expect(form.getByLabelText(/Description/)).toHaveValue('To the moon')
  expect(form.getByText('3 selected')).toBeVisible()
  expect(await form.findByLabelText(/Toni Tran/)).not.toBeChecked()
  await user.click(form.getByLabelText(/Robin Reyes/))
  await user.click(form.getByRole('button', { name: 'Update' }))
  expect(await screen.findByText('Project updated successfully!')).toBeVisible()
  expect(api.named('PUT /api/projects/1')[0]?.body).toEqual({
    name: 'Apollo',
    description: 'To the moon',
    developers: [8, 30],
  })
})

test.each([
  [refusal(409, 'A project with this name already exists'), 'A project with this name already exists'],
  [
    refusal(400, 'Please check your input and try again.', {
      developers: 'One of the selected people is gone',
    }),
    'One of the selected people is gone',
  ],
  [{ status: 500 }, 'Failed to create project. Please try again.'],
  ['no response' as const, 'Failed to create project. Please try again.'],
])('a refused save keeps the input and shows "%s"', async (reply, sentence) => {
  allowConsole(/./)
  const { user } = open({ [list]: ok([]), 'POST /api/projects': reply })
  await user.click(await screen.findByRole('button', { name: 'Add New Project' }))
  const form = await dialog('Add New Project')
  await user.type(form.getByLabelText('Project Name'), 'Apollo')
  await user.type(form.getByLabelText(/Description/), 'To the moon')
  await user.click(form.getByLabelText(/Toni Tran/))
  await user.click(form.getByRole('button', { name: 'Create' }))
  expect(await form.findByText(sentence)).toBeVisible()
  expect(form.getByLabelText('Project Name')).toHaveValue('Apollo')
  expect(form.getByLabelText(/Description/)).toHaveValue('To the moon')
  expect(form.getByLabelText(/Toni Tran/)).toBeChecked()
})

test('a failed update shows "Failed to update project. Please try again."', async () => {
  allowConsole(/status 500/)
  const { user } = open({ [list]: ok([makeProject()]), 'PUT /api/projects/1': { status: 500 } })
  await user.click(await screen.findByRole('button', { name: 'Edit Apollo' }))
  await user.click((await dialog('Edit Project')).getByRole('button', { name: 'Update' }))
  expect(await (await dialog('Edit Project')).findByRole('alert')).toHaveTextContent(
    'Failed to update project. Please try again.',
  )
})

test('developers can be filtered by name, and hidden ones keep their selection', async () => {
  const many = Array.from({ length: 12 }, (_, index) => person(50 + index, `Person ${index + 1}`))
  const { user } = open({ [list]: ok([]), 'GET /api/users/developers': ok(many) })
  await user.click(await screen.findByRole('button', { name: 'Add New Project' }))
  const form = await dialog('Add New Project')
  await user.click(await form.findByLabelText(/Person 12/))
  await user.type(form.getByLabelText('Filter developers'), 'person 3')
  expect(form.getAllByRole('checkbox')).toHaveLength(1)
  await user.click(form.getByLabelText(/Person 3/))
  expect(form.getByText('2 selected')).toBeVisible()
  await user.type(form.getByLabelText('Filter developers'), 'xyz')
  expect(form.queryAllByRole('checkbox')).toHaveLength(0)
})

test('developers that failed to load, with the page and with the dialog, can be loaded again', async () => {
  allowConsole(/status 500/)
  const { user } = open({
    [list]: ok([]),
    'GET /api/users/developers': [{ status: 500 }, { status: 500 }, ok(staff)],
  })
  await user.click(await screen.findByRole('button', { name: 'Add New Project' }))
  const form = await dialog('Add New Project')
  expect(await form.findByText("We couldn't load the developers. Please try again.")).toBeVisible()
  await user.click(form.getByRole('button', { name: 'Try again' }))
  expect(await form.findByLabelText(/Sam Silva/)).toBeVisible()
})

test('deleting asks for confirmation in the specified words and confirms that it is done', async () => {
  const { user, api } = open({
    [list]: [ok([makeProject()]), ok([])],
    'DELETE /api/projects/1': ok({ msg: 'Project "Apollo" has been deleted.' }),
  })
  await user.click(await screen.findByRole('button', { name: 'Delete Apollo' }))
  const confirm = await dialog('Confirm Delete')
  expect(
    confirm.getByText('Are you sure you want to delete the project "Apollo"? This action cannot be undone.'),
  ).toBeVisible()
  expect(confirm.getByRole('button', { name: 'Cancel' })).toHaveFocus()
  expect(api.named('DELETE /api/projects/1')).toHaveLength(0)
  await user.click(confirm.getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Project "Apollo" has been deleted.')).toBeVisible()
  expect(await screen.findByText(/^No projects found/)).toBeVisible()
})

test('a failed deletion shows "Failed to delete project. Please try again."', async () => {
  allowConsole(/status 500/)
  const { user } = open({ [list]: ok([makeProject()]), 'DELETE /api/projects/1': { status: 500 } })
  await user.click(await screen.findByRole('button', { name: 'Delete Apollo' }))
  await user.click((await dialog('Confirm Delete')).getByRole('button', { name: 'Delete' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to delete project. Please try again.')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(await table()).toHaveTextContent('Apollo')
})

test('a failed load shows "Failed to load projects. Please try again." and can be retried', async () => {
  allowConsole(/status 500/)
  const { user } = open({ [list]: [{ status: 500 }, ok([makeProject()])] })
  expect(await screen.findByText('Failed to load projects. Please try again.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await table()).toBeVisible()
})

test('a search runs on the server, says if nothing matches or it failed, and can be cleared', async () => {
  allowConsole(/status 500/)
  const { user, api } = open({
    [list]: ok([makeProject(), makeProject({ id: 2, name: 'Gemini' })]),
    'GET /api/projects?search=gem': ok([makeProject({ id: 2, name: 'Gemini' })]),
    'GET /api/projects?search=gemx': ok([]),
    'GET /api/projects?search=gemxy': { status: 500 },
  })
  await table()
  const box = screen.getByLabelText('Search projects')
  await user.type(box, ' gem')
  await waitFor(() => expect(screen.queryByText('Apollo')).toBeNull())
  expect(screen.getByText('Gemini')).toBeVisible()
  // The server is searched once, after the typing.
  expect(api.calls.filter(call => call.name.includes('search='))).toHaveLength(1)
  await user.type(box, 'x')
  expect(await screen.findByText('No projects match “gemx”.')).toBeVisible()
  await user.type(box, 'y')
  expect(await screen.findByText('Failed to search projects. Please try again.')).toBeVisible()
  await user.clear(box)
  expect(await screen.findByText('Apollo')).toBeVisible()
})

test('while it loads, a placeholder has the shape of the table', async () => {
  open({ [list]: () => new Promise<Response>(() => {}) })
  expect(await screen.findByRole('heading', { level: 1, name: 'Manage Projects' })).toBeVisible()
  expect(screen.getByText('Loading...')).toBeInTheDocument()
  expect(screen.queryByRole('table')).toBeNull()
})

test('a double click saves once', async () => {
  let respond = (_reply: Response) => {}
  const { user, api } = open({
    [list]: ok([]),
    'POST /api/projects': () =>
      new Promise<Response>(resolve => {
        respond = resolve
      }),
  })
  await user.click(await screen.findByRole('button', { name: 'Add New Project' }))
  const form = await dialog('Add New Project')
  await user.type(form.getByLabelText('Project Name'), 'Apollo')
  await user.dblClick(form.getByRole('button', { name: 'Create' }))
  expect(api.named('POST /api/projects')).toHaveLength(1)
  expect(form.getByRole('button', { name: 'Creating...' })).toBeDisabled()
  respond(answer(201, makeProject()))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('the draft of a new project survives Escape and is removed once it is saved', async () => {
  const { user } = open({
    [list]: ok([makeProject()]),
    'POST /api/projects': { status: 201, body: makeProject({ id: 2, name: 'Half a name' }) },
  })
  const add = await screen.findByRole('button', { name: 'Add New Project' })
  await user.click(add)
  const first = await dialog('Add New Project')
  await user.type(first.getByLabelText('Project Name'), 'Half a name')
  await user.click(await first.findByLabelText(/Toni Tran/))
  fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }))
  expect(screen.queryByRole('dialog')).toBeNull()

  await user.click(add)
  const second = await dialog('Add New Project')
  expect(second.getByLabelText('Project Name')).toHaveValue('Half a name')
  expect(await second.findByLabelText(/Toni Tran/)).toBeChecked()
  expect(second.getByText('We kept what you typed last time.')).toBeVisible()
  await user.click(second.getByRole('button', { name: 'Create' }))
  expect(await screen.findByText('Project created successfully!')).toBeVisible()

  await user.click(add)
  expect((await dialog('Add New Project')).getByLabelText('Project Name')).toHaveValue('')
})
