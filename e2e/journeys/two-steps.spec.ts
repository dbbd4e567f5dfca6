import type { Page } from '@playwright/test'
import { codeOfStep, stepAt } from '../../server/src/identity/totp.ts'
import { type Account, makePerson, signIn } from '../support/cast.ts'
import { expectNoAxeViolations } from '../support/looks.ts'
import { expect, storeToken, test } from '../support/test.ts'

/**
 * Each code is accepted once, so the second code is that of the next time step, which the server accepts too. A code of
 * an earlier step could be too old if the browser is slow.
 */
const firstCode = (secret: string) => codeOfStep(secret, stepAt(new Date()))
const secondCode = (secret: string) => codeOfStep(secret, stepAt(new Date()) + 1)

const section = (page: Page) => page.getByRole('region', { name: 'Two steps' })

async function login(page: Page, url: string, { email, password }: Account) {
  await page.goto(`${url}/login`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
}

/** Adds a built-in authenticator that verifies its user. Returns a function that makes the user touch it, or not. */
async function addAuthenticator(page: Page) {
  const protocol = await page.context().newCDPSession(page)
  await protocol.send('WebAuthn.enable')
  const { authenticatorId } = await protocol.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return (enabled: boolean) =>
    protocol.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 375, height: 812 } })

  test('an authenticator app is set up; then a pasted code signs in, and so does a recovery code', async ({
    page,
    app,
    request,
  }) => {
    const person = await makePerson(request, app.url, 'developer', 'Toni Twosteps')
    await storeToken(page, app.url, await signIn(request, app.url, person))
    await page.goto('/account')
    await section(page).getByRole('button', { name: 'Add an authenticator app' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Password').fill(person.password)
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await expect(dialog.getByRole('img', { name: 'QR code' })).toBeVisible()
    const secret = await dialog.getByLabel('Key', { exact: true }).inputValue()
    await expectNoAxeViolations(page)
    // The code is sent after its sixth digit.
    await dialog.getByLabel('Code', { exact: true }).fill(firstCode(secret))
    await expect(dialog.getByRole('heading', { name: 'Recovery codes' })).toBeVisible()
    const codes = await dialog.getByRole('listitem').allTextContents()
    expect(codes).toHaveLength(10)
    await expectNoAxeViolations(page)
    const download = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Download' }).click()
    expect((await download).suggestedFilename()).toBe('recovery-codes.txt')
    await dialog.getByRole('button', { name: 'I saved them' }).click()
    await expect(section(page).getByText('10 recovery codes left')).toBeVisible()

    await page.evaluate(() => localStorage.clear())
    await login(page, app.url, person)
    const code = page.getByLabel('Code of your authenticator app')
    await expect(code).toBeFocused()
    await expect(code).toHaveAttribute('autocomplete', 'one-time-code')
    await expectNoAxeViolations(page)
    await code.fill('000 000')
    await expect(page.getByText("That isn't right. Try again.")).toBeVisible()
    await code.fill(secondCode(secret).replace(/^.../, '$& '))
    await expect(page).toHaveURL(`${app.url}/dashboard`)

    await page.evaluate(() => localStorage.clear())
    await login(page, app.url, person)
    await page.getByRole('button', { name: 'Use a recovery code' }).click()
    await page.getByLabel('Recovery code').fill(codes[0] ?? '')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page).toHaveURL(`${app.url}/dashboard`)
    await page.goto('/account')
    await expect(section(page).getByText('9 recovery codes left')).toBeVisible()
  })
})

test('a passkey signs in from the login page, and is the second step after the password', async ({
  page,
  app,
  request,
}) => {
  // Passkeys need a host name instead of an IP address.
  const url = app.url.replace('127.0.0.1', 'localhost')
  const touch = await addAuthenticator(page)
  const person = await makePerson(request, app.url, 'developer', 'Pia Passkey')
  await storeToken(page, url, await signIn(request, app.url, person))
  await page.goto(`${url}/account`)
  await section(page).getByRole('button', { name: 'Add a passkey' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Laptop')
  await dialog.getByLabel('Password').fill(person.password)
  await dialog.getByRole('button', { name: 'Add passkey' }).click()
  await dialog.getByRole('button', { name: 'I saved them' }).click()
  await expect(section(page).getByText('Laptop')).toBeVisible()
  await expectNoAxeViolations(page)

  // The browser offers the passkey in the field for the e-mail, and this authenticator accepts at once.
  await page.evaluate(() => localStorage.clear())
  await page.goto(`${url}/login`)
  await expect(page).toHaveURL(`${url}/dashboard`)

  await page.evaluate(() => localStorage.clear())
  await touch(false)
  await login(page, url, person)
  const use = page.getByRole('button', { name: 'Use a passkey' })
  await expect(use).toBeVisible()
  await expectNoAxeViolations(page)
  await touch(true)
  await use.click()
  await expect(page).toHaveURL(`${url}/dashboard`)
})

test('users who must have a second step have to set one up first, and can sign out', async ({
  page,
  app,
  cast,
  request,
  consoleWatch,
}) => {
  consoleWatch.allow(/Set up a second step first/, /status of 403/)
  const person = await makePerson(request, app.url, 'developer', 'Rita Required')
  const admin = await signIn(request, app.url, cast.ada)
  const asAdmin = { headers: { 'x-auth-token': admin } }
  const { password } = cast.ada
  const started = await request.post(`${app.url}/api/account/totp`, { ...asAdmin, data: { password } })
  const { secret } = await started.json()
  const code = firstCode(secret)
  await request.put(`${app.url}/api/account/totp`, { ...asAdmin, data: { code, password } })
  await request.put(`${app.url}/api/settings`, { ...asAdmin, data: { second_step: 'everyone' } })
  await login(page, app.url, person)
  await expect(page.getByRole('heading', { level: 1, name: 'Set up a second step' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Set up a second step' })).toBeVisible()
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Add an authenticator app' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Password').fill(person.password)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  const own = await dialog.getByLabel('Key', { exact: true }).inputValue()
  await dialog.getByLabel('Code', { exact: true }).fill(firstCode(own))
  await dialog.getByRole('button', { name: 'I saved them' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Set up a second step' })).toBeHidden()
  await expect(page.getByRole('link', { name: `Signed in as: ${person.name}` })).toBeVisible()
})
