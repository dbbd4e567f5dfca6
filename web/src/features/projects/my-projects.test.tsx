import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { allowConsole } from '../../../test/console-watch.ts'
import { fakeApi } from '../../../test/fake-api.ts'
import { makeProject } from '../../../test/projects.ts'
import { renderAt } from '../../../test/render-app.tsx'
import { MyProjects } from './my-projects.tsx'

const mine = 'GET /api/projects/me'
type Answers = Parameters<typeof fakeApi>[0]

function open(answers: Answers) {
  localStorage.setItem('token', 'my-token')
  fakeApi(answers)
  renderAt('/', <MyProjects resources={({ name }) => <p>Resources for {name}</p>} />)
  return userEvent.setup()
}

test('each project opens to its resources', async () => {
  const user = open({
    [mine]: { status: 200, body: [makeProject(), makeProject({ id: 2, name: 'Gemini' })] },
  })
  const toggle = await screen.findByRole('button', { name: /Gemini/ })
  expect(toggle).toHaveAttribute('aria-expanded', 'false')
  expect(screen.queryByText(/^Resources of/)).toBeNull()
  await user.click(toggle)
  expect(toggle).toHaveAttribute('aria-expanded', 'true')
  expect(screen.getByText('Resources for Gemini')).toBeVisible()
  expect(screen.queryByText('Resources for Apollo')).toBeNull()
  await user.click(toggle)
  expect(screen.getByText('Resources for Gemini')).not.toBeVisible()
})

test('without a project, a message says so', async () => {
  open({ [mine]: { status: 200, body: [] } })
  expect(await screen.findByText("You're not assigned to any projects yet")).toBeVisible()
})

test('a failed load shows an error that can be retried', async () => {
  allowConsole(/status 500/)
  const user = open({ [mine]: [{ status: 500 }, { status: 200, body: [makeProject()] }] })
  expect(await screen.findByText('Failed to load projects. Please try again.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('button', { name: /Apollo/ })).toBeVisible()
})

test('a skeleton is shown while the projects are loaded', () => {
  open({ [mine]: () => new Promise<Response>(() => {}) })
  expect(screen.getByText('Loading...')).toBeInTheDocument()
})
