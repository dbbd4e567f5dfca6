import type { Page } from '@playwright/test'
import { messages } from '#shared/messages.ts'
import { expectNoAxeViolations, expectNoSidewaysScrollingAt, nextFrames } from '../support/looks.ts'
import { offlineMessages, retryButton } from '../support/offline.ts'
import { expect, storedToken, test } from '../support/test.ts'

const grace = { name: 'Grace First', email: 'grace@example.com', password: 'the very first password' }

const refused = `${messages.signIn.registerFailure(messages.signIn.registerAdminOnly)}. ${messages.signIn.setupLinkInvalid}`

async function fillSetup(page: Page, { name, email, password }: typeof grace, confirmation = password) {
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm Password').fill(confirmation)
  await page.getByRole('button', { name: /create/i }).click()
}

test('the printed link creates the first administrator once, and wrong links and bad forms are refused', async ({
  page,
  context,
  browser,
  app,
  consoleWatch,
}) => {
  const server = await app.startFresh()
  const link = server.setupLink ?? ''
  expect(link).toMatch(/\/setup\?code=[\w-]{20,}$/)
  const failure = page.getByRole('alert')

  await test.step('a link without a code, and with a wrong one', async () => {
    await page.goto(`${server.url}/setup`)
    await expect(failure).toHaveText(messages.signIn.setupLinkInvalid)
    await page.goto(`${server.url}/setup?code=a-wrong-one`)
    await fillSetup(page, grace)
    await expect(failure).toHaveText(refused)
    expect(await storedToken(page)).toBeNull()
  })

  consoleWatch.allow(...offlineMessages)
  await test.step('without a response the page offers a retry and recovers by itself', async () => {
    await page.route('**/api/auth/setup', route => route.abort('internetdisconnected'))
    await page.goto(link)
    await expect(failure).toHaveText(messages.general.noResponse)
    await expect(retryButton(page)).toBeVisible()
    await page.unroute('**/api/auth/setup')
    await context.setOffline(true)
    await context.setOffline(false)
    await expect(page.getByLabel('Name')).toBeVisible()
  })

  // setup-form.test.tsx tests the messages of the form.
  await page.getByRole('button', { name: /create/i }).click()
  await expect(page.getByLabel('Name')).toHaveAccessibleDescription(messages.users.nameRequired)
  await expectNoSidewaysScrollingAt(page, [1440, 768, 360])
  await expectNoAxeViolations(page)
  await page.setViewportSize({ width: 1280, height: 720 })

  await test.step('a form submitted offline shows an error at once and keeps its values', async () => {
    await context.setOffline(true)
    await fillSetup(page, grace)
    await expect(failure).toContainText(messages.general.noResponse)
    await expect(page.getByLabel('Email')).toHaveValue(grace.email)
    await context.setOffline(false)
  })

  const late = await browser.newPage()
  await late.goto(link)
  await expect(late.getByLabel('Name')).toBeVisible()
  await page.getByRole('button', { name: /create/i }).click()
  await expect(page).toHaveURL(`${server.url}/admin/dashboard`)
  await expect(page.getByText(`Signed in as: ${grace.name}`)).toBeVisible()
  expect(await storedToken(page)).not.toBeNull()

  await test.step('a link that another window has used is refused', async () => {
    await fillSetup(late, { ...grace, email: 'late@example.com' })
    await expect(late.getByRole('alert')).toHaveText(refused)
    expect(await storedToken(late)).toBeNull()
    await late.close()
  })

  await test.step('once there is an account the link redirects to the dashboard or the landing page', async () => {
    await page.goto(link)
    await expect(page).toHaveURL(`${server.url}/admin/dashboard`)
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL(`${server.url}/login`)
    await page.goto(link)
    await expect(page.getByRole('heading', { name: 'Daily Report Management' })).toBeVisible()
    await expect(page).toHaveURL(`${server.url}/`)
  })

  await page.goto(`${server.url}/login`)
  await page.getByLabel('Email').fill('GRACE@example.com')
  await page.getByLabel('Password').fill(grace.password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page).toHaveURL(`${server.url}/admin/dashboard`)
})

test('no link is printed when the settings name an administrator', async ({ server }) => {
  expect(server.setupLink).toBeUndefined()
})

test('a signed-in user is redirected from the used link, whichever response is last', async ({
  page,
  app,
  cast,
  signInAs,
}) => {
  for (const [early, late] of [
    ['/api/auth/me', '/api/auth/setup'],
    ['/api/auth/setup', '/api/auth/me'],
  ]) {
    await test.step(`${late} responds last`, async () => {
      await signInAs(page, cast.desi)
      const asked = page.waitForRequest(`${app.url}${late}`)
      const answered = page.waitForResponse(`${app.url}${early}`).then(response => response.finished())
      await page.route(`${app.url}${early}`, async route => {
        await asked
        await route.continue()
      })
      await page.route(`${app.url}${late}`, async route => {
        await answered
        // The page needs a moment to handle the early response.
        await nextFrames(page)
        await route.continue()
      })
      await page.goto('/setup?code=used')
      await expect(page).toHaveURL(`${app.url}/dashboard`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await page.unrouteAll({ behavior: 'wait' })
    })
  }
})
