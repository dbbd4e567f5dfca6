import type { Page } from '@playwright/test'
import { apiAs } from '../support/api.ts'
import { cast, makePerson } from '../support/cast.ts'
import { expectNoAxeViolations, expectNoSidewaysScrollingAt } from '../support/looks.ts'
import { expect, test } from '../support/test.ts'

test.use({ viewport: { width: 1440, height: 900 } })

const size = 30
const emailOf = (index: number) => `crew-${index}@example.com`
const crew = Array.from({ length: size }, (_, index) => ({
  name: `Crew Member ${index}`,
  email: emailOf(index),
  role: 'developer',
}))

async function signInAs(page: Page, open: (page: Page, person: typeof cast.ada) => Promise<string>) {
  await open(page, cast.ada)
  await page.goto('/admin/users')
  await expect(page.getByRole('table', { name: 'Users' })).toBeVisible()
}

test('without teams Manage Users has one link to them and mentions them nowhere else', async ({
  page,
  signInAs: open,
}) => {
  await signInAs(page, open)
  await expect(page.getByRole('link', { name: 'Teams' })).toHaveCount(1)
  await expect(page.getByRole('checkbox')).toHaveCount(0)
  await expect(page.getByRole('combobox', { name: 'Team' })).toHaveCount(0)
  await page.goto('/admin/register')
  await expect(page.getByLabel('Name', { exact: true })).toBeVisible()
  await expect(page.getByRole('group', { name: /^Teams/ })).toHaveCount(0)
})

