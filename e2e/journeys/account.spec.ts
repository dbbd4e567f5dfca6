import { makePerson, signIn } from '../support/cast.ts'
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
