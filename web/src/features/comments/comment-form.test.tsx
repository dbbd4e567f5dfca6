import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { messages } from '#shared/messages.ts'
import { allowConsole } from '../../../test/console-watch.ts'
import { fakeApi } from '../../../test/fake-api.ts'
import { renderAt } from '../../../test/render-app.tsx'
import { makeComment } from '../../../test/reports.ts'
import { NewComment } from './comment-form.tsx'

const call = 'POST /api/reports/3/comments'

test('a failure keeps the text of a new comment, and a success empties the field', async () => {
  allowConsole(/^The server answered with status 500/)
  localStorage.setItem('token', 'x')
  const comments = [makeComment(1)]
  const api = fakeApi({ [call]: [{ status: 500 }, { status: 201, body: comments }] })
  const onAdded = vi.fn()
  renderAt('/', <NewComment reportId="3" onAdded={onAdded} />)
  const user = userEvent.setup()
  const field = screen.getByLabelText('Add a comment')
  expect(field).not.toHaveFocus()
  expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull()

  await user.type(field, 'Well done')
  await user.click(screen.getByRole('button', { name: 'Add Comment' }))
  expect(await screen.findByText(messages.comments.commentFailed)).toBeVisible()
  expect(field).toHaveValue('Well done')

  await user.click(screen.getByRole('button', { name: 'Add Comment' }))
  await waitFor(() => expect(field).toHaveValue(''))
  expect(onAdded.mock.calls[0]?.[0]).toEqual(comments)
  expect(api.named(call)[1]?.body).toEqual({ comment: 'Well done', parent_id: null })
})

test('Escape leaves the field and keeps the text', async () => {
  fakeApi({})
  renderAt('/', <NewComment reportId="3" onAdded={() => {}} />)
  const user = userEvent.setup()
  const field = screen.getByLabelText('Add a comment')
  await user.type(field, 'Half a thought{Escape}')
  expect(document.body).toHaveFocus()
  expect(field).toHaveValue('Half a thought')
})
