import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { messages } from '#shared/messages.ts'
import { makeBlocker, makeBlockerPage } from '../../test/blockers.ts'
import { allowConsole } from '../../test/console-watch.ts'
import { fillIn, openAs, openNew, saved, startClock, submitButton } from '../../test/report-form.tsx'

beforeEach(startClock)

const own = makeBlocker({ id: 4, days_open: 4 })
const ofOther = makeBlocker({ id: 5, user_id: 9, user_name: 'Dina', text: 'No access' })
const some = { 'GET /api/blockers': { status: 200, body: makeBlockerPage([own, ofOther]) } }

test("the form lists the author's open blockers and none of others", async () => {
  const { api, user } = await openNew({
    ...some,
    'POST /api/blockers/4/resolve': { status: 200, body: own },
  })
  // It is shown together with the form, so that nothing moves.
  const region = within(screen.getByRole('region', { name: 'Still blocked?' }))
  expect(region.getAllByRole('listitem')).toHaveLength(1)
  expect(region.getByRole('listitem')).toHaveTextContent('4 daysWaiting for the design')
  await user.click(region.getByRole('button', { name: 'Resolved: Waiting for the design' }))
  expect(await region.findByRole('button', { name: /^Undo resolving/ })).toBeVisible()
  expect(api.named('POST /api/blockers/4/resolve')).toHaveLength(1)
})

test('without open blockers, or if they fail to load, the form shows no list', async () => {
  allowConsole(/No response/)
  await openNew({ 'GET /api/blockers': 'no response' })
  expect(screen.queryByRole('region', { name: 'Still blocked?' })).toBeNull()
})

test('a blocker of the report itself is not listed in the form that was just sent', async () => {
  const { user } = await openNew({
    'GET /api/blockers': [
      { status: 200, body: makeBlockerPage() },
      { status: 200, body: makeBlockerPage([own]) },
    ],
    'POST /api/reports': { status: 201, body: saved },
  })
  await fillIn(user)
  await user.click(submitButton())
  expect(await screen.findByText(messages.reports.submitted)).toBeVisible()
  expect(screen.queryByRole('region', { name: 'Still blocked?' })).toBeNull()
})

test('reviewers load only their own blockers', async () => {
  openAs('manager', '/reports/new', {
    'GET /api/blockers?userId=7': { status: 200, body: makeBlockerPage([own]) },
  })
  expect(await screen.findByRole('region', { name: 'Still blocked?' })).toBeVisible()
})
