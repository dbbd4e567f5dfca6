import type { Page } from '@playwright/test'
import { messages } from '#shared/messages.ts'
import { apiAs, today } from '../support/api.ts'
import { cast, makePerson, tokenOf } from '../support/cast.ts'
import { expectNoAxeViolations, expectNoSidewaysScrollingAt } from '../support/looks.ts'
import { makeProject } from '../support/projects.ts'
import { expect, storeToken, test } from '../support/test.ts'

const bell = (page: Page, unread: number) =>
  page.getByRole('banner').getByRole('link', {
    name: unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`,
    exact: true,
  })
/** Sends the focus event of a window to which the user returns; repeated, because an older response may arrive late. */
const returnToWindow = (page: Page, unread: number) =>
  expect(async () => {
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    await expect(bell(page, unread)).toBeVisible({ timeout: 5000 })
  }).toPass()
const comment = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text }).last()

test('a comment rings the bell in a second browser, which opens that comment', async ({
  page,
  app,
  request,
  browser,
  signInAs,
}) => {
  const author = await makePerson(request, app.url, 'developer', 'Nele Notified')
  // These users are new, because other tests of this worker may have notified the shared manager.
  const manager = await makePerson(request, app.url, 'manager', 'Mona Reads')
  const admin = await tokenOf(request, app.url, cast.ada)
  const project = await makeProject(request, app.url, admin, { name: 'Bells', developers: [author.id] })
  const asAuthor = await apiAs(request, app.url, author)
  const { report } = await asAuthor.post('/reports', {
    date: today(),
    tasks: 'Rang the bells',
    tomorrow_plan: 'Ring more of them. '.repeat(200),
    task_details: [{ description: 'Ringing', hours: 1.3, project_id: project.id }],
  })

  const second = await (await browser.newContext({ baseURL: app.url, locale: 'en-GB' })).newPage()
  await second.setViewportSize({ width: 375, height: 740 })
  await storeToken(second, app.url, await tokenOf(request, app.url, author))
  await second.goto('/dashboard')
  await expect(bell(second, 0)).toBeVisible()

  // The manager writes two comments while the author's window has no focus.
  await signInAs(page, manager)
  await page.goto(`/admin/reports/${report.id}`)
  for (const text of ['Which bell was it?', 'And how loud?']) {
    await page.getByLabel('Add a comment').fill(text)
    await page.getByRole('button', { name: 'Add Comment' }).click()
    await expect(comment(page, text)).toBeFocused()
  }

  await returnToWindow(second, 2)
  // The dashboard shows the same number as the bell.
  await expect(second.getByRole('region', { name: 'New for you' }).getByRole('listitem')).toHaveCount(2)
  await bell(second, 2).click()
  const list = second.getByRole('list', { name: 'Notifications' })
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await expect(list.getByRole('listitem')).toContainText('Mona Reads commented on your report')
  await expect(list.getByText('And how loud?')).toBeVisible()
  await expectNoAxeViolations(second)
  await expectNoSidewaysScrollingAt(second, [360, 375])

  // The author opens the comment by keyboard.
  await second.keyboard.press('j')
  await second.keyboard.press('Enter')
  await expect(second).toHaveURL(new RegExp(`/reports/${report.id}#comment-\\d+$`))
  await expect(comment(second, 'And how loud?')).toBeFocused()
  await expect(comment(second, 'And how loud?')).toBeInViewport()
  await expect(bell(second, 0)).toBeVisible()

  // The author replies and mentions a reviewer: @ opens the list, arrow keys and Enter choose.
  await second.getByRole('button', { name: 'Reply to Mona Reads' }).last().click()
  await second.getByRole('textbox', { name: 'Reply to Mona Reads' }).pressSequentially('Very. Ask @ad')
  await expect(second.getByRole('option', { name: /Ada Admin/ })).toBeVisible()
  await expectNoAxeViolations(second)
  await second.keyboard.press('Enter')
  await expect(second.getByRole('textbox', { name: 'Reply to Mona Reads' })).toHaveValue(
    'Very. Ask @Ada Admin ',
  )
  await second.getByRole('button', { name: 'Reply', exact: true }).click()
  await expect(comment(second, 'Very. Ask @Ada Admin')).toBeFocused()
  await expect(second.locator('.mention', { hasText: '@Ada Admin' })).toBeVisible()

  // For a reviewer the link opens the same comment on the review page.
  await returnToWindow(page, 1)
  await bell(page, 1).click()
  await page.getByRole('link', { name: /replied to your comment/ }).click()
  await expect(page).toHaveURL(new RegExp(`/admin/reports/${report.id}#comment-\\d+$`))
  await expect(comment(page, 'Very. Ask @Ada Admin')).toBeFocused()
  const mentioned = await (await apiAs(request, app.url, cast.ada)).get('/notifications')
  expect(mentioned.data[0]).toMatchObject({ kind: 'mention', read_at: null })
  await second.context().close()
})

test('a notification read in one tab is read in the others, and marking all as read can be undone', async ({
  page,
  context,
  app,
  request,
  signInAs,
}) => {
  const assignee = await makePerson(request, app.url, 'developer', 'Tara Tabs')
  const admin = await tokenOf(request, app.url, cast.ada)
  const project = await makeProject(request, app.url, admin, { name: 'Tabs', developers: [assignee.id] })
  const asMax = await apiAs(request, app.url, cast.max)
  for (const title of ['First', 'Second', 'Third'])
    await asMax.post('/tasks', { title, project_id: project.id, assigned_to: assignee.id, expected_hours: 1 })
  await signInAs(page, assignee)
  await page.goto('/notifications')
  await expect(bell(page, 3)).toBeVisible()
  const other = await context.newPage()
  await other.goto('/tasks')
  await expect(bell(other, 3)).toBeVisible()

  await page.bringToFront()
  await page.getByRole('button', { name: /^Mark as read: .*"Second"/ }).click()
  await expect(bell(page, 2)).toBeVisible()
  await expect(bell(other, 2)).toBeVisible()
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(bell(other, 0)).toBeVisible()
  // The change is shown before it is saved; the notice with the undo key follows.
  await expect(page.getByText(messages.notifications.markedAll(2))).toBeVisible()
  await page.keyboard.press('u')
  await expect(bell(page, 2)).toBeVisible()
  await expect(bell(other, 2)).toBeVisible()
  await expect(page.getByText('2 unread', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: /"First"/ }).click()
  await expect(page).toHaveURL(/\/tasks\/\d+$/)
  await expect(bell(page, 1)).toBeVisible()
})
