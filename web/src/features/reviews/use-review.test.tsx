import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { Review } from '#shared/contract/reviews.ts'
import { messages } from '#shared/messages.ts'
import { allowConsole } from '../../../test/console-watch.ts'
import { answer, fakeApi, personOf, refusal } from '../../../test/fake-api.ts'
import { renderAt } from '../../../test/render-app.tsx'
import { makeDetails, makeReport } from '../../../test/reports.ts'
import { useShortcutsHelp } from '../../components/shortcuts.tsx'
import { ActorContext } from '../../lib/can.tsx'
import { useReports } from '../reports/api.ts'
import { AskForChanges } from './ask-for-changes.tsx'
import { ReviewMark } from './review-bar.tsx'
import { ReviewKeys } from './review-keys.tsx'
import { useReview } from './use-review.ts'

const call = 'POST /api/reports/3/review'
const list = 'GET /api/reports?page=1&limit=10&include_task_details=true'
const notReviewed: Review = { state: 'unreviewed', reviewer_name: null, reviewed_at: null, comment_id: null }
const by = (name: string, given: Partial<Review> = {}): Review => ({
  state: 'reviewed',
  reviewer_name: name,
  reviewed_at: '2026-03-02T17:00:00.000Z',
  comment_id: null,
  ...given,
})
const dina = { user_id: 9, user_name: 'Dina Dell' }
const reportOf = (given = {}) => makeReport({ ...dina, revision: 2, ...given })
const saved = (review: Review) => ({ status: 200, body: { report: reportOf({ review }) } })

function Screen() {
  const reviewing = useReview()
  const report = useReports({}, 1).data?.reports[0]
  const help = useShortcutsHelp()
  if (!report) return null
  return (
    <>
      <ReviewMark review={report.review} />
      <p>{report.tasks}</p>
      <p data-testid="problem">{reviewing.problems.get(report.id)}</p>
      <p>{reviewing.problems.get('several')}</p>
      <button type="button" onClick={() => void reviewing.markAllReviewed([report])}>
        All
      </button>
      <AskForChanges report={report} onAsk={reviewing.askForChanges} onAsked={() => {}} onCancel={() => {}} />
      <ReviewKeys
        reviewing={reviewing}
        on={{ reviewed: () => void reviewing.markReviewed(report), ask: () => {}, comment: () => {} }}
        {...help}
      />
    </>
  )
}

async function open(answers: Parameters<typeof fakeApi>[0], given = {}) {
  localStorage.setItem('token', 'x')
  const page = { reports: [reportOf(given)], total: 1, totalPages: 1, page: 1, limit: 10 }
  const api = fakeApi({ [list]: { status: 200, body: page }, ...answers })
  renderAt(
    '/',
    <ActorContext value={personOf('manager')}>
      <Screen />
    </ActorContext>,
  )
  await screen.findByText(/Wrote the importer/)
  return { api, user: userEvent.setup(), sent: () => api.named(call).map(({ body }) => body) }
}

const press = (key: string) => fireEvent.keyDown(document.body, { key })
const field = () => screen.getByLabelText('What should Dina Dell change?')

test('the new state is shown before the server has answered, and the request contains the state on the screen', async () => {
  let reply = (_: Response) => {}
  const pending = () =>
    new Promise<Response>(resolve => {
      reply = resolve
    })
  const { sent } = await open({ [call]: pending })
  expect(screen.getByText('To review')).toBeVisible()
  press('r')
  expect(await screen.findByText('Reviewed by Robin Reyes')).toBeVisible()
  press('r')
  reply(answer(200, saved(by('Robin Reyes')).body))
  expect(await screen.findByText(messages.reviews.marked('Dina Dell'))).toBeVisible()
  expect(sent()).toEqual([{ state: 'reviewed', seen: { revision: 2, state: 'unreviewed' } }])
})

