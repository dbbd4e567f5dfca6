import type { APIRequestContext } from '@playwright/test'
import { addDays, isoWeekday } from '#shared/dates.ts'
import { messages } from '#shared/messages.ts'
import { today } from '../support/api.ts'
import { tokenOf } from '../support/cast.ts'
import { expectNoAxeViolations, expectNoSidewaysScrolling } from '../support/looks.ts'
import { expect, test } from '../support/test.ts'

type Person = Parameters<typeof tokenOf>[2]

/** An assistant with an access token of its own saves a draft. */
async function saveDraft(request: APIRequestContext, url: string, person: Person, draft: object) {
  const signedIn = { 'x-auth-token': await tokenOf(request, url, person) }
  const made = await request.post(`${url}/api/account/tokens`, {
    headers: signedIn,
    data: { name: 'My assistant', scope: 'write', expires_in_days: 30 },
  })
  const { token } = await made.json()
  const params = { name: 'save_report_draft', arguments: draft }
  const reply = await request.post(`${url}/api/mcp`, {
    headers: { authorization: `Bearer ${token}` },
    data: { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
  })
  const { result } = await reply.json()
  expect(result.isError, JSON.stringify(result)).toBeFalsy()
  return JSON.parse(result.content[0].text) as { url: string }
}

async function makeWebsite(request: APIRequestContext, url: string, admin: Person, person: Person) {
  const headers = { 'x-auth-token': await tokenOf(request, url, admin) }
  const me = await request.get(`${url}/api/auth/me`, {
    headers: { 'x-auth-token': await tokenOf(request, url, person) },
  })
  const data = { name: 'Website', developers: [(await me.json()).id] }
  return (await (await request.post(`${url}/api/projects`, { headers, data })).json()).id as number
}

test('a draft of an assistant is offered, added to what was typed, corrected and sent', async ({
  page,
  app,
  cast,
  request,
  signInAs,
}) => {
  const project_id = await makeWebsite(request, app.url, cast.ada, cast.dina)
  await saveDraft(request, app.url, cast.dina, {
    tasks: 'Checked the e-mail first',
    tomorrow_plan: 'Sign-up page',
    task_details: [{ description: 'Fixed the login page', hours: '2.15', project_id }],
  })
  await signInAs(page, cast.dina)
  await page.goto('/reports/new')
  await expect(page.getByText(/^Draft from My assistant, saved \d/)).toBeVisible()
  await expect(page.getByLabel('Summary of tasks')).toHaveValue('')
  await expectNoAxeViolations(page)

  await page.getByLabel('Blockers (optional)').fill('No key')
  await page.getByLabel('Summary of tasks').fill('Answered mails')
  await page.getByRole('button', { name: 'Use it' }).click()
  await expect(page.getByLabel('Summary of tasks')).toHaveValue('Answered mails\nChecked the e-mail first')
  await expect(page.getByLabel('Summary of tasks')).toBeFocused()
  await expect(page.getByLabel('Blockers (optional)')).toHaveValue('No key')
  await expect(page.getByText(messages.reportDrafts.added)).toBeVisible()
  await expect(page.getByText(/^Draft from/)).toBeHidden()
  await page.getByLabel('Hours', { exact: true }).fill('3.00')
  await page.getByRole('button', { name: 'Submit Report' }).click()
  await expect(page.getByText(messages.reports.submitted)).toBeVisible()

  const headers = { 'x-auth-token': await tokenOf(request, app.url, cast.dina) }
  const sent = await (
    await request.get(`${app.url}/api/reports/me?include_task_details=true`, { headers })
  ).json()
  expect(sent.reports).toMatchObject([
    {
      tasks: 'Answered mails\nChecked the e-mail first',
      blockers: 'No key',
      tomorrow_plan: 'Sign-up page',
      task_details: [{ task_description: 'Fixed the login page', hours: 3 }],
    },
  ])
  expect(await (await request.get(`${app.url}/api/reports/draft`, { headers })).json()).toEqual({
    draft: null,
  })
})

test('a draft is discarded with the keyboard on a phone, and what was typed stays', async ({
  page,
  app,
  cast,
  request,
  signInAs,
}) => {
  await makeWebsite(request, app.url, cast.ada, cast.dina)
  await saveDraft(request, app.url, cast.dina, { tasks: 'Not what I did' })
  await page.setViewportSize({ width: 375, height: 740 })
  await signInAs(page, cast.dina)
  await page.goto('/reports/new')
  const discard = page.getByRole('button', { name: 'Discard' })
  await expect(discard).toBeVisible()
  await expectNoSidewaysScrolling(page)
  await expectNoAxeViolations(page)
  await page.getByLabel('Summary of tasks').fill('What I did')
  await discard.focus()
  await page.keyboard.press('Enter')
  await expect(discard).toBeHidden()
  await expect(page.getByLabel('Summary of tasks')).toBeFocused()
  await expect(page.getByLabel('Summary of tasks')).toHaveValue('What I did')
  await page.reload()
  await expect(page.getByLabel('Summary of tasks')).toHaveValue('What I did')
  await expect(page.getByText(/^Draft /)).toBeHidden()
})

test('a draft for a day off or a year ago is offered on the dashboard, and its link opens that form', async ({
  page,
  app,
  cast,
  request,
  signInAs,
}) => {
  const project_id = await makeWebsite(request, app.url, cast.ada, cast.dina)
  const lastYear = addDays(today(), -365)
  // The Saturday before the last one is outside the edit window, whatever day it is.
  const saturday = addDays(today(), -7 - (isoWeekday(today()) + 1))
  expect(isoWeekday(saturday)).toBe(6)
  const draft = {
    tasks: 'Moved the server',
    task_details: [{ description: 'Moved it', hours: 2, project_id }],
  }
  const { url } = await saveDraft(request, app.url, cast.dina, { date: saturday, ...draft })
  await saveDraft(request, app.url, cast.dina, { date: lastYear, tasks: 'Found in my notes' })
  await signInAs(page, cast.dina)
  await page.goto('/dashboard')
  const waiting = page.getByRole('listitem').filter({ hasText: /A draft of your report for/ })
  await expect(waiting).toHaveCount(2)
  await expectNoAxeViolations(page)

  await page.goto(url)
  await expect(page).toHaveURL(`/reports/new?date=${saturday}`)
  await expect(page.getByLabel('Date')).toHaveValue(/^Saturday/)
  await page.getByRole('button', { name: 'Use it' }).click()
  await expect(page.getByLabel('Summary of tasks')).toHaveValue('Moved the server')
  await page.getByRole('button', { name: 'Submit Report' }).click()
  await expect(page.getByText(messages.reports.submitted)).toBeVisible()
  await expect(page).toHaveURL('/reports')
  await expect(page.getByText('Moved the server')).toBeVisible()

  await page.goto('/dashboard')
  await expect(waiting).toHaveCount(1)
  await waiting.getByRole('link', { name: /^Write it now/ }).click()
  await expect(page).toHaveURL(`/reports/new?date=${lastYear}`)
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByText(/^Draft from/)).toBeHidden()
  // The form stays open until the user leaves it, and then the day is no longer offered.
  await expect(page).toHaveURL(`/reports/new?date=${lastYear}`)
  await page.goto('/dashboard')
  await expect(page.getByRole('region', { name: "Today's Status" })).toBeVisible()
  await expect(waiting).toHaveCount(0)
})
