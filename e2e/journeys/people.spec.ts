import type { Page } from '@playwright/test'
import { type Account, register, tokenOf } from '../support/cast.ts'
import { expectAxeContent, expectNoAxeViolations, expectNoSidewaysScrolling } from '../support/looks.ts'
import { expect, storedToken, test } from '../support/test.ts'

let count = 0
function newcomer(name: string): Account {
  count += 1
  return { name, email: `newcomer-${count}@example.com`, password: 'a password of their own' }
}

async function registerInForm(page: Page, account: Account, role: string) {
  await page.getByRole('navigation').getByRole('link', { name: 'Register User' }).click()
  await expect(page.getByRole('heading', { name: 'Register New User' })).toBeVisible()
  await page.getByLabel('Name').fill(account.name)
  await page.getByLabel('Email').fill(account.email)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.getByLabel('Confirm Password').fill(account.password)
  await page.getByLabel('Role').selectOption(role)
  await page.getByRole('button', { name: 'Register User' }).click()
}

const row = (page: Page, account: Account) =>
  page.getByRole('table', { name: 'Users' }).getByRole('row').filter({ hasText: account.email })

test.use({ viewport: { width: 1440, height: 900 } })

test('an admin registers a manager, who registers a designer but no admin', async ({
  page,
  app,
  cast,
  signInAs,
}) => {
  const max = newcomer('Mona Manager')
  const token = await signInAs(page, cast.ada)
  await page.goto('/admin/dashboard')
  await registerInForm(page, max, 'Manager')
  await expect(page).toHaveURL(`${app.url}/admin/dashboard`)
  await expect(page.getByText('User Mona Manager has been successfully registered.')).toBeVisible()
  expect(await storedToken(page)).toBe(token)

  // Other tests use the same token, so it is removed from the browser instead of ended by Logout.
  await page.goto('/healthz')
  await page.evaluate(() => localStorage.removeItem('token'))
  await page.goto('/login')
  await page.getByLabel('Email').fill(max.email)
  await page.getByLabel('Password').fill(max.password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  // The specification sends a manager here, who still passes the admin guard.
  await expect(page).toHaveURL(`${app.url}/dashboard`)
  await page.getByRole('navigation').getByRole('link', { name: 'Register User' }).click()
  await expect(page.getByText('Only admins can register other admins.')).toBeVisible()
  await expect(page.getByLabel('Role').getByRole('option')).toHaveText([
    'Select a role',
    'Developer',
    'Designer',
    'Marketing',
    'Manager',
  ])
  const desi = newcomer('Delia Designer')
  await registerInForm(page, desi, 'Designer')
  await expect(page).toHaveURL(`${app.url}/admin/dashboard`)

  await page.getByRole('navigation').getByRole('link', { name: 'Manage Users' }).click()
  await expect(row(page, desi)).toContainText('Designer')
  for (const name of ['Edit', 'Reset Password', 'Delete']) {
    await expect(row(page, cast.ada).getByRole('button', { name })).toBeDisabled()
  }
})

// looks.spec.ts tests the looks of the dialogs.
test('an account is edited, gets a new password, is deleted and erased', async ({
  page,
  app,
  cast,
  request,
  signInAs,
}) => {
  await signInAs(page, cast.ada)
  const person = newcomer('Petra Person')
  const { id } = await register(request, app.url, { ...person, role: 'developer' })
  await page.goto('/admin/users')
  const dialog = page.getByRole('dialog')

  await test.step('editing: nothing closes a dialog while its request is in flight', async () => {
    const { promise: isAnswered, resolve: answer } = Promise.withResolvers<void>()
    await page.route(/\/api\/users\/\d+$/, async route => {
      await isAnswered
      await route.continue()
    })
    await row(page, person).getByRole('button', { name: 'Edit' }).click()
    await dialog.getByLabel('Name').fill('Petra Newname')
    await dialog.getByLabel('Role').selectOption('Marketing')
    await dialog.getByRole('button', { name: 'Save Changes' }).click()
    await expect(dialog.getByRole('button', { name: 'Saving...' })).toBeVisible()
    // Chromium sends a cancelable event only for the first Escape.
    for (let time = 0; time < 3; time++) await page.keyboard.press('Escape')
    await expect(dialog).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeDisabled()
    answer()
    await expect(page.getByText('User Petra Newname has been successfully updated.')).toBeVisible()
    await expect(dialog).toHaveCount(0)
    await expect(row(page, person)).toContainText('Marketing')
    await page.unrouteAll({ behavior: 'wait' })
  })

  await test.step('a new password', async () => {
    await row(page, person).getByRole('button', { name: 'Reset Password' }).click()
    await dialog.getByLabel('Password', { exact: true }).fill('another password')
    await dialog.getByLabel('Confirm Password').fill('another passwort')
    await dialog.getByRole('button', { name: 'Reset Password' }).click()
    await expect(dialog.getByText('Passwords must match')).toBeVisible()
    await dialog.getByLabel('Confirm Password').fill('another password')
    await dialog.getByRole('button', { name: 'Reset Password' }).click()
    await expect(page.getByText('Password for Petra Newname has been successfully updated.')).toBeVisible()
    await tokenOf(request, app.url, { ...person, password: 'another password' })
  })

  await test.step('deletion', async () => {
    await row(page, person).getByRole('button', { name: 'Delete' }).click()
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(row(page, person).getByRole('button', { name: 'Delete' })).toBeFocused()
    await page.keyboard.press('Enter')
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('User Petra Newname has been successfully deleted.')).toBeVisible()
    await expect(row(page, person)).toBeHidden()
  })

  await test.step('the name and e-mail of the deleted account are erased', async () => {
    const toggle = page.getByRole('button', { name: 'Deleted accounts' })
    await expect(toggle).toHaveAttribute('aria-expanded', 'false')
    await toggle.click()
    const deleted = page.getByRole('table', { name: 'Deleted accounts' })
    const theirs = deleted.getByRole('row').filter({ hasText: person.email })
    await theirs.getByRole('button', { name: 'Erase name and email of Petra Newname' }).click()
    await expect(dialog).toContainText(`"Former member ${id}"`)
    await expectAxeContent(page, 'with the question open')
    await dialog.getByRole('button', { name: 'Erase', exact: true }).click()
    await expect(page.getByText('The name and email of Petra Newname were erased.')).toBeVisible()
    await expect(deleted.getByRole('row').filter({ hasText: `Former member ${id}` })).toContainText(
      '(erased)',
    )
    await expect(deleted).not.toContainText(person.email)
    await expectNoAxeViolations(page)
    await page.setViewportSize({ width: 360, height: 740 })
    await expectNoSidewaysScrolling(page)
  })
})

