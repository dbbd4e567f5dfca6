import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, test } from 'vitest'
import type { Comment } from '#shared/contract/comments.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { allowConsole } from '../../../test/console-watch.ts'
import { answer, fakeApi } from '../../../test/fake-api.ts'
import { renderAt } from '../../../test/render-app.tsx'
import { makeComment } from '../../../test/reports.ts'
import { CommentThreads } from './comment-threads.tsx'

const call = 'POST /api/reports/3/comments'
const dina = { user_name: 'Dina Dell', user_role: 'developer' } as const
const threeLevels = [
  makeComment(1),
  makeComment(2, { ...dina, parent_id: 1 }),
  makeComment(3, { parent_id: 2 }),
  makeComment(4),
]

type ThreadsProps = { comments: Comment[]; canReply?: (comment: Comment) => boolean }

function Threads({ comments, canReply = () => true }: ThreadsProps) {
  const [list, setList] = useState(comments)
  return <CommentThreads reportId="3" comments={list} canReply={canReply} onChange={setList} />
}

function open(props: ThreadsProps, answers: Parameters<typeof fakeApi>[0] = {}) {
  localStorage.setItem('token', 'x')
  const api = fakeApi(answers)
  renderAt('/', <Threads {...props} />)
  return { api, user: userEvent.setup() }
}

const comment = (id: number) => screen.getByText(`Comment ${id}`).closest('article') as HTMLElement
const replyTo = (id: number) => within(comment(id)).queryByRole('button', { name: /^Reply to/ })
const field = () => screen.getByRole('textbox')
const send = () => screen.getByRole('button', { name: 'Reply' })

async function startReply(user: ReturnType<typeof userEvent.setup>, id: number, text: string) {
  await user.click(replyTo(id) as HTMLElement)
  await user.type(field(), text)
}

test('each comment shows author, role, time and text, and replies are nested below their parent', () => {
  const created_at = new Date(2026, 2, 2, 17).toISOString()
  open({ comments: threeLevels.map(each => ({ ...each, created_at })) })
  const second = within(comment(2))
  expect(second.getByText('Dina Dell')).toBeVisible()
  expect(second.getByText('Developer')).toHaveClass('badge')
  expect(second.getByText('DD')).toHaveClass('avatar')
  const time = second.getByText(/2026/)
  expect(time).toHaveAttribute('datetime', created_at)
  expect(time.title).toMatch(/Monday/)
  const depth = (id: number) => {
    let lists = 0
    for (let at: Element | null = comment(id); at; at = at.parentElement) if (at.tagName === 'UL') lists++
    return lists
  }
  expect([1, 2, 3, 4].map(depth)).toEqual([1, 2, 3, 1])
  expect(screen.getAllByText(/^Comment \d/).map(text => text.textContent)).toEqual([
    'Comment 1',
    'Comment 2',
    'Comment 3',
    'Comment 4',
  ])
})

test('only the names of mentioned users are highlighted', () => {
  const text = 'Thanks @Dina Dell and @Max, see https://example.com/@Dina'
  open({ comments: [makeComment(1, { comment: text, mentions: [{ id: 5, name: 'Dina Dell' }] })] })
  expect(screen.getByText('@Dina Dell')).toHaveClass('mention')
  const article = screen.getByRole('article')
  expect(article).toHaveTextContent(text)
  expect(article.querySelectorAll('.mention')).toHaveLength(1)
})

test('comments on the first two levels can be replied to, on the third not', () => {
  open({ comments: threeLevels })
  expect([1, 2, 3, 4].map(id => replyTo(id) !== null)).toEqual([true, true, false, true])
})

test('Reply is shown only where the page allows it', () => {
  open({ comments: threeLevels, canReply: ({ user_role }) => user_role === 'developer' })
  expect([1, 2, 3, 4].map(id => replyTo(id) !== null)).toEqual([false, true, false, false])
})

