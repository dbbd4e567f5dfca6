import { apiAs } from '../support/api.ts'
import { cast, registerCast, tokenOf } from '../support/cast.ts'
import { expectNoAxeViolations, expectNoSidewaysScrollingAt } from '../support/looks.ts'
import { expect, storeToken, test } from '../support/test.ts'

test.use({ viewport: { width: 1440, height: 900 } })

test('after a theft, an admin ends all sign-ins and tokens of an account and reads what it did since Friday', async ({
  page,
  app,
  request,
}) => {
  const server = await app.startFresh({ admin: cast.ada })
  await registerCast(request, server.url)
  // The thief uses the laptop of the manager.
  const thief = await apiAs(request, server.url, cast.max)
  await thief.post('/account/tokens', { name: 'Backdoor', scope: 'write', expires_in_days: 30 })
  const stolen = await tokenOf(request, server.url, cast.max)
  const asThief = (path: string) =>
    request.get(`${server.url}/api${path}`, { headers: { 'x-auth-token': stolen } })
  expect((await asThief('/reports/export/csv')).status()).toBe(200)

  await storeToken(page, server.url, await tokenOf(request, server.url, cast.ada))
  await page.goto(`${server.url}/admin/users`)
  await page.getByRole('button', { name: `More actions for ${cast.max.name}` }).click()
  await page.getByRole('menuitem', { name: 'End all sign-ins and tokens' }).click()
  const question = page.getByRole('dialog', { name: 'End all sign-ins and tokens' })
  await expect(question.getByText(/Their password stays/)).toBeVisible()
  await expectNoAxeViolations(page)
  await question.getByRole('button', { name: 'End all' }).click()

  const dialog = page.getByRole('dialog', { name: new RegExp(`${cast.max.name} did since Friday`) })
  await expect(dialog.getByText(/^Ended \d sign-ins? and 1 access token of/)).toBeVisible()
  await expect(dialog.getByText(`${cast.max.name} exported reports as CSV`)).toBeVisible()
  await expect(dialog.getByText(`${cast.max.name} created an access token that can write`)).toBeVisible()
  await expectNoAxeViolations(page)
  expect((await asThief('/auth/me')).status()).toBe(401)

  await dialog.getByRole('link', { name: 'Show the whole record' }).click()
  await expect(page).toHaveURL(/\/admin\/record\?from=[\d-]+&actorId=\d+$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Record' })).toBeVisible()
  await expect(page.getByText(`${cast.max.name} exported reports as CSV`)).toBeVisible()
  await expectNoAxeViolations(page)

  await page.getByLabel('Who did it').selectOption(cast.ada.name)
  await expect(
    page.getByText(new RegExp(`^${cast.ada.name} ended 1 access token of ${cast.max.name}`)),
  ).toBeVisible()
  await page.getByLabel('Kind').selectOption('Account created')
  await expect(page).toHaveURL(/kind=user\.created/)
  await expect(page.getByText(`${cast.ada.name} created the account of ${cast.max.name}`)).toBeVisible()
  await page.goBack()
  await expect(page.getByLabel('Kind')).toHaveValue('')

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'JSON Lines' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^record-[\d-]+\.jsonl$/)
  await expectNoSidewaysScrollingAt(page, [375])
  await expectNoAxeViolations(page)
})
