import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { limits } from '#shared/limits.ts'
import { allowConsole } from '../../test/console-watch.ts'
import { personOf, refusal } from '../../test/fake-api.ts'
import { makeComment, makeDetails, makeReportPage } from '../../test/reports.ts'
import { type Answers, listCall, ok, openAsReviewer, reportsFrom } from '../../test/review.ts'

const sent = (id: number) => `POST /api/reports/${id}/comments`
const fromDina = makeComment(8, { user_name: 'Dina', user_role: 'developer' })
const detailsOf = (id: number) => ok(makeDetails({ report: reportsFrom(id, 1)[0], comments: [fromDina] }))

const open = (answers: Answers = {}) =>
  openAsReviewer('/admin/reports/1', {
    [listCall(1)]: ok(makeReportPage(reportsFrom(1, 2))),
    'GET /api/reports/1?include_task_details=true': detailsOf(1),
    'GET /api/reports/2?include_task_details=true': detailsOf(2),
    ...answers,
  })

const comment = () => screen.findByRole('textbox', { name: 'Add a comment' })
const reply = () => screen.findByRole('textbox', { name: 'Reply to Dina' })
const drafts = () => Object.keys(localStorage).filter(key => key.startsWith('comment-draft:'))

test('drafts of a comment and a reply are restored after a reload, without taking the focus', async () => {
  const { user, unmount } = await open()
  await user.type(await comment(), 'Well done, ')
  await user.click(screen.getByRole('button', { name: 'Reply to Dina' }))
  await user.type(await reply(), 'As far as I')
  unmount()
  await open()
  expect(await comment()).toHaveValue('Well done, ')
  expect(await reply()).toHaveValue('As far as I')
  expect(await reply()).not.toHaveFocus()
})

test('each report has its own draft', async () => {
  const { user } = await open()
  await user.type(await comment(), 'About the first')
  await user.click(await screen.findByRole('link', { name: /^Next report: / }))
  expect(await screen.findByRole('heading', { level: 1, name: /Person 2$/ })).toBeVisible()
  expect(await comment()).toHaveValue('')
  await user.click(await screen.findByRole('link', { name: /^Previous report: / }))
  expect(await screen.findByRole('heading', { level: 1, name: /Person 1$/ })).toBeVisible()
  expect(await comment()).toHaveValue('About the first')
})

test('a draft survives the end of the session', async () => {
  allowConsole(/^Token is not valid/)
  const { user, here, unmount } = await open({ [sent(1)]: refusal(401, 'Token is not valid') })
  await user.type(await comment(), 'A long thought')
  await user.click(screen.getByRole('button', { name: 'Add Comment' }))
  await waitFor(() => expect(here()).toBe('/login'))
  unmount()
  await open()
  expect(await comment()).toHaveValue('A long thought')
})

test('another user does not see the draft', async () => {
  const { user, unmount } = await open()
  await user.type(await comment(), 'Between us')
  unmount()
  await open({ 'GET /api/auth/me': ok({ ...personOf('admin'), id: 99 }) })
  expect(await comment()).toHaveValue('')
})

test('the draft of a sent or emptied comment is removed', async () => {
  const { user } = await open({
    [sent(1)]: { status: 201, body: [fromDina, makeComment(9, { parent_id: 8 })] },
  })
  await user.type(await comment(), 'x')
  expect(drafts()).toHaveLength(1)
  await user.clear(await comment())
  expect(drafts()).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Reply to Dina' }))
  await user.type(await reply(), 'Thanks')
  expect(drafts()).toHaveLength(1)
  await user.click(screen.getByRole('button', { name: 'Reply' }))
  await waitFor(() => expect(drafts()).toEqual([]))
})

test('drafts older than two weeks and unreadable ones are removed', async () => {
  const { user, unmount } = await open()
  await user.type(await comment(), 'Forgotten')
  localStorage.setItem('comment-draft:7:5:new', 'not ours')
  unmount()
  const [slot = ''] = drafts().filter(key => key.endsWith(':1:new'))
  const old = new Date(2026, 2, 31 - limits.draftDays - 1).toISOString()
  localStorage.setItem(slot, JSON.stringify({ saved_at: old, text: 'Forgotten' }))
  await open()
  await comment()
  await waitFor(() => expect(drafts()).toEqual([]))
})
