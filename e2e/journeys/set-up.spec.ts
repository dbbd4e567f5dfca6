import type { Page } from '@playwright/test'
import { messages } from '#shared/messages.ts'
import { expectNoAxeViolations, expectNoSidewaysScrollingAt, nextFrames } from '../support/looks.ts'
import { expect, storedToken, test } from '../support/test.ts'

const grace = { name: 'Grace First', email: 'grace@example.com', password: 'the very first password' }

const refused = `${messages.register.failure(messages.register.adminOnly)}. ${messages.register.setupLinkInvalid}`

async function fillSetup(page: Page, { name, email, password }: typeof grace, confirmation = password) {
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm Password').fill(confirmation)
  await page.getByRole('button', { name: /create/i }).click()
}

test('a server without accounts: a link without or with a wrong code, then a form with everything wrong', async ({
  page,
  app,
}) => {
  const server = await app.startFresh()
  await page.goto(`${server.url}/setup`)
  await expect(page.getByRole('alert')).toHaveText(messages.register.setupLinkInvalid)

  await page.goto(`${server.url}/setup?code=a-wrong-one`)
  await fillSetup(page, grace)
  await expect(page.getByRole('alert')).toHaveText(refused)
  expect(await storedToken(page)).toBeNull()

  // The sentences of the form: see setup-form.test.tsx.
  await page.goto(server.setupLink ?? '')
  await page.getByRole('button', { name: /create/i }).click()
  await expect(page.getByLabel('Name')).toHaveAccessibleDescription(messages.user.nameRequired)
  await expectNoSidewaysScrollingAt(page, [1440, 768, 360])
  await expectNoAxeViolations(page)
})

test('the printed link makes the first administrator and signs them in, once', async ({ page, app }) => {
  const server = await app.startFresh()
  const link = server.setupLink ?? ''
  expect(link).toMatch(/\/setup\?code=[\w-]{20,}$/)

  await page.goto(link)
  await fillSetup(page, grace)
  await expect(page).toHaveURL(`${server.url}/admin/dashboard`)
  await expect(page.getByText(`Signed in as: ${grace.name}`)).toBeVisible()
  expect(await storedToken(page)).not.toBeNull()

  // Once there is an account the link leads nowhere: home for those signed in, the landing page for others.
  await page.goto(link)
  await expect(page).toHaveURL(`${server.url}/admin/dashboard`)
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(`${server.url}/login`)
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Daily Report Management' })).toBeVisible()
  await expect(page).toHaveURL(`${server.url}/`)

  await page.goto(`${server.url}/login`)
  await page.getByLabel('Email').fill('GRACE@example.com')
  await page.getByLabel('Password').fill(grace.password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page).toHaveURL(`${server.url}/admin/dashboard`)
})

test('a link that was used in another window meanwhile is refused', async ({ page, browser, app }) => {
  const server = await app.startFresh()
  const link = server.setupLink ?? ''
  await page.goto(link)
  await expect(page.getByLabel('Name')).toBeVisible()
  const other = await browser.newPage()
  await other.goto(link)
  await fillSetup(other, grace)
  await expect(other).toHaveURL(`${server.url}/admin/dashboard`)
  await other.close()

  await fillSetup(page, { ...grace, email: 'late@example.com' })
  await expect(page.getByRole('alert')).toHaveText(refused)
  expect(await storedToken(page)).toBeNull()
})

test('with an administrator from the settings no link is printed', async ({ server }) => {
  expect(server.setupLink).toBeUndefined()
})

for (const [early, late] of [
  ['/api/auth/me', '/api/auth/setup'],
  ['/api/auth/setup', '/api/auth/me'],
]) {
  test(`a signed-in user is sent home from the used link, even if ${late} answers last`, async ({
    page,
    app,
    cast,
    signInAs,
  }) => {
    await signInAs(page, cast.desi)
    const asked = page.waitForRequest(`${app.url}${late}`)
    const answered = page.waitForResponse(`${app.url}${early}`).then(response => response.finished())
    await page.route(`${app.url}${early}`, async route => {
      await asked
      await route.continue()
    })
    await page.route(`${app.url}${late}`, async route => {
      await answered
      // Time for the page to act on the early answer.
      await nextFrames(page)
      await route.continue()
    })
    await page.goto('/setup?code=used')
    await expect(page).toHaveURL(`${app.url}/dashboard`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  })
}
