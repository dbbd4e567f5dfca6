import { cast } from '../support/cast.ts'
import { expectNoAxeViolations, expectNoSidewaysScrollingAt } from '../support/looks.ts'
import { expect, test } from '../support/test.ts'

test.use({ viewport: { width: 1440, height: 900 } })

const email = (index: number) => `crowd-${index}@example.com`

// import-users-page.test.tsx tests that with 500 lines a keystroke renders only its own line.
test('thirty pasted people are invited once, after errors are corrected and existing accounts removed', async ({
  page,
  signInAs,
  consoleWatch,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await signInAs(page, cast.max)
  await page.goto('/admin/users')
  await page.getByRole('link', { name: 'Add several people' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Add Several People')

  // looks.spec.ts tests the empty page.
  const lines = Array.from(
    { length: 30 },
    (_, index) => `Crowd ${index}\t${email(index)}\tDesigner\tCrowd project`,
  )
  lines[4] = 'Crowd 4\tcrowd-4@example\tDesigner'
  lines[11] = `C\t${email(11)}\tDesigner`
  lines[20] = `Crowd 20\t${email(3).toUpperCase()}\tDesigner`
  lines.push(cast.dina.email, cast.omar.email)
  await page.getByLabel('People').fill(lines.join('\n'))
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText("This project doesn't exist yet")).toBeVisible()
  await page.getByLabel('Create it').check()
  const status = page.getByRole('status').filter({ hasText: '32 people' })
  await expect(status).toHaveText('32 people. 3 lines need a change.')
  await expectNoAxeViolations(page)
  await expectNoSidewaysScrollingAt(page, [1440, 1024, 768, 360])
  await page.setViewportSize({ width: 1440, height: 900 })

  // The pasted list survives a reload.
  await page.reload()
  await expect(page.getByText('We kept what you typed last time.')).toBeVisible()
  await page.getByRole('button', { name: 'Next problem' }).click()
  const line = (number: number) => page.getByRole('group', { name: `Line ${number}`, exact: true })
  await expect(line(5).getByLabel('Email')).toBeFocused()
  await page.keyboard.type('.com')
  await page.getByRole('button', { name: 'Next problem' }).click()
  await expect(line(12).getByText('Name must be at least 2 characters')).toBeVisible()
  await expect(line(12).getByLabel('Name')).toBeFocused()
  await page.keyboard.type('rowd 11')
  await expect(line(21).getByText('This email is also on line 4')).toBeVisible()
  await line(21).getByLabel('Email').fill(email(20))
  await expect(status).toHaveText('32 people. Everything looks right.')

  consoleWatch.allow(/User already exists/, /status of 400/)
  await page.getByRole('button', { name: 'Invite 32 people' }).click()
  await expect(page.getByText('2 people on this list already have an account.')).toBeVisible()
  await page.getByRole('button', { name: 'Remove these 2 lines' }).click()

  let calls = 0
  page.on('request', sent => {
    if (sent.url().endsWith('/api/users/import')) calls++
  })
  await page.getByRole('button', { name: 'Invite 30 people' }).dblclick()
  await expect(page.getByText("You've invited 30 people.")).toBeVisible()
  expect(calls).toBe(1)
  await expectNoAxeViolations(page)
  await expectNoSidewaysScrollingAt(page, [1440, 768, 360])
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('button', { name: 'Copy all links' }).click()
  const links = async () => (await page.evaluate(() => navigator.clipboard.readText())).split('\n')
  await expect.poll(links).toHaveLength(30)
  expect((await links())[4]).toMatch(/^Crowd 4 <crowd-4@example\.com>\thttp\S+\/welcome\?code=[\w-]{43}$/)

  await page.getByRole('main').getByRole('link', { name: 'Manage Users' }).last().click()
  await page.getByPlaceholder('Filter by name, email or role').fill('crowd-')
  await expect(page.getByText(/^30 of \d+ users$/)).toBeVisible()
  await expect(page.getByRole('table', { name: 'Users' }).getByText('Invited')).toHaveCount(30)

  // The list is no longer stored.
  await page.goto('/admin/users/import')
  await expect(page.getByLabel('People')).toHaveValue('')
})

test('on a phone a valid line is one row, opens with a press, and stays open while it is corrected', async ({
  page,
  signInAs,
}) => {
  await page.setViewportSize({ width: 375, height: 812 })
  await signInAs(page, cast.max)
  await page.goto('/admin/users/import')
  const people = Array.from({ length: 20 }, (_, index) => `Crowd ${index}, ${email(index)}, Designer`)
  await page.getByLabel('People').fill(['Wrong One, wrong@example', ...people].join('\n'))
  await page.getByRole('button', { name: 'Continue' }).click()
  const line = (number: number) => page.getByRole('group', { name: `Line ${number}`, exact: true })
  const toggle = line(2).getByRole('button', { name: 'Crowd 0' })
  await expect(toggle).toHaveAttribute('aria-expanded', 'false')
  await expect(toggle).toContainText(email(0))
  await expect(toggle).toContainText('Designer')
  await expect(page.getByLabel('Name', { exact: true })).toHaveCount(1)
  const lines = await page.getByRole('list', { name: 'People' }).boundingBox()
  expect(lines?.height, 'the height of 21 lines, of which one is open').toBeLessThan(20 * 100 + 500)

  await line(1).getByLabel('Email').fill('wrong@example.com')
  await expect(
    page.getByRole('status').filter({ hasText: '21 people. Everything looks right.' }),
  ).toBeVisible()
  await expect(line(1).getByLabel('Email')).toBeFocused()

  await toggle.click()
  await line(2).getByLabel('Name', { exact: true }).fill('Carla Crowd')
  await line(2).getByRole('button', { name: 'Line 2', exact: true }).click()
  await expect(line(2).getByRole('button', { name: 'Carla Crowd' })).toBeFocused()
  await line(1).getByRole('button', { name: 'Remove line 1' }).click()
  await expect(line(1).getByRole('button', { name: 'Carla Crowd' })).toBeFocused()
  await page.getByRole('button', { name: 'Add a line' }).click()
  await expect(line(21).getByLabel('Name', { exact: true })).toBeFocused()
  await expectNoAxeViolations(page)
  await expectNoSidewaysScrollingAt(page, [768, 360])
})
