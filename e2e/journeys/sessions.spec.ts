import { signIn } from '../support/cast.ts'
import { expectNoAxeViolations } from '../support/looks.ts'
import { expect, storedToken, storeToken, test } from '../support/test.ts'

const part = (value: string) => Buffer.from(value).toString('base64url')
const header = part('{"alg":"HS256"}')

// web/src/features/auth/auth-provider.test.tsx tests unreadable tokens and retries while the server is down.

test('an expired token leads to /login without a call, a forged one after a call', async ({ page, app }) => {
  const asked: string[] = []
  page.on('request', request => {
    if (request.url().includes('/api/auth/me')) asked.push(request.url())
  })
  for (const [payload, times] of [
    ['{"exp":1000}', 0],
    ['{"sub":"1","sid":"x","exp":9999999999}', 1],
  ] as const) {
    await storeToken(page, app.url, `${header}.${part(payload)}.forged`)
    await page.goto('/admin/dashboard')
    await expect(page.getByRole('heading', { name: 'Login to Daily Report App' })).toBeVisible()
    await expect(page).toHaveURL(`${app.url}/login`)
    expect(await storedToken(page)).toBeNull()
    expect(asked).toHaveLength(times)
  }
})

test('a revoked token leads to /login, and signing out in one tab signs out the other', async ({
  page,
  context,
  app,
  cast,
  request,
}) => {
  const signedIn = page.getByText(`Signed in as: ${cast.dina.name}`)
  const token = await signIn(request, app.url, cast.dina)
  await storeToken(page, app.url, token)
  await page.goto('/dashboard')
  await expect(signedIn).toBeVisible()
  await request.post(`${app.url}/api/auth/logout`, { headers: { 'x-auth-token': token } })
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Login to Daily Report App' })).toBeVisible()
  await expect(page).toHaveURL(`${app.url}/login`)
  expect(await storedToken(page)).toBeNull()

  await storeToken(page, app.url, await signIn(request, app.url, cast.dina))
  await page.goto('/dashboard')
  await expect(signedIn).toBeVisible()
  const other = await context.newPage()
  await other.goto('/dashboard')
  await other.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(`${app.url}/login`)
  await expect(page.getByText('Signed in as')).toBeHidden()
})

test('without a server the user is signed out, sees why, and can return', async ({
  page,
  app,
  cast,
  request,
  consoleWatch,
}) => {
  consoleWatch.allow(/ERR_CONNECTION_REFUSED/, /No response to GET/)
  const reason = page.getByText("We couldn't reach the server, so you were signed out.")
  const wayBack = page.getByRole('link', { name: 'Go back to Submit Report' })
  await storeToken(page, app.url, await signIn(request, app.url, cast.dina))
  let asked = 0
  await page.route('**/api/auth/me', route => {
    asked += 1
    return route.abort('connectionrefused')
  })
  await page.goto('/reports/new')
  await expect(page.getByRole('status')).toBeVisible()
  await expect(reason).toBeVisible()
  await expect(page).toHaveURL(`${app.url}/login`)
  // The number of tries within its three seconds depends on the machine.
  expect(asked).toBeGreaterThan(0)
  expect(await storedToken(page)).toBeNull()
  await page.unroute('**/api/auth/me')

  await page.reload()
  await expect(reason).toBeVisible()
  await page.getByLabel('Email').fill(cast.dina.email)
  await page.getByLabel('Password').fill(cast.dina.password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page).toHaveURL(`${app.url}/dashboard`)
  await expect(page.getByText(`Signed in as: ${cast.dina.name}`)).toBeVisible()
  await expectNoAxeViolations(page)
  await wayBack.click()
  await expect(page).toHaveURL(`${app.url}/reports/new`)
})
