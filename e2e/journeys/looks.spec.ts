import type { Page } from '@playwright/test'
import { cast } from '../support/cast.ts'
import { expectNoAxeViolations, expectNoSidewaysScrolling } from '../support/looks.ts'
import { routes } from '../support/routes.ts'
import { expect, test } from '../support/test.ts'

// Every screen in both themes, on a phone and on a desk; and none wider than the narrowest phone.

async function inspect(page: Page, path: string) {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  for (const width of [1440, 375]) {
    await page.setViewportSize({ width, height: 900 })
    await expectNoAxeViolations(page)
  }
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoSidewaysScrolling(page)
}

for (const path of routes.public) {
  test(`the screen ${path}`, ({ page }) => inspect(page, path))
}

test('the login form with everything wrong', async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true')
  await expectNoAxeViolations(page)
  await page.getByLabel('Email').fill('nobody@example.com')
  await page.getByLabel('Password').fill('not the password')
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await expectNoAxeViolations(page)
})

test('the set-up screen', async ({ page, app }) => {
  const server = await app.startFresh()
  await inspect(page, server.setupLink ?? '')
})

const visits = [
  { person: cast.dina, paths: routes.signedIn },
  { person: cast.ada, paths: routes.reviewer },
]
for (const { person, paths } of visits) {
  for (const path of paths) {
    test(`the screen ${path}`, async ({ page, signInAs, consoleWatch }) => {
      // The ids in the addresses stand for nothing, and the screens may say so.
      consoleWatch.allow(/status of 404/, /Not found|not found/)
      await signInAs(page, person)
      await inspect(page, path)
    })
  }
}

test('the open menu on a phone', async ({ page, signInAs }) => {
  await page.setViewportSize({ width: 375, height: 812 })
  await signInAs(page, cast.ada)
  await page.goto('/admin/dashboard')
  await page.getByRole('button', { name: /menu/i }).click()
  await expect(page.getByRole('dialog').getByRole('link', { name: 'Manage Users' })).toBeVisible()
  await expectNoAxeViolations(page)
})
