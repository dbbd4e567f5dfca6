import type { Page } from '@playwright/test'
import { today } from '../support/api.ts'
import { type Account, cast } from '../support/cast.ts'
import { tabTo } from '../support/keyboard.ts'
import { expect, storeToken, test } from '../support/test.ts'

// Tests work without a mouse. submit-daily-report.spec.ts tests reporting by keyboard.

test.use({ viewport: { width: 1440, height: 900 } })

async function signIn(page: Page, url: string, { email, password }: Account) {
  await page.goto(`${url}/login`)
  await tabTo(page, page.getByLabel('Email'))
  await page.keyboard.type(email)
  await tabTo(page, page.getByLabel('Password', { exact: true }))
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${url}/dashboard`)
}

/** Tabs to a link or button and activates it. */
async function press(page: Page, role: 'link' | 'button', name: string | RegExp) {
  const target = page.getByRole(role, { name, exact: typeof name === 'string' })
  await tabTo(page, target.first())
  await page.keyboard.press('Enter')
}

/** Selects an option by typing its first letter, once more for each option before it with the same letter. */
async function chooseIn(page: Page, label: string, option: string) {
  const select = page.getByRole('combobox', { name: label })
  await expect(select.getByRole('option', { name: option, exact: true })).toBeAttached()
  await tabTo(page, select)
  const chosen = select.locator('option:checked')
  for (let before = await chosen.innerText(); before !== option; before = await chosen.innerText()) {
    await page.keyboard.press(option.charAt(0).toLowerCase())
    await expect(chosen).not.toHaveText(before)
  }
}

test('reports are filtered, read, commented on and exported by keyboard', async ({ page, reviewing }) => {
  const { url, of } = reviewing
  const [newest, second] = of(cast.dina)
  await signIn(page, url, cast.max)
  await press(page, 'link', 'All Reports')
  await expect(page.getByText('22 reports')).toBeVisible()

  await chooseIn(page, 'User', 'Dina Developer')
  await expect(page.getByText('13 reports')).toBeVisible()
  await chooseIn(page, 'Project', 'Website')
  await tabTo(page, page.getByLabel('Start Date'))
  // 3 March is the same date with day and month in either order, which depends on the browser.
  await page.keyboard.type('03032026')
  await expect(page.getByText('11 reports')).toBeVisible()
  // Filtering keeps the focus in the field.
  await expect(page.getByLabel('Start Date')).toBeFocused()
  const view = new URL(page.url()).search
  expect(view).toMatch(/^\?userId=\d+&projectId=\d+&startDate=2026-03-03$/)

  await press(page, 'link', /^View report by Dina/)
  const article = page.getByRole('article', { name: /^Report for/ })
  await expect(article).toContainText(newest?.summary ?? '')
  // The heading has the focus so that a screen reader reads it first.
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await tabTo(page, page.getByLabel('Add a comment'))
  await page.keyboard.type('Thank you, that helps.')
  await press(page, 'button', 'Add Comment')
  await expect(page.getByRole('article', { name: 'Comment by Max Manager' })).toContainText('that helps')

  await press(page, 'link', /^Next report: Dina/)
  await expect(article).toContainText(second?.summary ?? '')
  await expect(page.getByText('2 of 11')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(article).toContainText(newest?.summary ?? '')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()

  // After Escape the arrow keys change pages again, and the typed text stays.
  const box = page.getByLabel('Add a comment')
  await tabTo(page, box)
  await page.keyboard.type('Half a thought')
  await page.keyboard.press('ArrowRight')
  await expect(article).toContainText(newest?.summary ?? '')
  await page.keyboard.press('Escape')
  await page.keyboard.press('ArrowRight')
  await expect(article).toContainText(second?.summary ?? '')
  await page.keyboard.press('ArrowLeft')
  await expect(article).toContainText(newest?.summary ?? '')
  await expect(box).toHaveValue('Half a thought')
  await box.fill('')

  await press(page, 'link', 'Back to Reports')
  await expect(page).toHaveURL(`${url}/admin/reports${view}`)
  await expect(page.getByRole('heading', { level: 1, name: 'All Reports' })).toBeFocused()
  await tabTo(page, page.getByLabel('End Date'))
  await page.keyboard.type('12122026')
  await expect(page).toHaveURL(`${url}/admin/reports${view}&endDate=2026-12-12`)
  const download = page.waitForEvent('download')
  await press(page, 'button', 'Export to CSV')
  expect((await download).suggestedFilename()).toBe(`reports-${today()}.csv`)
  await expect(page.getByRole('status').filter({ hasText: `Saved reports-${today()}.csv.` })).toBeVisible()
})

test('a task is created, edited, moved on and deleted by keyboard', async ({ page, reviewing }) => {
  const { url, tokenOf } = reviewing
  await storeToken(page, url, await tokenOf(cast.max))
  await page.goto(`${url}/dashboard`)
  await press(page, 'link', 'Task Management')
  await press(page, 'link', 'Create Task')
  await expect(page.getByRole('heading', { level: 1, name: 'Create New Task' })).toBeFocused()

  // The missing field has the focus and shows its error.
  await press(page, 'button', 'Create Task')
  const title = page.getByLabel('Title')
  await expect(title).toBeFocused()
  await expect(title).toHaveAccessibleDescription('Title is required')
  await page.keyboard.type('Draw the map')
  await chooseIn(page, 'Project', 'Website')
  await chooseIn(page, 'Assign To', 'Dina Developer')
  await tabTo(page, page.getByLabel('Expected Hours'))
  await page.keyboard.type('7.5')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Task "Draw the map" has been created.')).toBeVisible()

  await press(page, 'link', 'View Draw the map')
  await expect(page.getByRole('heading', { level: 1, name: 'Draw the map' })).toBeFocused()
  await press(page, 'link', 'Edit Task')
  await expect(page.getByRole('heading', { level: 1, name: 'Edit Task: Draw the map' })).toBeFocused()
  await tabTo(page, title)
  await page.keyboard.press('End')
  await page.keyboard.type(' again')
  await press(page, 'button', 'Update Task')
  await expect(page.getByRole('heading', { level: 1, name: 'Draw the map again' })).toBeFocused()

  await chooseIn(page, 'Status', 'In Progress')
  await press(page, 'button', 'Update Status')
  await expect(page.getByRole('status').filter({ hasText: 'Status updated.' })).toBeVisible()
  await expect(page.getByText('In Progress', { exact: true }).first()).toBeVisible()

  // Cancel has the focus first, and Escape returns it to the button.
  const remove = page.getByRole('button', { name: 'Delete Task' })
  const question = page.getByRole('group', { name: 'Are you sure you want to delete this task?' })
  await press(page, 'button', 'Delete Task')
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(remove).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(question.getByRole('button', { name: 'Yes, Delete' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Task "Draw the map again" has been deleted.')).toBeVisible()
  await expect(page).toHaveURL(`${url}/tasks`)
})