describe('replying', () => {
  test('the form opens with the focus in it, and can be sent once there is text', async () => {
    const { user } = open({ comments: threeLevels })
    await user.click(replyTo(2) as HTMLElement)
    expect(screen.getByLabelText('Reply to Dina Dell')).toHaveFocus()
    expect(send()).toBeDisabled()
    await user.type(field(), '  \n ')
    expect(send()).toBeDisabled()
    await user.type(field(), 'x')
    expect(send()).toBeEnabled()
  })

  test('the text is trimmed and sent with its parent, and the new reply is shown and focused', async () => {
    const body = [...threeLevels, makeComment(5, { ...dina, parent_id: 2, comment: 'Thanks!' })]
    const { user, api } = open({ comments: threeLevels }, { [call]: { status: 201, body } })
    await startReply(user, 2, ' Thanks! ')
    await user.click(send())
    await waitFor(() => expect(screen.getByText('Thanks!').closest('article')).toHaveFocus())
    expect(api.named(call).map(({ body: sent }) => sent)).toEqual([{ comment: 'Thanks!', parent_id: 2 }])
    expect(screen.queryByRole('textbox')).toBeNull()
    await user.click(replyTo(2) as HTMLElement)
    expect(field()).toHaveValue('')
  })

  test.each([{ ctrlKey: true }, { metaKey: true }])('%o and Enter send', async keys => {
    const { user, api } = open({ comments: threeLevels }, { [call]: { status: 201, body: threeLevels } })
    await startReply(user, 1, 'Yes')
    fireEvent.keyDown(field(), { key: 'Enter', ...keys })
    await waitFor(() => expect(api.named(call)).toHaveLength(1))
  })

  test('the button shows that a reply is being sent, and nothing is sent twice', async () => {
    let reply = (_response: Response) => {}
    const pending = () =>
      new Promise<Response>(resolve => {
        reply = resolve
      })
    const { user, api } = open({ comments: threeLevels }, { [call]: pending })
    await startReply(user, 1, 'Yes')
    await user.dblClick(send())
    expect(screen.getByRole('button', { name: 'Replying...' })).toBeDisabled()
    expect(screen.getByRole('button', { name: 'Cancel' })).toBeDisabled()
    fireEvent.keyDown(field(), { key: 'Enter', ctrlKey: true })
    fireEvent.keyDown(field(), { key: 'Escape' })
    reply(answer(201, threeLevels))
    await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull())
    expect(api.named(call)).toHaveLength(1)
  })

  test('a failure shows its message and keeps every character', async () => {
    allowConsole(/^The server answered with status 500/)
    const { user } = open(
      { comments: threeLevels },
      { [call]: [{ status: 500 }, { status: 201, body: threeLevels }] },
    )
    await startReply(user, 1, 'A long thought ')
    await user.click(send())
    expect(await screen.findByText(messages.comments.replyFailed)).toBeVisible()
    expect(field()).toHaveValue('A long thought ')
    expect(field()).toHaveFocus()
    await user.click(send())
    await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull())
  })

  test.each(['Cancel', 'Escape'])('%s closes the form and keeps the text', async way => {
    const { user } = open({ comments: threeLevels })
    await startReply(user, 1, 'Half a sen')
    if (way === 'Escape') await user.keyboard('{Escape}')
    else await user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(screen.queryByRole('textbox')).toBeNull()
    expect(replyTo(1)).toHaveFocus()
    await user.click(replyTo(4) as HTMLElement)
    expect(field()).toHaveValue('')
    await user.click(replyTo(1) as HTMLElement)
    expect(field()).toHaveValue('Half a sen')
  })

  test('the counter appears near the limit, and beyond it nothing is cut or sent', async () => {
    const { user } = open({ comments: threeLevels })
    await user.click(replyTo(1) as HTMLElement)
    const write = (length: number) => fireEvent.change(field(), { target: { value: 'x'.repeat(length) } })
    const count = () => screen.queryByText(/ of 5,000$/)
    write(limits.commentMax * 0.9)
    expect(count()).toBeNull()
    write(limits.commentMax)
    expect(count()).toHaveTextContent('5,000 of 5,000')
    expect(send()).toBeEnabled()
    write(limits.commentMax + 1)
    expect(screen.getByText('Comment must be at most 5,000 characters')).toBeVisible()
    expect(field()).toHaveValue('x'.repeat(limits.commentMax + 1))
    expect(send()).toBeDisabled()
  })
})
