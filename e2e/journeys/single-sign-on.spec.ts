import type { Page } from '@playwright/test'
import { startRealProvider } from '../../server/test/real-provider.ts'
import { cast } from '../support/cast.ts'
import { expectNoAxeViolations, expectNoSidewaysScrollingAt } from '../support/looks.ts'
import { expect, storedToken, test } from '../support/test.ts'

test.use({ viewport: { width: 1440, height: 900 } })

const people = () => [
  { sub: 'nora', email: 'nora@example.com', name: 'Nora Newcomer', groups: ['leads'] },
  { sub: 'ada', email: cast.ada.email, name: 'Ada at Work', groups: ['it-admins'] },
  { sub: 'other', email: 'other@example.org', name: 'Olga Other' },
]

async function signInThere(page: Page, email: string) {
  await page.getByRole('link', { name: 'Sign in with Company Login' }).click()
  await expect(page.getByRole('heading', { name: 'Company Login' })).toBeVisible()
  await page.getByLabel('Company email').fill(email)
  await page.getByRole('button', { name: 'Continue' }).click()
}

test('on the first day of an office, people sign in with the company account and no password', async ({
  page,
  app,
  consoleWatch,
}) => {
  const provider = await startRealProvider(people())
  const { url } = await app.startFresh({
    admin: cast.ada,
    env: {
      ...provider.settings,
      OIDC_CREATE_USERS: 'on',
      OIDC_ALLOWED_DOMAINS: 'example.com',
      OIDC_ROLES: 'admin=it-admins,manager=leads',
    },
  })
  await page.goto(`${url}/login`)
  await expect(page.getByRole('link', { name: 'Sign in with Company Login' })).toBeVisible()
  await expectNoAxeViolations(page)
  await expectNoSidewaysScrollingAt(page, [1440, 375])
  await page.setViewportSize({ width: 1440, height: 900 })

  await signInThere(page, 'nora@example.com')
  await expect(page).toHaveURL(`${url}/dashboard`)
  expect(await storedToken(page)).toBeTruthy()
  expect(await page.evaluate(() => document.cookie)).not.toContain('sso')

  // The account page says that there is no password, and doesn't let the user remove their only way to sign in.
  await page.goto(`${url}/account`)
  const section = page.getByRole('region', { name: 'Single sign-on' })
  await expect(section.getByText('nora@example.com')).toBeVisible()
  await expect(
    page.getByRole('region', { name: 'Password', exact: true }).getByLabel('Current password'),
  ).toHaveCount(0)
  consoleWatch.allow(/This is your only way to sign in/, /status of 409/)
  await section.getByRole('button', { name: 'Unlink nora@example.com' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Unlink' }).click()
  await expect(dialog.getByText('This is your only way to sign in. Choose a password first.')).toBeVisible()
  await expectNoAxeViolations(page)

  // A person of another company sees on the login page why they can't sign in.
  await page.context().clearCookies()
  await page.evaluate(() => localStorage.clear())
  consoleWatch.allow(/can't sign in here/, /status of 403/)
  await page.goto(`${url}/login`)
  await signInThere(page, 'other@example.org')
  await expect(page.getByText("other@example.org can't sign in here. Ask an administrator.")).toBeVisible()
  await expect(page).toHaveURL(`${url}/login`)
  await expectNoAxeViolations(page)
  provider.close()
})

test('a link to a page opens it after signing in; without the provider, administrators use a password', async ({
  page,
  app,
  consoleWatch,
}) => {
  const provider = await startRealProvider(people())
  const { url } = await app.startFresh({ admin: cast.ada, env: { ...provider.settings, OIDC_ONLY: 'on' } })
  await page.goto(`${url}/login`)
  await expect(page.getByRole('link', { name: 'Sign in with Company Login' })).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveCount(0)
  await page.goto(`${url}/api/auth/oidc?to=/admin/users`)
  await page.getByLabel('Company email').fill(cast.ada.email)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL(`${url}/admin/users`)
  await expect(page.getByRole('heading', { level: 1, name: 'User Management' })).toBeVisible()

  provider.close()
  await page.context().clearCookies()
  await page.evaluate(() => localStorage.clear())
  consoleWatch.allow(/can't be reached right now/, /status of 409/)
  await page.goto(`${url}/login`)
  await page.getByRole('link', { name: 'Sign in with Company Login' }).click()
  await expect(page.getByRole('alert').getByText("Company Login can't be reached right now.")).toBeVisible()

  // The administrator's password still works.
  await page.goto(`${url}/login?password`)
  await page.getByLabel('Email').fill(cast.ada.email)
  await page.getByLabel('Password').fill(cast.ada.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL(`${url}/admin/dashboard`)
})
