import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { ActivitySource } from '#shared/contract/activity.ts'
import { messages } from '#shared/messages.ts'
import { makeSettings } from '../../../test/account.ts'
import { allowConsole } from '../../../test/console-watch.ts'
import { fakeApi, makeToken, personOf, refusal } from '../../../test/fake-api.ts'
import { renderApp } from '../../../test/render-app.tsx'
import { apollo, gemini } from '../../../test/report-form.tsx'

const list = 'GET /api/activity-sources?limit=100'
const add = 'POST /api/activity-sources'

const website: ActivitySource = {
  ...{ id: 7, name: 'Website', kind: 'gitlab', project_id: 1 },
  address: 'https://reports.example/api/hooks/abc',
  ...{ created_at: '2026-03-10T08:00:00.000Z', last_event_at: null, unmatched: 0 },
}
const page = (data: ActivitySource[]) => ({
  status: 200,
  body: { data, pagination: { total: data.length, pages: 1, page: 1, limit: 100 } },
})

async function open(answers: Parameters<typeof fakeApi>[0] = {}) {
  localStorage.setItem('token', makeToken())
  const api = fakeApi(
    {
      'GET /api/auth/me': { status: 200, body: personOf('admin') },
      'GET /api/settings': { status: 200, body: makeSettings() },
      'GET /api/projects': { status: 200, body: [apollo, gemini] },
      [list]: page([website]),
      ...answers,
    },
    { othersWait: true },
  )
  renderApp('/admin/settings')
  const section = within(await screen.findByRole('region', { name: 'Activity from Git' }))
  return { api, section, user: userEvent.setup() }
}

async function choose(user: ReturnType<typeof userEvent.setup>, action: string) {
  await user.click(await screen.findByRole('button', { name: 'Actions for Website' }))
  await user.click(screen.getByRole('menuitem', { name: action }))
  return within(await screen.findByRole('dialog'))
}

test('a new source shows its address and its secret once, with what to paste where', async () => {
  const made = { ...website, id: 8, name: 'Shop', kind: 'github' as const }
  const { api, section, user } = await open({
    [list]: [page([]), page([made])],
    [add]: { status: 201, body: { ...made, secret: 'the-secret' } },
  })
  expect(await section.findByText('No sources yet.')).toBeVisible()
  await user.click(section.getByRole('button', { name: 'Add source' }))
  expect(await section.findByText('Name is required')).toBeVisible()
  expect(section.getByText('Choose a project')).toBeVisible()
  await user.type(section.getByLabelText('Source name'), 'Shop')
  await user.selectOptions(section.getByLabelText('Project of its suggestions'), 'Apollo')
  await user.click(section.getByRole('button', { name: 'Add source' }))
  expect(await section.findByLabelText('Secret')).toHaveValue('the-secret')
  expect(section.getByLabelText('Address')).toHaveValue(made.address)
  expect(section.getByText(messages.activity.pasteInto.github)).toBeVisible()
  expect(api.named(add)[0]?.body).toEqual({ name: 'Shop', kind: 'github', project_id: 1 })
  const about = await section.findByText(/^GitHub/)
  expect(about).toHaveTextContent('GitHub · Apollo · has sent nothing yet')
  await user.click(section.getByRole('button', { name: 'Done' }))
  expect(screen.queryByDisplayValue('the-secret')).toBeNull()
  expect(section.getByLabelText('Source name')).toHaveValue('')
})

test('a source says when it last heard something and what it could not match', async () => {
  const { section } = await open({
    [list]: page([{ ...website, last_event_at: '2026-03-10T08:00:00.000Z', unmatched: 1200 }]),
  })
  await section.findByText('1,200 not matched', { exact: false })
  expect(section.getByRole('listitem')).toHaveTextContent(
    /GitLab · Apollo · last heard .+ · 1,200 not matched/,
  )
  expect(section.getByText(messages.activity.aboutUnmatched)).toBeVisible()
})

test('its address can be shown again, its name and project changed', async () => {
  const renamed = { ...website, name: 'Web', project_id: 2 }
  const { api, section, user } = await open({
    [list]: [page([website]), page([renamed])],
    'PUT /api/activity-sources/7': { status: 200, body: renamed },
  })
  const shown = await choose(user, 'Show address')
  expect(shown.getByLabelText('Address')).toHaveValue(website.address)
  expect(shown.getByText(messages.activity.pasteInto.gitlab)).toBeVisible()
  await user.keyboard('{Escape}')
  const dialog = await choose(user, 'Edit')
  expect(dialog.getByLabelText('Project of its suggestions')).toHaveDisplayValue('Apollo')
  expect(dialog.queryByLabelText('Git server')).toBeNull()
  await user.clear(dialog.getByLabelText('Source name'))
  await user.type(dialog.getByLabelText('Source name'), 'Web')
  await user.selectOptions(dialog.getByLabelText('Project of its suggestions'), 'Gemini')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await section.findByText('Source Web saved.')).toBeVisible()
  expect(api.named('PUT /api/activity-sources/7')[0]?.body).toEqual({ name: 'Web', project_id: 2 })
  const project = await section.findByText('Gemini', { selector: 'bdi' })
  expect(project.parentElement).toHaveTextContent('GitLab · Gemini')
})

test('a new secret and a deletion ask first, and a failure keeps the question', async () => {
  allowConsole(/server is busy/)
  const { section, user } = await open({
    [list]: [page([website]), page([])],
    'POST /api/activity-sources/7/secret': [
      refusal(503, 'The server is busy.'),
      { status: 200, body: { ...website, secret: 'next-secret' } },
    ],
    'DELETE /api/activity-sources/7': { status: 200, body: { msg: 'Source Website deleted.' } },
  })
  const question = await choose(user, 'Create a new secret')
  await user.click(question.getByRole('button', { name: 'Create a new secret' }))
  expect(await question.findByText(/The server is busy/)).toBeVisible()
  await user.click(question.getByRole('button', { name: 'Create a new secret' }))
  expect(await section.findByLabelText('Secret')).toHaveValue('next-secret')
  const last = await choose(user, 'Delete')
  await user.click(last.getByRole('button', { name: 'Delete' }))
  expect(await section.findByText('Source Website deleted.')).toBeVisible()
  expect(screen.queryByDisplayValue('next-secret')).toBeNull()
})

test('sources that failed to load can be loaded again', async () => {
  allowConsole(/no good/)
  const { section, user } = await open({ [list]: [refusal(400, 'no good'), page([website])] })
  expect(await section.findByText(messages.activity.loadFailed)).toBeVisible()
  await user.click(section.getByRole('button', { name: 'Try again' }))
  expect(await section.findByText('Website')).toBeVisible()
})
