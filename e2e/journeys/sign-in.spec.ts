import { messages } from '#shared/messages.ts'
import { cast } from '../support/cast.ts'
import { expect, storedToken, test } from '../support/test.ts'

const landings = [
  { person: cast.ada, path: '/admin/dashboard' },
  // A manager lands on /dashboard after the form, though / would send them to /admin/dashboard.
  { person: cast.max, path: '/dashboard' },
  { person: cast.dina, path: '/dashboard' },
  { person: cast.desi, path: '/dashboard' },
  { person: cast.mark, path: '/dashboard' },
]

for (const { person, path } of landings) {
  test(`${person.name} signs in, lands on ${path} and signs out`, async ({ page, app, request }) => {
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1, name: 'Daily Report Management' })).toBeVisible()
    await page.getByRole('link', { name: /Developer/ }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Login to Daily Report App' })).toBeVisible()
    await page.getByLabel('Email').fill(person.email)
    await page.getByLabel('Password').fill(person.password)
    await page.getByRole('button', { name: 'Login', exact: true }).click()

    await expect(page).toHaveURL(app.url + path)
    await expect(page.getByText(`Signed in as: ${person.name}`)).toBeVisible()
    const token = await storedToken(page)
    expect(token).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)

    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL(`${app.url}/login`)
    await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeVisible()
    expect(await storedToken(page)).toBeNull()

    // The token ends at the server too. The browser did not wait for that, so neither can we know when.
    const headers = { 'x-auth-token': token ?? '' }
    await expect
      .poll(async () => (await request.get(`${app.url}/api/auth/me`, { headers })).status())
      .toBe(401)
  })
}

test('the login form says what is missing', async ({ page }) => {
  await page.goto('/login')
  const email = page.getByLabel('Email')
  const password = page.getByLabel('Password')
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(email).toHaveAccessibleDescription(messages.user.emailRequired)
  await expect(password).toHaveAccessibleDescription(messages.user.passwordRequired)
  await expect(email).toBeFocused()

  await email.fill('nobody')
  await password.fill('x')
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(email).toHaveAccessibleDescription(messages.user.emailInvalid)
  await expect(password).toHaveAccessibleDescription('')
})

test('a wrong password and an unknown address are refused with the same sentence', async ({ page, cast }) => {
  await page.goto('/login')
  for (const email of [cast.dina.email, 'nobody@example.com']) {
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password').fill('not the password')
    await page.getByRole('button', { name: 'Login', exact: true }).click()
    await expect(page.getByRole('alert')).toHaveText('Invalid email or password')
    await expect(page).toHaveURL(/\/login$/)
    expect(await storedToken(page)).toBeNull()
  }
})

test('the button says "Logging in..." while the server thinks', async ({ page, app, cast }) => {
  let answer = () => {}
  const thinking = new Promise<void>(resolve => {
    answer = resolve
  })
  await page.route('**/api/auth/login', async route => {
    await thinking
    await route.continue()
  })
  await page.goto('/login')
  await page.getByLabel('Email').fill(cast.dina.email)
  await page.getByLabel('Password').fill(cast.dina.password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Logging in...' })).toBeDisabled()
  answer()
  await expect(page).toHaveURL(`${app.url}/dashboard`)
})

test('an answer without a token is said to be one', async ({ page, consoleWatch }) => {
  consoleWatch.allow(/No token received from server/)
  await page.route('**/api/auth/login', route => route.fulfill({ json: {} }))
  await page.goto('/login')
  await page.getByLabel('Email').fill('dina@example.com')
  await page.getByLabel('Password').fill('whatever it is')
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page.getByRole('alert')).toHaveText('No token received from server')
})

test('the Back link leads to the landing page', async ({ page, app }) => {
  await page.goto('/login')
  await expect(page.getByText("Don't have an account?")).toBeVisible()
  const back = page.getByRole('link', { name: 'Back' })
  await expect(back).toHaveAttribute('href', '/register')
  await back.click()
  await expect(page).toHaveURL(`${app.url}/`)
  await expect(page.getByText('Please contact an administrator if you need an account')).toBeVisible()
})

test('both cards of the landing page lead to /login', async ({ page, app }) => {
  for (const name of [/Developer/, /Administrator/]) {
    await page.goto('/')
    await page.getByRole('main').getByRole('link', { name }).click()
    await expect(page).toHaveURL(`${app.url}/login`)
  }
})
