import { startMailServer } from '../../server/test/mail-server.ts'
import { cast, newEmail, signIn } from '../support/cast.ts'
import { expectNoAxeViolations, expectNoSidewaysScrollingAt } from '../support/looks.ts'
import { expect, storedToken, test } from '../support/test.ts'

test.use({ viewport: { width: 1440, height: 900 } })

test('an invited user accepts the copied link in another browser and signs in', async ({
  page,
  app,
  browser,
  request,
  signInAs,
  consoleWatch,
}) => {
  const email = newEmail()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await signInAs(page, cast.max)
  await page.goto('/admin/register')
  await page.getByRole('radio', { name: 'Send an invitation' }).check()
  await page.getByLabel('Name').fill('Nora Newcomer')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Role').selectOption('Designer')
  await page.getByRole('button', { name: 'Invite User' }).click()
  await expect(page.getByText("You've invited Nora Newcomer.")).toBeVisible()
  await page.getByRole('button', { name: 'Copy link' }).click()
  await expect(page.getByText('Copied')).toBeVisible()
  const first = await page.evaluate(() => navigator.clipboard.readText())
  expect(first).toMatch(/\/welcome\?code=[\w-]{43}$/)
  await expectNoAxeViolations(page)
  await expectNoSidewaysScrollingAt(page, [1440, 768, 360])
  await page.setViewportSize({ width: 1440, height: 900 })

  await page.getByRole('main').getByRole('link', { name: 'Manage Users' }).click()
  const row = page.getByRole('table', { name: 'Users' }).getByRole('row').filter({ hasText: email })
  await expect(row.getByText('Invited')).toBeVisible()
  await row.getByRole('button', { name: 'More actions for Nora Newcomer' }).click()
  await page.getByRole('menuitem', { name: 'Copy invitation link' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Invitation link')).toHaveValue(first)
  await dialog.getByRole('button', { name: 'Create new link' }).click()
  await expect(dialog.getByText('New link created. The old one no longer works.')).toBeVisible()
  await expect(dialog.getByLabel('Invitation link')).not.toHaveValue(first)
  const link = await dialog.getByLabel('Invitation link').inputValue()
  await expectNoAxeViolations(page)
  await page.keyboard.press('Escape')
  await expectNoSidewaysScrollingAt(page, [1440, 1024, 768, 360])

  const second = await (await browser.newContext({ baseURL: app.url })).newPage()
  await second.setViewportSize({ width: 375, height: 740 })
  consoleWatch.allow(/This invitation is no longer valid/, /status of 404/)
  await second.goto(first)
  await expect(second.getByRole('heading', { level: 1 })).toHaveText('This invitation is no longer valid')
  await expectNoAxeViolations(second)
  await second.goto(link)
  await expect(second.getByRole('heading', { level: 1 })).toHaveText('Welcome, Nora Newcomer')
  await second.getByLabel('Password', { exact: true }).fill('quiet-violet-otter')
  await second.getByLabel('Confirm Password').fill('quiet-violet-otter')
  await expectNoAxeViolations(second)
  await expectNoSidewaysScrollingAt(second, [1440, 768, 360])
  await second.getByRole('button', { name: 'Start' }).click()
  await expect(second).toHaveURL(`${app.url}/dashboard`)
  expect(await storedToken(second)).not.toBeNull()

  await second.context().close()
  await signIn(request, app.url, { email, password: 'quiet-violet-otter' })
})

test('a forgotten password is reset by a link in a mail', async ({ page, app, consoleWatch }) => {
  const mail = await startMailServer()
  const server = await app.startFresh({ admin: cast.ada, env: mail.settings })
  try {
    await page.goto(`${server.url}/login`)
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Forgot your password?')
    await page.getByLabel('Email').fill(cast.ada.email)
    await page.getByRole('button', { name: 'Send link' }).click()
    await expect(page.getByText("If there's an account with this email")).toBeVisible()
    await expect.poll(() => mail.mails.length, { timeout: 20_000 }).toBe(1)
    const [, path = ''] =
      /https:\/\/reports\.example\.com(\/reset\?code=\S+)/.exec(mail.mails[0]?.text ?? '') ?? []

    await page.goto(server.url + path)
    await page.getByLabel('Password', { exact: true }).fill('a new password of mine')
    await page.getByLabel('Confirm Password').fill('a new password of mine')
    await expectNoAxeViolations(page)
    await page.getByRole('button', { name: 'Save password' }).click()
    await expect(page).toHaveURL(`${server.url}/admin/dashboard`)

    consoleWatch.allow(/This link is no longer valid/, /status of 404/)
    await page.goto(server.url + path)
    await expect(page.getByText(`You're signed in as ${cast.ada.name} in this browser.`)).toBeVisible()
    await expectNoAxeViolations(page)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByLabel('Password', { exact: true }).fill('a new password of mine')
    await page.getByLabel('Confirm Password').fill('a new password of mine')
    await page.getByRole('button', { name: 'Save password' }).click()
    await expect(page.getByRole('alert')).toHaveText('This link is no longer valid')

    // With mail set up, inviting is the default.
    await page.goto(`${server.url}/admin/register`)
    await expect(page.getByRole('radio', { name: 'Send an invitation' })).toBeChecked()
  } finally {
    await mail.close()
  }
})
