import type { Page } from '@playwright/test'
import { apiAs } from '../support/api.ts'
import { cast, makePerson, tokenOf } from '../support/cast.ts'
import { expectNoAxeViolations, expectNoSidewaysScrollingAt } from '../support/looks.ts'
import { makeProject } from '../support/projects.ts'
import { expect, test } from '../support/test.ts'

// Needs a browser: Chromium drops every character but digits and the point from a number input, and happy-dom does not.

type Tools = Pick<Parameters<Parameters<typeof test>[2]>[0], 'page' | 'app' | 'signInAs'>

/** The empty form of a developer with one project. */
async function openForm({ page, app, signInAs }: Tools) {
  const person = await makePerson(page.request, app.url, 'developer')
  const admin = await tokenOf(page.request, app.url, cast.ada)
  const project = await makeProject(page.request, app.url, admin, { name: 'Web', developers: [person.id] })
  await signInAs(page, person)
  await page.goto('/reports/new')
  const hours = page.getByLabel('Hours', { exact: true })
  const echo = () => hours.evaluate(input => document.getElementById(`${input.id}-help`)?.textContent)
  const offer = page.getByRole('button', { name: /instead\?$/ })
  return { person, project, hours, echo, offer }
}

const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}

const written: [typed: string, shown: string, echo: string][] = [
  ['1:30', '1.30', '1 h 30 min'],
  ['1h30', '1.30', '1 h 30 min'],
  ['1h 30m', '1.30', '1 h 30 min'],
  ['1 h 30 min', '1.30', '1 h 30 min'],
  ['1,30', '1.30', '1 h 30 min'],
  ['90m', '1.30', '1 h 30 min'],
  ['90 min', '1.30', '1 h 30 min'],
  ['2h', '2.00', '2 h'],
  ['2 hours', '2.00', '2 h'],
  ['.45', '0.45', '45 min'],
  [',45', '0.45', '45 min'],
  [':45', '0.45', '45 min'],
  ['1h5m', '1.05', '1 h 5 min'],
  ['1.30', '1.30', '1 h 30 min'],
  ['1e5', '15.00', '15 h'],
]

test('hours may be typed, edited, stepped and pasted in the usual notations', async ({
  page,
  app,
  signInAs,
  context,
}) => {
  const { hours, echo, offer } = await openForm({ page, app, signInAs })
  await test.step('as soon as the field is visible', async () => {
    await hours.click()
    await page.keyboard.type('1h15')
    await press(page, 'Backspace', 'Backspace')
    await expect(hours).toHaveValue('1.00')
    await page.keyboard.type('30')
    await expect(hours).toHaveValue('1.30')
    await expect.poll(echo).toBe('1 h 30 min')
  })

  await expect(hours).toHaveAttribute('type', 'number')
  await expect(hours).toHaveAttribute('inputmode', 'decimal')
  const typeOver = async (text: string) => {
    await hours.click()
    await page.keyboard.press('Control+A')
    await page.keyboard.type(text)
  }

  for (const [typed, shown, meaning] of written) {
    await typeOver(typed)
    await expect.poll(echo, { message: typed }).toBe(meaning)
    await page.keyboard.press('Tab')
    await expect(hours, typed).toHaveValue(shown)
  }

  // A colon is inserted between the digits, typed over a selection, and undone.
  await typeOver('130')
  await press(page, 'Home', 'ArrowRight')
  await page.keyboard.type(':')
  await expect(hours).toHaveValue('1.30')
  await typeOver(':45')
  await expect(hours).toHaveValue('0.45')
  await press(page, 'Backspace', 'Backspace')
  await page.keyboard.type('5')
  await expect(hours).toHaveValue('0.05')
  await press(page, 'Control+A', 'Backspace')
  await expect(hours).toHaveValue('')
  await page.keyboard.type('90m')
  await expect(hours).toHaveValue('1.30')
  await press(page, 'Backspace')
  await expect(hours).toHaveValue('90')
  await press(page, 'Backspace')
  await page.keyboard.type(':15')
  await expect(hours).toHaveValue('9.15')

  // The arrow keys change the value by a minute.
  for (const [typed, key, stepped] of [
    ['1.00', 'ArrowDown', '0.59'],
    ['1.59', 'ArrowUp', '2.00'],
    ['0', 'ArrowDown', '0.00'],
    ['1h30', 'ArrowUp', '1.31'],
  ] as const) {
    await typeOver(typed)
    await page.keyboard.press(key)
    await expect(hours, typed).toHaveValue(stepped)
    await expect(offer).toHaveCount(0)
  }

  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  for (const [text, shown] of [
    ['1:30', '1.30'],
    ['01:30:00', '1.30'],
    ['1h 30m', '1.30'],
    [' 90 min\n', '1.30'],
    ['1,30', '1.30'],
    ['2.15', '2.15'],
    ['about 130 hours', '2.15'],
  ] as const) {
    await page.evaluate(value => navigator.clipboard.writeText(value), text)
    await hours.click()
    await press(page, 'Control+A', 'Control+V')
    await page.getByLabel('Summary of tasks').click()
    await expect(hours, text).toHaveValue(shown)
  }
})

