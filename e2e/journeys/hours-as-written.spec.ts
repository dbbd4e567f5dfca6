import type { Page } from '@playwright/test'
import { apiAs } from '../support/api.ts'
import { cast, registerCast, tokenOf } from '../support/cast.ts'
import { expectNoAxeViolations, expectNoSidewaysScrolling } from '../support/looks.ts'
import { expect, storeToken, test } from '../support/test.ts'

// Chromium drops every character but digits and the point from a number input, so only a real one can show this.

async function openForm(page: Page, app: Parameters<Parameters<typeof test>[2]>[0]['app']) {
  const server = await app.startFresh({ admin: cast.ada })
  await registerCast(page.request, server.url)
  const manager = await apiAs(page.request, server.url, cast.max)
  const dina = await apiAs(page.request, server.url, cast.dina)
  const { id } = await dina.get('/auth/me')
  await manager.post('/projects', { name: 'Website', developers: [id] })
  await storeToken(page, server.url, await tokenOf(page.request, server.url, cast.dina))
  await page.goto(`${server.url}/reports/new`)
  const hours = page.getByLabel('Hours', { exact: true })
  const echo = () => hours.evaluate(input => document.getElementById(`${input.id}-help`)?.textContent)
  const offer = page.getByRole('button', { name: /instead\?$/ })
  return { server, hours, echo, offer, dina }
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

for (const size of [
  { width: 1440, height: 900 },
  { width: 375, height: 812 },
]) {
  test(`hours are read as people write them, at ${size.width} px`, async ({ page, app }) => {
    await page.setViewportSize(size)
    const { hours, echo } = await openForm(page, app)
    await expect(hours).toHaveAttribute('type', 'number')
    await expect(hours).toHaveAttribute('inputmode', 'decimal')

    for (const [typed, shown, meaning] of written) {
      await hours.click()
      await page.keyboard.press('Control+A')
      await page.keyboard.type(typed)
      expect(await echo(), typed).toBe(meaning)
      await page.keyboard.press('Tab')
      await expect(hours, typed).toHaveValue(shown)
    }
  })
}

test('a colon put between the digits, or typed over everything, and taking back', async ({ page, app }) => {
  const { hours } = await openForm(page, app)
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  await hours.click()
  await page.keyboard.type('130')
  await press('Home', 'ArrowRight')
  await page.keyboard.type(':')
  await expect(hours).toHaveValue('1.30')

  await press('Control+A')
  await page.keyboard.type(':45')
  await expect(hours).toHaveValue('0.45')
  await press('Backspace', 'Backspace')
  await page.keyboard.type('5')
  await expect(hours).toHaveValue('0.05')

  await press('Control+A', 'Backspace')
  await expect(hours).toHaveValue('')
  await page.keyboard.type('90m')
  await expect(hours).toHaveValue('1.30')
  await press('Backspace')
  await expect(hours).toHaveValue('90')
  await press('Backspace')
  await page.keyboard.type(':15')
  await expect(hours).toHaveValue('9.15')
})

test('arrow keys step by a minute', async ({ page, app }) => {
  const { hours, offer } = await openForm(page, app)
  for (const [typed, key, stepped] of [
    ['1.00', 'ArrowDown', '0.59'],
    ['1.59', 'ArrowUp', '2.00'],
    ['0', 'ArrowDown', '0.00'],
    ['1h30', 'ArrowUp', '1.31'],
  ] as const) {
    await hours.click()
    await page.keyboard.press('Control+A')
    await page.keyboard.type(typed)
    await page.keyboard.press(key)
    await expect(hours, typed).toHaveValue(stepped)
    await expect(offer).toHaveCount(0)
  }
})

test('the hours of a task are read the same way, as decimals', async ({ page, app }) => {
  const { server } = await openForm(page, app)
  await storeToken(page, server.url, await tokenOf(page.request, server.url, cast.max))
  await page.goto(`${server.url}/tasks/new`, { waitUntil: 'networkidle' })
  const hours = page.getByLabel('Expected Hours')
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
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.type(':')
  await expect(hours).toHaveValue('1.5')
})

test('pasted hours are read whole', async ({ page, app, context }) => {
  const { hours } = await openForm(page, app)
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
    await page.keyboard.press('Control+A')
    await page.keyboard.press('Control+V')
    await page.getByLabel('Summary of tasks').click()
    await expect(hours, text).toHaveValue(shown)
  }
})

for (const width of [1440, 375]) {
  test(`what may be meant as a decimal is offered, in one tap, at ${width} px`, async ({ page, app }) => {
    await page.setViewportSize({ width, height: 812 })
    const { server, hours, echo, offer, dina } = await openForm(page, app)
    await page.getByLabel('Summary of tasks').fill('Planned')
    await page.getByLabel('Project').selectOption('Website')
    await page.getByLabel('Description').fill('Sprint')
    await hours.click()
    await page.keyboard.type('1.75')
    await expect(offer).toHaveText('1 h 45 min instead?')
    // Left, the field says 2.15, and the offer is still there.
    await page.getByLabel('Summary of tasks').click()
    await expect(hours).toHaveValue('2.15')
    await expect(offer).toHaveText('1 h 45 min instead?')
    await expectNoAxeViolations(page)
    await expectNoSidewaysScrolling(page)
    await hours.click()
    await page.keyboard.press('Control+A')
    await page.keyboard.type('1.5')
    expect(await echo()).toBe('1 h 50 min')
    await expect(offer).toHaveText('1 h 30 min instead?')
    await offer.click()
    await expect(hours).toHaveValue('1.30')
    await expect(hours).toBeFocused()
    await expect(offer).toHaveCount(0)

    // Enter adds a row; with nothing in it the report is sent without it.
    await page.keyboard.press('Enter')
    await expect(page.getByRole('group', { name: 'Task 2' }).getByLabel('Description')).toBeFocused()
    await page.keyboard.press('Control+Enter')
    await expect(page).toHaveURL(`${server.url}/reports`)
    const { reports } = await dina.get('/reports/me?include_task_details=true')
    expect(reports[0].task_details).toHaveLength(1)
    expect(reports[0].hours_worked).toBe(1.3)
  })
}

test('a row that Enter added is gone once it is left, and clicks reach their target', async ({
  page,
  app,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const { hours } = await openForm(page, app)
  const rows = page.getByRole('group', { name: /^Task \d/ })
  const description = (number: number) =>
    page.getByRole('group', { name: `Task ${number}` }).getByLabel('Description')
  await page.getByLabel('Project').selectOption('Website')
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
  // The button is below the row that goes: it must still be under the pointer when it is released.
  await page.getByRole('button', { name: 'Add task' }).click({ delay: 100 })
  await expect(rows).toHaveCount(2)
  await expect(description(2)).toBeFocused()
  await page.getByLabel(/Blockers/).click({ delay: 50 })
  await expect(page.getByLabel(/Blockers/)).toBeFocused()
  await expect(rows).toHaveCount(2)
})
