import { cast } from '../support/cast.ts'
import { expect, test } from '../support/test.ts'

// web/src/app/router.test.tsx tests every path for every role. This opens one path of each kind in a browser, where the
// server serves every path and the guards wait for the real authentication check.

const visitors = [
  {
    person: undefined,
    ends: {
      '/': '/',
      '/tasks/1': '/login',
      '/admin/projects/1/summary?userId=1': '/login',
      '/admin/nowhere': '/',
      '/setup?code=anything': '/',
    },
  },
  {
    person: cast.max,
    ends: {
      '/': '/admin/dashboard',
      '/tasks/new': '/tasks/new',
      '/admin/projects/1/summary?userId=1': '/admin/projects/1/summary?userId=1',
      '/tasks/1/more': '/admin/dashboard',
      '/setup': '/admin/dashboard',
    },
  },
  {
    person: cast.desi,
    ends: {
      '/login': '/dashboard',
      '/reports/edit/999999': '/reports/edit/999999',
      '/admin/users': '/dashboard',
      '/register': '/dashboard',
      '/setup': '/dashboard',
    },
  },
]

test('a guest, a manager and a designer reach only their own screens', async ({
  page,
  app,
  signInAs,
  consoleWatch,
}) => {
  // The ids in the paths don't exist, and the screens may log that.
  consoleWatch.allow(/status of 404/, /Not found|not found/)
  for (const { person, ends } of visitors) {
    if (person) await signInAs(page, person)
    for (const [path, end] of Object.entries(ends)) {
      await page.goto(path)
      // The spinner has no heading, so a heading means that the guards have decided.
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page, `${person?.name ?? 'a guest'} at ${path}`).toHaveURL(app.url + end)
    }
  }
})