test('the hours of a task are read the same way, as decimals', async ({ page, signInAs }) => {
  await signInAs(page, cast.max)
  const hours = page.getByLabel('Expected Hours')
  await page.goto('/tasks/new')
  for (const [typed, shown] of [
    ['1:30', '1.5'],
    ['1,5', '1.5'],
    ['90m', '1.5'],
    ['1h30', '1.5'],
    ['1:20', '1.3'],
    ['2h', '2'],
    ['7.5', '7.5'],
    ['1.5:', '1.5'],
  ] as const) {
    await hours.click()
    await page.keyboard.press('Control+A')
    await page.keyboard.type(typed)
    await expect(hours, typed).toHaveValue(shown)
    await expect(page.getByText(new RegExp(`^${shown} = `)), typed).toBeVisible()
  }
  await page.keyboard.press('Control+A')
  await page.keyboard.type('130')
  await press(page, 'Home', 'ArrowRight')
  await page.keyboard.type(':')
  await expect(hours).toHaveValue('1.5')
})

test('one tap changes a value that may be meant as a decimal', async ({ page, app, request, signInAs }) => {
  await page.setViewportSize({ width: 375, height: 812 })
  const { person, project, hours, echo, offer } = await openForm({ page, app, signInAs })
  await page.getByLabel('Summary of tasks').fill('Planned')
  await page.getByLabel('Project').selectOption(project.name)
  await page.getByLabel('Description').fill('Sprint')
  await hours.click()
  await page.keyboard.type('1.75')
  await expect(offer).toHaveText('1 h 45 min instead?')
  // After blur the field shows 2.15, and the offer is still there.
  await page.getByLabel('Summary of tasks').click()
  await expect(hours).toHaveValue('2.15')
  await expect(offer).toHaveText('1 h 45 min instead?')
  await expectNoAxeViolations(page)
  await expectNoSidewaysScrollingAt(page, [1440, 375])
  await hours.click()
  await page.keyboard.press('Control+A')
  await page.keyboard.type('1.5')
  await expect.poll(echo).toBe('1 h 50 min')
  await expect(offer).toHaveText('1 h 30 min instead?')
  await offer.click()
  await expect(hours).toHaveValue('1.30')
  await expect(hours).toBeFocused()
  await expect(offer).toHaveCount(0)

  // Enter adds a row; the report is submitted without an empty row.
  await page.keyboard.press('Enter')
  await expect(page.getByRole('group', { name: 'Task 2' }).getByLabel('Description')).toBeFocused()
  await page.keyboard.press('Control+Enter')
  await expect(page).toHaveURL(`${app.url}/reports`)
  const api = await apiAs(request, app.url, person)
  const { reports } = await api.get('/reports/me?include_task_details=true')
  expect(reports[0].task_details).toHaveLength(1)
  expect(reports[0].hours_worked).toBe(1.3)
})

test('an empty row that Enter added is removed on blur, and clicks reach their target', async ({
  page,
  app,
  signInAs,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const { project, hours } = await openForm({ page, app, signInAs })
  const rows = page.getByRole('group', { name: /^Task \d/ })
  const description = (number: number) =>
    page.getByRole('group', { name: `Task ${number}` }).getByLabel('Description')
  await page.getByLabel('Project').selectOption(project.name)
  await description(1).fill('First')
  await hours.click()
  await page.keyboard.type('1')
  await page.keyboard.press('Enter')
  await expect(description(2)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel(/Blockers/)).toBeFocused()
  await expect(rows).toHaveCount(1)

  await hours.first().press('Enter')
  await expect(rows).toHaveCount(2)
  // The button is below the removed row, and must still be under the pointer when the mouse button is released.
  await page.getByRole('button', { name: 'Add task' }).click({ delay: 100 })
  await expect(rows).toHaveCount(2)
  await expect(description(2)).toBeFocused()
  await page.getByLabel(/Blockers/).click({ delay: 50 })
  await expect(page.getByLabel(/Blockers/)).toBeFocused()
  await expect(rows).toHaveCount(2)
})
