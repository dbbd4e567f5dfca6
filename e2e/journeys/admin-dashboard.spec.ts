import type { Page } from '@playwright/test'
import { messages } from '#shared/messages.ts'
import { cast, makePerson, signIn } from '../support/cast.ts'
import { makeClock } from '../support/clock.ts'
import {
  expectAxeContent,
  expectNoLayoutShift,
  expectNoSidewaysScrollingAt,
  waitForContent,
  watchLayoutShifts,
} from '../support/looks.ts'
import { makeProject } from '../support/projects.ts'
import { expect, storeToken, test } from '../support/test.ts'

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test('in the morning every number names its day, and links to a list with as many entries', async ({
  page,
  app,
  request,
}) => {
  const [friday, monday, tuesday] = ['2027-03-05', '2027-03-08', '2027-03-09'] as const
  const clock = makeClock(`${friday}T08:00:00Z`)
  const { url } = await app.startFresh({ admin: cast.ada, env: clock.env })
  try {
    const max = await makePerson(request, url, 'manager', 'Max Reads')
    const names = ['Ann Four', 'Ben Four', 'Cid Four', 'Dan Four']
    const people = await Promise.all(names.map(name => makePerson(request, url, 'developer', name)))
    const developers = people.map(({ id }) => id)
    const admin = await signIn(request, url, cast.ada)
    const website = await makeProject(request, url, admin, { name: 'Website', developers })
    // Signs in again for each day, because the sign-in of the day before has expired.
    const report = async (person: typeof max, date: string) => {
      const reply = await request.post(`${url}/api/reports`, {
        headers: { 'x-auth-token': await signIn(request, url, person) },
        data: {
          date,
          tasks: `What ${person.name} did`,
          task_details: [{ project_id: website.id, description: 'Pages', hours: '2.30' }],
        },
      })
      expect(reply.status(), await reply.text()).toBe(201)
    }
    const [ann, ben, cid, dan] = people as [typeof max, typeof max, typeof max, typeof max]
    clock.moveTo(`${friday}T16:00:00Z`)
    for (const person of [ann, max]) await report(person, friday)
    clock.moveTo(`${monday}T16:00:00Z`)
    for (const person of [ann, ben, cid]) await report(person, monday)
    // It is half past eight in Berlin, before the summary, so Today opens with Monday.
    clock.moveTo(`${tuesday}T07:30:00Z`)
    await report(dan, tuesday)

    await page.clock.setFixedTime(`${tuesday}T07:30:00Z`)
    await storeToken(page, url, await signIn(request, url, max))
    const follow = async (name: string, link: string, day?: string) => {
      await page.goto(`${url}/admin/dashboard`)
      if (day) await expect(card(page, name)).toContainText(day)
      await card(page, name).getByRole('link', { name: link, exact: true }).click()
    }
    const panel = page.getByRole('region', { name: 'The team on this day' })
    const group = (name: RegExp) => panel.getByRole('region', { name }).getByRole('listitem')

    await follow('To review', '3 to review', 'Mon 8 Mar')
    await expect(page.getByText('Yesterday, Mon 8 Mar')).toBeVisible()
    await expect(group(/^To review 3$/)).toHaveCount(3)
    await follow('To review', '1 today')
    await expect(page.getByText('Today, Tue 9 Mar')).toBeVisible()
    await expect(group(/^To review 1$/)).toHaveCount(1)
    await follow('To review', '2 earlier, 1 of them yours')
    await expect(page.getByText('2 reports', { exact: true })).toBeVisible()
    await expect(page.getByRole('table').getByRole('row')).toHaveCount(1 + 2)
    await follow('Missing today', '3 missing', 'Tue 9 Mar')
    await expect(page.getByText('Today, Tue 9 Mar')).toBeVisible()
    await expect(group(/^Due today 3$/)).toHaveCount(3)
    await follow("Today's Reports", '1 report', 'Tue 9 Mar')
    await expect(page.getByText('1 report', { exact: true })).toBeVisible()
    await follow('Team Members', '6 people')
    await expect(page.getByRole('table').getByRole('row')).toHaveCount(1 + 6)
    await follow('Projects', '1 project')
    await expect(page.getByRole('button', { name: /^Resources for / })).toHaveCount(1)
  } finally {
    clock.remove()
  }
})

test('the first admin of an empty server sees the first steps, and nothing moves when they appear', async ({
  page,
  app,
  request,
}) => {
  const { url } = await app.startFresh({ admin: cast.ada })
  const token = await signIn(request, url, cast.ada)
  await page.setViewportSize({ width: 375, height: 900 })
  await watchLayoutShifts(page)
  await storeToken(page, url, token)
  await page.goto(`${url}/admin/dashboard`)
  const steps = card(page, 'First steps')
  await expect(steps.getByRole('listitem')).toHaveCount(5)
  await waitForContent(page)
  await expectNoLayoutShift(page)
  await expectAxeContent(page, 'on a phone')
  await expectNoSidewaysScrollingAt(page, [360, 768, 1440])
  await page.setViewportSize({ width: 375, height: 900 })
  for (const target of await steps.getByRole('link').or(steps.getByRole('button')).all())
    expect((await target.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  // The specified parts of the dashboard are there too.
  for (const name of ["Today's Reports", 'Team Members', 'Projects', 'Recent Reports'])
    await expect(card(page, name)).toBeVisible()

  await page.goto(`${url}/admin/today`)
  await expect(page.getByText(messages.calendar.noUsers)).toBeVisible()
  await expect(page.getByText(messages.teamDay.nothingExpectedHint)).toBeHidden()

  await makeProject(request, url, token, { name: 'Website', developers: [] })
  await page.goto(`${url}/admin/dashboard`)
  await expect(steps.getByRole('listitem').first()).toContainText('Done')
})
