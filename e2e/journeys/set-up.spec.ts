import type { Page } from '@playwright/test'
import { messages } from '#shared/messages.ts'
import { expectNoAxeViolations, expectNoSidewaysScrollingAt, nextFrames } from '../support/looks.ts'
import { retryButton, saidOffline } from '../support/offline.ts'
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

test('a server without accounts: wrong links, a form with everything wrong and one that was sent offline; then the printed link makes the first administrator, once', async ({
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

  consoleWatch.allow(...saidOffline)
  await test.step('without an answer the page offers another try, and heals by itself', async () => {
    await page.route('**/api/auth/setup', route => route.abort('internetdisconnected'))
    await page.goto(link)
    await expect(failure).toHaveText(messages.general.noResponse)
    await expect(retryButton(page)).toBeVisible()
    await page.unroute('**/api/auth/setup')
    await context.setOffline(true)
    await context.setOffline(false)
    await expect(page.getByLabel('Name')).toBeVisible()
  })

  // The sentences of the form: see setup-form.test.tsx.
  await page.getByRole('button', { name: /create/i }).click()
  await expect(page.getByLabel('Name')).toHaveAccessibleDescription(messages.users.nameRequired)
  await expectNoSidewaysScrollingAt(page, [1440, 768, 360])
  await expectNoAxeViolations(page)
  await page.setViewportSize({ width: 1280, height: 720 })

  await test.step('sent offline, the form says so at once and stays typed', async () => {
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

  await test.step('the link that was used in another window meanwhile is refused', async () => {
    await fillSetup(late, { ...grace, email: 'late@example.com' })
    await expect(late.getByRole('alert')).toHaveText(refused)
    expect(await storedToken(late)).toBeNull()
    await late.close()
  })

  await test.step('once there is an account the link leads nowhere: home for those signed in, the landing page for others', async () => {
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

test('with an administrator from the settings no link is printed', async ({ server }) => {
  expect(server.setupLink).toBeUndefined()
})

test('a signed-in user is sent home from the used link, whichever call answers last', async ({
  page,
  app,
  cast,
  signInAs,
}) => {
  for (const [early, late] of [
    ['/api/auth/me', '/api/auth/setup'],
    ['/api/auth/setup', '/api/auth/me'],
  ]) {
    await test.step(`${late} answers last`, async () => {
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
      await page.unrouteAll({ behavior: 'wait' })
    })
  }
})