test('a refused review is reverted, and the report is shown with the refusal as it is on the server', async () => {
  allowConsole(/has edited this report/)
  const now = makeDetails({ report: reportOf({ tasks: 'Wrote it anew', revision: 3 }) })
  await open({
    [call]: refusal(409, messages.reviews.editedSince('Dina Dell')),
    'GET /api/reports/3?include_task_details=true': { status: 200, body: now },
  })
  press('r')
  expect(await screen.findByText(messages.reviews.editedSince('Dina Dell'))).toBeVisible()
  expect(await screen.findByText('Wrote it anew')).toBeVisible()
  expect(screen.getByText('To review')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})

test('a review without an answer is reverted too', async () => {
  allowConsole(/^No response/)
  await open({ [call]: 'no response' })
  press('r')
  await waitFor(() => expect(screen.getByTestId('problem')).not.toBeEmptyDOMElement())
  expect(screen.getByText('To review')).toBeVisible()
})

test('if another reviewer was first, a message says so and there is no undo', async () => {
  await open({ [call]: saved(by('Max Muster')) })
  press('r')
  expect(await screen.findByText(messages.reviews.reviewedSince('Max Muster'))).toBeVisible()
  expect(screen.getByText('Reviewed by Max Muster')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})

test.each([
  ['unreviewed', notReviewed],
  ['needs_changes', by('Max Muster', { state: 'needs_changes', comment_id: 8 })],
] as const)('u takes a review back to %s', async (state, review) => {
  const { sent } = await open({ [call]: [saved(by('Robin Reyes')), saved(review)] }, { review })
  press('r')
  await screen.findByText('Reviewed by Robin Reyes')
  press('u')
  await screen.findByText(state === 'unreviewed' ? 'To review' : 'Max Muster asked for changes')
  await waitFor(() => expect(sent()).toHaveLength(2))
  expect(sent()[1]).toEqual({ state, seen: { revision: 2, state: 'reviewed' } })
  press('u')
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})

test('a late answer does not replace the state of a later key', async () => {
  const replies: ((response: Response) => void)[] = []
  const { sent } = await open({ [call]: () => new Promise<Response>(resolve => replies.push(resolve)) })
  const reply = (review: Review) => replies.at(-1)?.(answer(200, saved(review).body))
  press('r')
  await screen.findByText('Reviewed by Robin Reyes')
  press('u')
  await screen.findByText('To review')
  reply(by('Robin Reyes'))
  await waitFor(() => expect(sent()).toHaveLength(2))
  expect(screen.getByText('To review')).toBeVisible()
  press('r')
  expect(await screen.findByText('Reviewed by Robin Reyes')).toBeVisible()
  reply(notReviewed)
  await waitFor(() => expect(sent()).toHaveLength(3))
  expect(screen.getByText('Reviewed by Robin Reyes')).toBeVisible()
  reply(by('Robin Reyes'))
})

test('asking for changes sends the state and the comment in one call, and keeps the text when it is refused', async () => {
  allowConsole(/has reviewed this report/, /status 500/)
  const asked = by('Robin Reyes', { state: 'needs_changes', comment_id: 8 })
  const { user, sent } = await open({
    [call]: [refusal(409, messages.reviews.reviewedSince('Max Muster')), saved(asked)],
    'GET /api/reports/3?include_task_details=true': {
      status: 200,
      body: makeDetails({ report: reportOf({ review: by('Max Muster') }) }),
    },
  })
  await user.type(field(), ' Which rows? ')
  await user.click(screen.getByRole('button', { name: 'Ask for changes' }))
  expect(await screen.findByText(messages.reviews.reviewedSince('Max Muster'))).toBeVisible()
  expect(screen.getByText('Reviewed by Max Muster')).toBeVisible()
  expect(field()).toHaveValue(' Which rows? ')
  expect(field()).toHaveFocus()
  await user.click(screen.getByRole('button', { name: 'Ask for changes' }))
  expect(await screen.findByText('Robin Reyes asked for changes')).toBeVisible()
  expect(field()).toHaveValue('')
  expect(sent()[1]).toEqual({
    state: 'needs_changes',
    comment: 'Which rows?',
    seen: { revision: 2, state: 'reviewed' },
  })
})

test('several at once: reports that changed meanwhile are left out and counted in a message, the others can be undone', async () => {
  const bulk = 'POST /api/reports/review'
  const { user, api } = await open({
    [bulk]: [
      { status: 200, body: { updated: 0, updated_ids: [] } },
      { status: 200, body: { updated: 1, updated_ids: [3] } },
      { status: 200, body: { updated: 1, updated_ids: [3] } },
    ],
    'GET /api/reports/3?include_task_details=true': {
      status: 200,
      body: makeDetails({ report: reportOf({ revision: 3 }) }),
    },
  })
  await user.click(screen.getByRole('button', { name: 'All' }))
  expect(await screen.findByText(messages.reviews.leftOut(1))).toBeVisible()
  expect(screen.getByText('To review')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'All' }))
  expect(await screen.findByText(messages.reviews.markedSeveral(1))).toBeVisible()
  await user.click(screen.getByRole('button', { name: /^Undo/ }))
  expect(await screen.findByText('To review')).toBeVisible()
  expect(api.named(bulk).map(({ body }) => body)).toEqual([
    { ids: [3], state: 'reviewed', revisions: [2], states: ['unreviewed'] },
    { ids: [3], state: 'reviewed', revisions: [3], states: ['unreviewed'] },
    { ids: [3], state: 'unreviewed', revisions: [3], states: ['reviewed'] },
  ])
})

test('? opens the list of shortcuts', async () => {
  await open({})
  press('?')
  const dialog = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
  expect(dialog).toHaveTextContent('Mark reviewed and go on')
})