// web/src/features/auth/use-refresh-user.test.tsx tests a screen without calls.
test('a demoted manager loses the admin screens on the next click', async ({
  page,
  app,
  cast,
  request,
  signInAs,
  consoleWatch,
}) => {
  // Calls that began with the old role are refused.
  consoleWatch.allow(/You don't have permission to do this/, /status of 403/)
  const token = await tokenOf(request, app.url, cast.ada)
  const bar = page.getByRole('navigation')
  for (const [next, end] of [
    // Staff have tasks too; from all other screens the guards redirect to the dashboard.
    ['Task Management', '/tasks'],
    ['Manage Projects', '/dashboard'],
  ] as const) {
    await test.step(next, async () => {
      const person = newcomer('Dora Demoted')
      const { id } = await register(request, app.url, { ...person, role: 'manager' })
      await signInAs(page, person)
      await page.goto('/admin/users')
      await expect(row(page, person)).toBeVisible()

      const { name, email } = person
      const demoted = await request.put(`${app.url}/api/users/${id}`, {
        headers: { 'x-auth-token': token },
        data: { name, email, role: 'developer' },
      })
      expect(demoted.status()).toBe(200)
      await bar.getByRole('link', { name: next }).click()
      await expect(page).toHaveURL(app.url + end)
      await expect(bar.getByRole('link')).toHaveText([
        'Dashboard',
        'Submit Report',
        'My Reports',
        'My Tasks',
        'Calendar',
      ])
    })
  }
  await page.goto('/admin/users')
  await expect(page).toHaveURL(`${app.url}/dashboard`)
})
