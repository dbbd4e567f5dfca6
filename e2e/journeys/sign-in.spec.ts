import { messages } from '#shared/messages.ts'
import { cast } from '../support/cast.ts'
import { expectNoAxeViolations } from '../support/looks.ts'
import { expect, storedToken, test } from '../support/test.ts'

// login-form.test.tsx and auth-provider.test.tsx in web/src/features/auth test the form's other failures, its links and
// the first page of each role. set-up.spec.ts signs in an admin, people.spec.ts a manager.

test('a developer signs in, lands on /dashboard and signs out', async ({ page, app, request }) => {
  const person = cast.dina
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1, name: 'Daily Report Management' })).toBeVisible()
  await page.getByRole('link', { name: /Developer/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Login to Daily Report App' })).toBeVisible()
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password').fill(person.password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()

  await expect(page).toHaveURL(`${app.url}/dashboard`)
  await expect(page.getByText(`Signed in as: ${person.name}`)).toBeVisible()
  const token = await storedToken(page)
  expect(token).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)

  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(`${app.url}/login`)
  await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeVisible()
  expect(await storedToken(page)).toBeNull()

  // The server ends the token too. The browser does not wait for that, so the test polls.
  const headers = { 'x-auth-token': token ?? '' }
  await expect.poll(async () => (await request.get(`${app.url}/api/auth/me`, { headers })).status()).toBe(401)
})

test('the form names missing fields, and a wrong password and an unknown e-mail get the same error', async ({
  page,
  cast,
}) => {
  await page.goto('/login')
  const login = page.getByRole('button', { name: 'Login', exact: true })
  const email = page.getByLabel('Email')
  await login.click()
  await expect(email).toHaveAccessibleDescription(messages.users.emailRequired)
  await expect(page.getByLabel('Password')).toHaveAccessibleDescription(messages.users.passwordRequired)
  await expect(email).toBeFocused()
  await expectNoAxeViolations(page)

  for (const tried of [cast.dina.email, 'nobody@example.com']) {
    await email.fill(tried)
    await page.getByLabel('Password').fill('not the password')
    const answer = page.waitForResponse('**/api/auth/login')
    await login.click()
    await answer
    await expect(page.getByRole('alert')).toHaveText('Invalid email or password')
    await expect(page).toHaveURL(/\/login$/)
    expect(await storedToken(page)).toBeNull()
  }
  await expectNoAxeViolations(page)
})
