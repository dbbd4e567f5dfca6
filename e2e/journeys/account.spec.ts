import { readFileSync } from 'node:fs'
import { makePerson, signIn } from '../support/cast.ts'
import { colourRules, expectNoAxeViolations, findViolations } from '../support/looks.ts'
import { expect, storeToken, test } from '../support/test.ts'

test.use({ viewport: { width: 1440, height: 900 } })

test('a new password signs out the other device on its next request', async ({
  page,
  app,
  browser,
  request,
}) => {
  const person = await makePerson(request, app.url, 'developer', 'Nora Newpassword')
  await storeToken(page, app.url, await signIn(request, app.url, person))
  const laptop = await browser.newContext({
    baseURL: app.url,
    userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:142.0) Gecko/20100101 Firefox/142.0',
  })
  const other = await laptop.newPage()
  await other.goto('/login')
  await other.getByLabel('Email').fill(person.email)
  await other.getByLabel('Password').fill(person.password)
  await other.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(other).toHaveURL(`${app.url}/dashboard`)

  await page.goto('/dashboard')
  await page.getByRole('link', { name: `Signed in as: ${person.name}` }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Your account' })).toBeVisible()
  const devices = page.getByRole('region', { name: 'Signed-in devices' })
  await expect(devices.getByRole('listitem')).toHaveCount(2)
  await expect(devices.getByRole('listitem').filter({ hasText: 'Firefox on Windows' })).not.toContainText(
    'This device',
  )

  const password = page.getByRole('region', { name: 'Password' })
  await password.getByLabel('Current password').fill(person.password)
  await password.getByLabel('New password', { exact: true }).fill('another good one')
  await password.getByLabel('Confirm new password').fill('another good one')
  await password.getByRole('button', { name: 'Change password' }).click()
  await expect(password.getByText('Password changed. 1 other device was signed out.')).toBeVisible()
  await expect(devices.getByRole('listitem')).toHaveCount(1)

  // The dashboard has already loaded the first page of My Reports.
  await other.getByRole('navigation').getByRole('link', { name: 'Calendar' }).click()
  await expect(other.getByRole('heading', { name: 'Login to Daily Report App' })).toBeVisible()
  await expect(other.getByText('Your session has expired. Please log in again.')).toBeVisible()
  await laptop.close()
  expect(await signIn(request, app.url, { ...person, password: 'another good one' })).toEqual(
    expect.any(String),
  )
})

test('the links to the sections stay visible, mark the current section, and are folded on a phone', async ({
  page,
  cast,
  signInAs,
}) => {
  await signInAs(page, cast.omar)
  await page.goto('/account')
  await expect(page.getByRole('region', { name: 'Notifications' }).getByLabel('Reminders')).toBeVisible()
  const index = page.getByRole('navigation', { name: 'Sections of this page' })
  const marked = index.locator('[aria-current]')
  await expect(marked).toHaveText('Profile')
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
  await expect(marked).toHaveText('Download my data')
  await expect(index.getByRole('link')).toHaveCount(12)
  await expect(index).toBeInViewport({ ratio: 1 })
  await index.getByRole('link', { name: 'Theme' }).press('Enter')
  await expect(marked).toHaveText('Theme')
  await expect(page.getByRole('heading', { name: 'Theme' })).toBeFocused()
  await expect(page.getByRole('heading', { name: 'Theme' })).toBeInViewport()

  await page.setViewportSize({ width: 375, height: 812 })
  const password = index.getByRole('link', { name: 'Password' })
  await expect(password).toBeHidden()
  await index.getByText('On this page').click()
  await password.click()
  await expect(page.getByRole('heading', { name: 'Password' })).toBeInViewport()
  await expect(password).toBeHidden()
})

test('a token made on the account page is used by a program and on the page of the API, until it is deleted', async ({
  page,
  app,
  cast,
  request,
  signInAs,
  consoleWatch,
}) => {
  consoleWatch.allow(/403/)
  await signInAs(page, cast.omar)
  await page.goto('/account#tokens')
  const section = page.getByRole('region', { name: 'Access tokens' })
  await section.getByLabel('Token name').fill('Nightly script')
  await section.getByRole('button', { name: 'Create token' }).click()
  const token = await section.getByLabel('Your new token').inputValue()
  const headers = { authorization: `Bearer ${token}` }
  const me = () => request.get(`${app.url}/api/auth/me`, { headers })
  expect(await (await me()).json()).toMatchObject({ email: cast.omar.email })
  await expectNoAxeViolations(page)

  // The window is tall, because the page draws only groups that are visible.
  await page.setViewportSize({ width: 1440, height: 6000 })
  await page.goto('/api/docs')
  await page.getByRole('button', { name: 'Use a token' }).click()
  // The page already uses the user's own token, so it asks only for an access token.
  const dialog = page.locator('.auth-container').filter({ hasText: 'accessToken' })
  await expect(dialog.getByRole('textbox')).toBeFocused()
  await expect(page.locator('.modal-ux').getByRole('textbox')).toHaveCount(1)
  expect(await findViolations(page, { include: [['.modal-ux']] }, colourRules)).toEqual([])
  await dialog.getByRole('textbox').fill(token)
  await dialog.getByRole('button', { name: 'Apply credentials' }).click()
  await page.getByRole('button', { name: 'Close', exact: true }).first().click()
  const call = page.locator('[id$="-updateAccount"]')
  await call.locator('.opblock-summary-control').click()
  await call.getByRole('button', { name: 'Try it out' }).click()
  await call.getByRole('button', { name: 'Execute' }).click()
  await expect(call.locator('.live-responses-table')).toContainText('This token can only read')

  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/account#tokens')
  await section.getByRole('button', { name: 'Delete Nightly script' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(section.getByText('Token deleted.')).toBeVisible()
  expect((await me()).status()).toBe(401)
})

test('a calendar address made on the account page is read by a calendar program, until it is replaced or ended', async ({
  page,
  app,
  cast,
  request,
  signInAs,
}) => {
  await signInAs(page, cast.desi)
  await page.goto('/account#calendar')
  const section = page.getByRole('region', { name: 'Calendar address' })
  await section.getByRole('button', { name: 'Create address' }).click()
  const field = section.getByRole('textbox', { name: 'Calendar address' })
  const first = await field.inputValue()
  expect(first).toMatch(/\/api\/calendar\/[\w-]{43}\.ics$/)
  const read = async (address: string) => {
    const reply = await request.get(`${app.url}${new URL(address).pathname}`)
    return { status: reply.status(), text: await reply.text() }
  }
  expect(await read(first)).toEqual({ status: 200, text: expect.stringMatching(/^BEGIN:VCALENDAR\r\n/) })
  await expectNoAxeViolations(page)

  await page.reload()
  await expect(section.getByText('You created an address on')).toBeVisible()
  await expect(field).toHaveCount(0)
  await section.getByRole('button', { name: 'Create a new address' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Create a new address' }).click()
  const second = await field.inputValue()
  expect([(await read(first)).status, (await read(second)).status]).toEqual([404, 200])

  await section.getByRole('button', { name: 'End address' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'End address' }).click()
  await expect(section.getByText('Calendar address ended.')).toBeVisible()
  await expect(section.getByRole('button', { name: 'Create address' })).toBeFocused()
  expect((await read(second)).status).toBe(404)
})

test('the server offers the command line as a file', async ({ app, request }) => {
  const reply = await request.get(`${app.url}/daily.mjs`)
  expect(reply.headers()['content-type']).toContain('/javascript')
  expect(await reply.text()).toBe(readFileSync(new URL('../../scripts/daily.mjs', import.meta.url), 'utf8'))
})
