import { cast } from '../support/cast.ts'
import { expectNoSidewaysScrolling, fontsLoaded, waitForFont } from '../support/looks.ts'
import { expect, storeToken, test } from '../support/test.ts'

const forReviewers = [
  { name: 'Dashboard', path: '/admin/dashboard' },
  { name: 'Today', path: '/admin/today' },
  { name: 'All Reports', path: '/admin/reports' },
  { name: 'Calendar', path: '/admin/calendar' },
  { name: 'Insights', path: '/admin/insights' },
  { name: 'Blockers', path: '/admin/blockers' },
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
      // The title equals the text of the link.
      await expect(page).toHaveTitle(new RegExp(`^(Admin )?${name} · Daily Report App$`))
      titles.add(await page.title())
    }
    // Every screen has a unique title.
    expect(titles.size).toBe(links.length)
  })
}

test('the links of staff fit beside the logo, those of reviewers have their own row, and no label wraps', async ({
  page,
  team,
}) => {
  await waitForFont(page)
  for (const [person, path, rows] of [
    [cast.max, '/admin/blockers', { 1440: 2, 1280: 2, 1100: 2, 992: 2 }],
    [cast.dina, '/reports', { 1440: 1, 1280: 1, 992: 1 }],
  ] as const) {
    await storeToken(page, team.url, team.tokenOf(person))
    await page.goto(team.url + path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await fontsLoaded(page)
    for (const [width, expected] of Object.entries(rows)) {
      await page.setViewportSize({ width: Number(width), height: 900 })
      const middles = await page.getByRole('banner').evaluate(banner =>
        [...banner.querySelectorAll('.brand, nav a, button')]
          .filter(element => element.checkVisibility())
          .map(element => {
            const { top, bottom } = element.getBoundingClientRect()
            return Math.round((top + bottom) / 20)
          }),
      )
      expect(new Set(middles).size, `rows for ${person.role} at ${width} px`).toBe(expected)
      await expectNoSidewaysScrolling(page)
    }
  }
})

test('the skip link skips the navigation, and a phone’s menu opens and closes by keyboard', async ({
  page,
  app,
  cast,
  signInAs,
}) => {
  await signInAs(page, cast.dina)
  await page.goto('/dashboard')
  // Before the page is loaded, nothing in it can take the focus.
  await expect(page.getByRole('main').getByRole('link', { name: 'Submit Now' })).toBeVisible()
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
