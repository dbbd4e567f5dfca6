import type { Page } from '@playwright/test'
import { colourRules, findViolations } from '../support/looks.ts'
import { expect, test } from '../support/test.ts'

const call = (page: Page, operationId: string) => page.locator(`[id$="-${operationId}"]`)

/** Opens a call and returns its section of the page. */
async function openCall(page: Page, operationId: string) {
  const part = call(page, operationId)
  await part.locator('.opblock-summary-control').click()
  await expect(part.getByRole('button', { name: 'Try it out' })).toBeVisible()
  return part
}

test('a call is tried out as the signed-in user until another tab signs out', async ({
  page,
  context,
  app,
  cast,
  signInAs,
  consoleWatch,
}) => {
  consoleWatch.allow(/401/)
  const elsewhere: string[] = []
  page.on('request', request => {
    if (!request.url().startsWith(app.url) && !/^(data|blob):/.test(request.url()))
      elsewhere.push(request.url())
  })
  await showFewCalls(page)
  await signInAs(page, cast.dina)
  await page.goto('/api/docs')
  await expect(page.getByRole('heading', { name: 'Daily Report App API' })).toBeVisible()
  const me = await openCall(page, 'getCurrentUser')
  await expect(page).toHaveURL(/#\/Authentication\/getCurrentUser$/)
  await me.getByRole('button', { name: 'Try it out' }).click()
  await me.getByRole('button', { name: 'Execute' }).click()
  const answer = me.locator('.live-responses-table')
  await expect(answer.locator('.response-col_status').last()).toContainText('200')
  await expect(answer).toContainText(cast.dina.email)

  const other = await context.newPage()
  await other.goto('/healthz')
  await other.evaluate(() => localStorage.removeItem('token'))
  await me.getByRole('button', { name: 'Execute' }).click()
  await expect(answer.locator('.response-col_status').last()).toContainText('401')

  const fitsPhone = () => page.evaluate(() => document.documentElement.scrollWidth <= 360)
  await page.setViewportSize({ width: 360, height: 740 })
  await expect.poll(fitsPhone, 'an answer fits a phone').toBe(true)
  for (const name of ['Use a token', 'Execute'])
    expect((await page.getByRole('button', { name }).boundingBox())?.height, name).toBeGreaterThanOrEqual(44)

  // The list of all calls fits a phone too.
  await page.unroute(descriptionUrl)
  await page.goto('/api/docs')
  const reply = await page.request.get('/api/openapi.json')
  const { paths, webhooks }: Description = await reply.json()
  const calls = [...Object.values(paths), ...Object.values(webhooks)].flatMap(each => Object.keys(each))
  // The window is tall, because the page draws only groups that are visible.
  await page.setViewportSize({ width: 360, height: 30_000 })
  await expect(page.locator('.opblock')).toHaveCount(calls.length, { timeout: 20_000 })
  await expect.poll(fitsPhone, 'all calls fit a phone').toBe(true)
  expect(elsewhere, 'nothing leaves the server').toEqual([])
})

const descriptionUrl = '**/api/openapi.json'
const shown = ['getCurrentUser', 'listReports', 'submitReport']

const shownWebhook = 'report.submitted'

type Description = {
  paths: Record<string, Record<string, { operationId: string }>>
  webhooks: Record<string, object>
  components: { schemas: Record<string, object> }
}

/**
 * Reduces the description to three calls and a webhook, because Swagger UI renders all calls and reads all schemas again for each call
 * that is opened. Closed calls all look alike.
 */
async function showFewCalls(page: Page) {
  await page.route(descriptionUrl, async route => {
    const reply = await route.fetch()
    const description: Description = await reply.json()
    const { paths, webhooks, components } = description
    for (const kind of Object.keys(webhooks)) if (kind !== shownWebhook) delete webhooks[kind]
    for (const [path, calls] of Object.entries(paths)) {
      for (const [method, { operationId }] of Object.entries(calls))
        if (!shown.includes(operationId)) delete calls[method]
      if (Object.keys(calls).length === 0) delete paths[path]
    }
    const needed = new Set<string>()
    const addSchemasOf = (part: object) => {
      for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
        if (needed.has(name)) continue
        needed.add(name)
        addSchemasOf(components.schemas[name] ?? {})
      }
    }
    addSchemasOf({ ...description, components: { ...components, schemas: {} } })
    for (const name of Object.keys(components.schemas)) if (!needed.has(name)) delete components.schemas[name]
    await route.fulfill({ json: description })
  })
}

test('a call shows its body and failures, is accessible in both themes and fits a phone', async ({
  page,
}) => {
  await showFewCalls(page)
  await page.goto('/healthz')
  await page.setViewportSize({ width: 360, height: 740 })
  for (const [theme, background] of [
    ['light', 'rgb(255, 255, 255)'],
    ['dark', 'rgb(21, 25, 34)'],
  ] as const) {
    // The stored theme differs from the system's.
    await page.emulateMedia({ colorScheme: theme === 'light' ? 'dark' : 'light' })
    await page.evaluate(value => localStorage.setItem('theme', value), theme)
    await page.goto('/api/docs')
    await openCall(page, 'listReports')
    const submit = await openCall(page, 'submitReport')
    await expect(page.locator('.opblock')).toHaveCount(shown.length + 1)
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    await expect(submit).toHaveCSS('background-color', background)
    const violations = await findViolations(page, {}, theme === 'dark' ? colourRules : undefined)
    const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
    expect(serious.map(({ id, nodes }) => [id, nodes.map(node => node.html)])).toEqual([])
  }

  const submit = call(page, 'submitReport')
  await expect(submit.locator('.opblock-section-request-body')).toContainText('"hours": "1.30"')
  await submit.getByRole('tab', { name: 'Schema' }).first().click()
  await expect(submit.getByText('Calendar date.')).toBeVisible()
  // A failure has a line with its codes; all failures have the same body, which is shown with 400.
  await expect(submit.locator('[data-code="409"]')).toHaveText(
    /^409\s*Conflicts with existing data\.\s*report_exists: You already have a report for this date\.$/,
    { useInnerText: true },
  )
})
