import { cast } from '../support/cast.ts'
import { expect, test } from '../support/test.ts'

// Every path for every role: see web/src/app/router.test.tsx. Here one path of each kind is opened in a browser, where
// the server answers for every path and the guards wait for the real authentication check.

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

test('a guest, a manager and a designer are let in where they belong, and sent elsewhere from all else', async ({
  page,
  app,
  signInAs,
  consoleWatch,
}) => {
  // The ids in the paths stand for nothing, and the screens may say so.
  consoleWatch.allow(/status of 404/, /Not found|not found/)
  for (const { person, ends } of visitors) {
    if (person) await signInAs(page, person)
    for (const [path, end] of Object.entries(ends)) {
      await page.goto(path)
      // The spinner has no heading: once there is one, the guards have decided.
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page, `${person?.name ?? 'a guest'} at ${path}`).toHaveURL(app.url + end)
    }
  }
})