test('a team of thirty is made from a pasted list', async ({ app, page, request, signInAs: open }) => {
  const admin = await apiAs(request, app.url, cast.ada)
  await admin.post('/users/import', { people: crew })
  await signInAs(page, open)
  await page.getByRole('link', { name: 'Teams' }).click()
  await expect(page.getByText('No teams yet')).toBeVisible()
  await page.getByRole('button', { name: 'Create the first team' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Team Name').fill('The crew')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The crew')
  await page.getByRole('button', { name: 'Add People' }).click()
  // Half of the people are pasted by name and half by e-mail, with two lines that match no one.
  const lines = crew.map(({ name, email }, index) => (index % 2 ? name : `"${name}" <${email}>`))
  await dialog.getByLabel('Names or emails').fill([...lines, 'Nobody Known', 'x@example.org'].join('\n'))
  await expect(dialog.getByText('30 people found')).toBeVisible()
  await dialog.getByRole('button', { name: 'Add 30 people' }).click()
  await expect(dialog.getByRole('alert')).toContainText('leave them out')
  await expect(dialog.getByRole('button', { name: 'Leave out Nobody Known' })).toBeFocused()
  await expectNoAxeViolations(page)
  await expectNoSidewaysScrollingAt(page, [1440, 768, 360])
  await page.setViewportSize({ width: 1440, height: 900 })
  await dialog.getByRole('button', { name: 'Leave out all 2' }).click()
  await dialog.getByRole('button', { name: 'Add 30 people' }).click()
  const people = page.getByRole('table', { name: 'People' })
  await expect(people.getByRole('row')).toHaveCount(size + 1)

  await test.step('removing is one press with Undo, and the focus moves on to the next person', async () => {
    await people.getByRole('button', { name: 'Remove Crew Member 0', exact: true }).press('Enter')
    await expect(people.getByRole('row')).toHaveCount(size)
    await expect(people.getByRole('button', { name: 'Remove Crew Member 1', exact: true })).toBeFocused()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(people.getByRole('row')).toHaveCount(size + 1)
  })

  await test.step('only admins and managers can lead', async () => {
    await page.getByRole('button', { name: 'Add lead' }).click()
    await expect(dialog.getByLabel(/Crew Member/)).toHaveCount(0)
    await dialog.getByLabel(/Max Manager/).check()
    await dialog.getByRole('button', { name: 'Add Leads' }).click()
    await expect(page.getByRole('button', { name: 'Remove lead Max Manager' })).toBeVisible()
    await expectNoAxeViolations(page)
  })

  await test.step('the person sees the team on their account', async () => {
    const nele = await makePerson(request, app.url, 'designer')
    const [team] = (await admin.get('/teams')).data
    await admin.post(`/teams/${team.id}/members`, { user_ids: [nele.id] })
    await open(page, nele)
    await page.goto('/account')
    await expect(page.getByRole('list', { name: 'Your team' })).toHaveText('The crew')
  })
})

test('people selected in Manage Users are added to a new team, which Undo deletes', async ({
  app,
  page,
  request,
  signInAs: open,
}) => {
  const admin = await apiAs(request, app.url, cast.ada)
  await admin.post('/teams', { name: 'Web' })
  await admin.post('/users/import', { people: crew })
  await signInAs(page, open)
  await page.getByRole('searchbox', { name: 'Filter users' }).fill('crew-')
  await page.getByLabel('Select Crew Member 0', { exact: true }).check()
  await page.getByRole('button', { name: 'Select all 30' }).click()
  await expect(page.getByText('30 selected')).toBeVisible()
  await page.getByRole('button', { name: 'Add to team' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Team', { exact: true }).selectOption('New team…')
  await dialog.getByLabel('Team Name').fill('The crew')
  await expectNoAxeViolations(page)
  await dialog.getByRole('button', { name: 'Add to Team' }).click()
  await expect(page.getByText('30 people added to The crew.')).toBeVisible()
  await expect(page.getByRole('row', { name: /Crew Member 7\b/ })).toContainText('The crew')

  await page.getByRole('combobox', { name: 'Team' }).selectOption('The crew')
  await expect(page.getByText(/^30 of \d+ users$/)).toBeVisible()
  await expect(page).toHaveURL(/team=\d+/)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('combobox', { name: 'Team' }).getByRole('option')).toHaveText([
    'All teams',
    'Web',
    'No team',
  ])
})

test('for a team deleted meanwhile, the dialog says so and keeps what was typed', async ({
  app,
  page,
  request,
  signInAs: open,
  consoleWatch,
}) => {
  const admin = await apiAs(request, app.url, cast.ada)
  const team = await admin.post('/teams', { name: 'Short-lived' })
  const token = await open(page, cast.ada)
  await page.goto(`/admin/teams/${team.id}`)
  await page.getByRole('button', { name: 'Add People' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Names or emails').fill('Dina Developer')
  await request.delete(`${app.url}/api/teams/${team.id}`, { headers: { 'x-auth-token': token } })
  consoleWatch.allow(/Team not found/, /status of 404/)
  await dialog.getByRole('button', { name: 'Add 1 person' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('This team was deleted meanwhile. Nothing was changed.')
  await expect(dialog.getByLabel('Names or emails')).toHaveValue('Dina Developer')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('This team no longer exists')).toBeVisible()
  await page.getByRole('link', { name: 'All teams' }).click()
  await expect(page.getByText('Short-lived')).toHaveCount(0)
})

test('on a phone people are selected with a finger, and each has their own picture', async ({
  app,
  page,
  request,
  signInAs: open,
}) => {
  const admin = await apiAs(request, app.url, cast.ada)
  const users: { id: number }[] = await admin.get('/users')
  const team = await admin.post('/teams', { name: 'Web', member_ids: users.map(({ id }) => id) })
  await page.setViewportSize({ width: 375, height: 800 })
  await signInAs(page, open)
  const box = page.getByLabel('Select Dina Developer', { exact: true })
  // Taps the label, which is as large as a finger and covers the check box.
  await page.locator('label', { has: box }).click()
  await expect(box).toBeChecked()
  await expect(page.getByText('1 selected')).toBeVisible()

  await page.goto(`/admin/teams/${team.id}`)
  const row = page.getByRole('table', { name: 'People' }).getByRole('row', { name: /Omar Developer/ })
  const [picture, around] = [await row.locator('.avatar').boundingBox(), await row.boundingBox()]
  if (!picture || !around) throw new Error('The row is not shown')
  expect(picture.y).toBeGreaterThanOrEqual(around.y)
  expect(picture.y + picture.height).toBeLessThanOrEqual(around.y + around.height)
})
