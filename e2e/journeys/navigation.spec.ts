import { cast } from '../support/cast.ts'
import { expect, test } from '../support/test.ts'

const forReviewers = [
  { name: 'Dashboard', path: '/admin/dashboard' },
  { name: 'Today', path: '/admin/today' },
  { name: 'All Reports', path: '/admin/reports' },
  { name: 'Calendar', path: '/admin/calendar' },
  { name: 'Manage Projects', path: '/admin/projects' },
  { name: 'All Projects', path: '/admin/project-hours' },
  { name: 'Manage Users', path: '/admin/users' },
  { name: 'Register User', path: '/admin/register' },
  { name: 'Task Management', path: '/tasks' },
]
const forStaff = [
  { name: 'Dashboard', path: '/dashboard' },
  { name: 'Submit Report', path: '/reports/new' },
  { name: 'My Reports', path: '/reports' },
  { name: 'My Tasks', path: '/tasks' },
  { name: 'Calendar', path: '/calendar' },
]

// web/src/app/navigation.test.tsx tests the links of all five roles.
const menus = [
  { person: cast.max, links: forReviewers },
  { person: cast.dina, links: forStaff },
]

for (const { person, links } of menus) {
  test(`${person.name} sees the links of the role, and each opens its screen`, async ({
    page,
    app,
    signInAs,
  }) => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await signInAs(page, person)
    await page.goto('/')
    const menu = page.getByRole('navigation').getByRole('list')
    await expect(menu.getByRole('link')).toHaveText(links.map(link => link.name))
    const titles = new Set<string>()
    for (const { name, path } of links) {
      await menu.getByRole('link', { name, exact: true }).click()
      await expect(page).toHaveURL(app.url + path)
      await expect(menu.getByRole('link', { name, exact: true })).toHaveAttribute('aria-current', 'page')
      await expect(page).not.toHaveTitle([...titles].at(-1) ?? '')
      titles.add(await page.title())
    }
    // Every screen has a unique title.
    expect(titles.size).toBe(links.length)
    for (const title of titles) expect(title).toContain('Daily Report App')
  })
}

test('the skip link skips the navigation, and a phone’s menu opens and closes by keyboard', async ({
  page,
  app,
  cast,
  signInAs,
}) => {
  await signInAs(page, cast.dina)
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: /skip to/i })
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('main').locator(':focus')).toBeVisible()

  await page.setViewportSize({ width: 375, height: 812 })
  const menu = page.getByRole('button', { name: /menu/i })
  const link = page.getByRole('navigation').getByRole('link', { name: 'My Reports' })
  await expect(menu).toHaveAttribute('aria-expanded', 'false')
  await expect(link).toBeHidden()

  await menu.press('Enter')
  await expect(menu).toHaveAttribute('aria-expanded', 'true')
  await expect(link).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(link).toBeHidden()
  await expect(menu).toBeFocused()

  await menu.press('Enter')
  await link.press('Enter')
  await expect(page).toHaveURL(`${app.url}/reports`)
  await expect(link).toBeHidden()
})
