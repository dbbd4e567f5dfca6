import type { Account } from '../support/cast.ts'
import { expectNoAxeViolations } from '../support/looks.ts'
import { expect, storedToken, storeToken, test } from '../support/test.ts'

const part = (value: string) => Buffer.from(value).toString('base64url')
const header = part('{"alg":"HS256"}')

const unusable = [
  { what: 'an expired token', token: `${header}.${part('{"exp":1000}')}.x`, logged: [] },
  {
    what: 'a token with bad base64',
    token: `${header}.!.x`,
    logged: [/Invalid token specified: invalid base64 for part #2/],
  },
  {
    what: 'a token with bad JSON',
    token: `${header}.${part('no JSON')}.x`,
    logged: [/Invalid token specified: invalid json for part #2/],
  },
  { what: 'a token without parts', token: 'nonsense', logged: [/Invalid token specified/] },
]

for (const { what, token, logged } of unusable) {
  test(`${what} ends at /login without asking the server`, async ({ page, app, consoleWatch }) => {
    consoleWatch.allow(...logged)
    const asked: string[] = []
    page.on('request', request => {
      if (request.url().includes('/api/auth/me')) asked.push(request.url())
    })
    for (const path of ['/dashboard', '/']) {
      await storeToken(page, app.url, token)
      await page.goto(path)
      await expect(page.getByRole('heading', { name: 'Login to Daily Report App' })).toBeVisible()
      await expect(page).toHaveURL(`${app.url}/login`)
      expect(await storedToken(page)).toBeNull()
    }
    expect(asked).toEqual([])
  })
}

test('a forged token ends at /login', async ({ page, app }) => {
  await storeToken(page, app.url, `${header}.${part('{"sub":"1","sid":"x","exp":9999999999}')}.forged`)
  await page.goto('/admin/dashboard')
  await expect(page.getByRole('heading', { name: 'Login to Daily Report App' })).toBeVisible()
  expect(await storedToken(page)).toBeNull()
})

test('a token that was revoked meanwhile ends at /login', async ({ page, app, cast, request, signInAs }) => {
  const token = await signInAs(page, cast.dina)
  await page.goto('/dashboard')
  await expect(page.getByText(`Signed in as: ${cast.dina.name}`)).toBeVisible()
  await request.post(`${app.url}/api/auth/logout`, { headers: { 'x-auth-token': token } })
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Login to Daily Report App' })).toBeVisible()
  await expect(page).toHaveURL(`${app.url}/login`)
  expect(await storedToken(page)).toBeNull()
})

test('signing out in one tab signs the other tab out', async ({ page, context, app, cast, signInAs }) => {
  await signInAs(page, cast.dina)
  await page.goto('/dashboard')
  await expect(page.getByText(`Signed in as: ${cast.dina.name}`)).toBeVisible()
  const other = await context.newPage()
  await other.goto('/dashboard')
  await other.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(`${app.url}/login`)
  await expect(page.getByText('Signed in as')).toBeHidden()
})

test.describe('while the server is away', () => {
  test.beforeEach(({ consoleWatch }) => {
    consoleWatch.allow(
      /status of 503/,
      /ERR_CONNECTION_REFUSED/,
      /No response to GET/,
      /ApiError/,
      /status of 500/,
    )
  })

  for (const how of ['503', 'no answer'] as const) {
    test(`${how}: the authentication check waits behind the spinner and goes on`, async ({
      page,
      cast,
      signInAs,
    }) => {
      await signInAs(page, cast.dina)
      let asked = 0
      await page.route('**/api/auth/me', route => {
        asked += 1
        if (asked > 2) return route.continue()
        if (how === '503') return route.fulfill({ status: 503, json: { msg: 'Busy', error: 'Busy' } })
        return route.abort('connectionrefused')
      })
      await page.goto('/dashboard')
      await expect(page.getByRole('status')).toBeVisible()
      await expect(page.getByText(`Signed in as: ${cast.dina.name}`)).toBeVisible()
      expect(asked).toBe(3)
    })
  }

  test('it gives up after three seconds and signs out', async ({ page, app, cast, signInAs }) => {
    await signInAs(page, cast.dina)
    let asked = 0
    await page.route('**/api/auth/me', route => {
      asked += 1
      return route.abort('connectionrefused')
    })
    await page.goto('/dashboard')
    await expect(page).toHaveURL(`${app.url}/login`)
    expect(asked).toBeGreaterThan(2)
    expect(await storedToken(page)).toBeNull()
  })

  test('the login page says why, and after signing in the dashboard offers the way back', async ({
    page,
    app,
    cast,
    signInAs,
  }) => {
    const signIn = async (person: Account) => {
      await page.getByLabel('Email').fill(person.email)
      await page.getByLabel('Password').fill(person.password)
      await page.getByRole('button', { name: 'Login', exact: true }).click()
      await expect(page.getByText(`Signed in as: ${person.name}`)).toBeVisible()
    }
    const reason = page.getByText("We couldn't reach the server, so you were signed out.")
    const wayBack = page.getByRole('link', { name: 'Go back to Submit Report' })
    const loseServer = async () => {
      await signInAs(page, cast.dina)
      await page.goto('/reports/new')
      await expect(page.getByRole('heading', { name: 'Submit Daily Report' })).toBeVisible()
      await page.route('**/api/auth/me', route => route.abort('connectionrefused'))
      await page.reload()
      await expect(reason).toBeVisible()
      await page.unroute('**/api/auth/me')
    }

    await loseServer()
    await page.reload()
    await expect(reason).toBeVisible()
    await signIn(cast.dina)
    await expect(page).toHaveURL(`${app.url}/dashboard`)
    await expectNoAxeViolations(page)
    await wayBack.click()
    await expect(page).toHaveURL(`${app.url}/reports/new`)
    await page.goto('/dashboard')
    await expect(page.getByRole('heading', { name: /Dina/ })).toBeVisible()
    await expect(wayBack).toHaveCount(0)

    await loseServer()
    await signIn(cast.omar)
    await expect(page.getByRole('heading', { name: /Omar/ })).toBeVisible()
    await expect(wayBack).toHaveCount(0)
  })

  test('any other failure signs out at once', async ({ page, app, cast, signInAs }) => {
    await signInAs(page, cast.dina)
    let asked = 0
    await page.route('**/api/auth/me', route => {
      asked += 1
      return route.fulfill({ status: 500, json: { msg: 'Broken', error: 'Broken' } })
    })
    await page.goto('/dashboard')
    await expect(page).toHaveURL(`${app.url}/login`)
    expect(asked).toBe(1)
    expect(await storedToken(page)).toBeNull()
  })
})
