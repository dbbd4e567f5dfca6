import type { Browser, Locator, Page } from '@playwright/test'
import { addDays, addMonths } from '#shared/dates.ts'
import { messages } from '#shared/messages.ts'
import { apiAs, today } from '../support/api.ts'
import { cast, makePerson, type Person, register, signIn } from '../support/cast.ts'
import { makeClock } from '../support/clock.ts'
import {
  expectAllInSight,
  expectAxeContent,
  expectNoAxeViolations,
  expectNoLayoutShift,
  expectNoSidewaysScrolling,
  nextFrames,
  waitForContent,
  watchLayoutShifts,
} from '../support/looks.ts'
import { makeProject } from '../support/projects.ts'
import { enter } from '../support/screens.ts'
import { expect, storeToken, test } from '../support/test.ts'

const day = (page: Page, date: string) => page.locator(`[data-date="${date}"]`)
const dialog = (page: Page) => page.getByRole('dialog')
/** Time off is shown before it is saved, so a reload has to wait for the save. */
const saved = (page: Page, method: 'POST' | 'DELETE') =>
  page.waitForResponse(reply => reply.request().method() === method && reply.url().includes('/api/absences'))

/** The Monday of the second week of next month, whose whole week is in the future. */
function mondayOfNextMonth(): string {
  const first = `${addMonths(today().slice(0, 7), 1)}-08`
  let monday = first
  while (new Date(`${monday}T00:00:00Z`).getUTCDay() !== 1) monday = addDays(monday, 1)
  return monday
}

async function openMonth(page: Page, date: string) {
  await page.goto(`/calendar?month=${date.slice(0, 7)}`)
  await expect(day(page, date)).toBeVisible()
}

test('vacation is entered by dragging, undone, and entered by keyboard; a refused form keeps its values', async ({
  page,
  request,
  app,
  signInAs,
  consoleWatch,
}) => {
  const person = await makePerson(request, app.url, 'developer')
  await signInAs(page, person)
  const monday = mondayOfNextMonth()
  await openMonth(page, monday)

  const drag = async () => {
    await day(page, monday).hover()
    await page.mouse.down()
    await day(page, addDays(monday, 2)).hover()
    await day(page, addDays(monday, 4)).hover()
    await expect(page.getByText('5 days selected')).toBeVisible()
    await page.mouse.up()
    await expect(dialog(page)).toBeVisible()
  }
  await drag()
  await expect(dialog(page).getByLabel('First day')).toHaveValue(monday)
  await expect(dialog(page).getByLabel('Last day')).toHaveValue(addDays(monday, 4))
  await expectNoAxeViolations(page)
  await expectAllInSight(dialog(page))
  await dialog(page).getByLabel('Note (optional)').fill('By the sea')
  await dialog(page).getByRole('button', { name: 'Add time off' }).click()
  await expect(day(page, monday)).toHaveAccessibleName(/: Vacation$/)
  await expectAxeContent(page, 'with time off and the way to undo it')

  const undone = saved(page, 'DELETE')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(day(page, monday)).toHaveAccessibleName(/: Upcoming$/)
  await undone
  await page.reload()
  await expect(day(page, monday)).toHaveAccessibleName(/: Upcoming$/)

  await drag()
  const added = saved(page, 'POST')
  await dialog(page).getByRole('button', { name: 'Add time off' }).click()
  await expect(page.getByText('Time off added: 5 days.')).toBeVisible()
  await added
  await page.reload()
  await expect(day(page, addDays(monday, 4))).toHaveAccessibleName(/: Vacation$/)
  await expect(page.getByText('Time off5 days')).toBeVisible()

  await test.step('by the keyboard alone', async () => {
    consoleWatch.allow(/already time off/, /409/)
    const sickDay = addDays(monday, 7)
    const own = await apiAs(request, app.url, person)
    await own.post('/absences', { start_date: sickDay, end_date: sickDay, kind: 'sick' })
    await openMonth(page, sickDay)
    await expect(day(page, sickDay)).toHaveAccessibleName(/: Sick$/)

    await day(page, addDays(sickDay, 2)).focus()
    await page.keyboard.press('Shift+ArrowLeft')
    await page.keyboard.press('Shift+ArrowLeft')
    await page.keyboard.press('Enter')
    await expect(dialog(page).getByLabel('Kind')).toBeFocused()
    await page.keyboard.press('o')
    await page.keyboard.press('Tab')
    await page.keyboard.type('Moving house')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(dialog(page).getByRole('alert')).toHaveText(messages.absences.overlaps)
    await expect(dialog(page).getByLabel('Note (optional)')).toHaveValue('Moving house')
    await expect(dialog(page).getByLabel('Kind')).toHaveValue('other')

    // The new period begins after the day that is already time off.
    await dialog(page).getByLabel('First day').fill(addDays(sickDay, 1))
    await page.keyboard.press('Enter')
    await expect(dialog(page)).toHaveCount(0)
    await expect(day(page, addDays(sickDay, 2))).toHaveAccessibleName(/: Other$/)
    await expect(day(page, sickDay)).toHaveAccessibleName(/: Sick$/)

    // An entry is opened and deleted by keyboard too.
    await day(page, sickDay).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: 'Edit time off' })).toBeVisible()
    await dialog(page).getByRole('button', { name: 'Delete time off' }).press('Enter')
    await expect(day(page, sickDay)).toHaveAccessibleName(/: Upcoming$/)
    await expect(day(page, sickDay)).toBeFocused()
  })
})

test('a long press on a day selects days', async ({ browser, request, app }) => {
  const person = await makePerson(request, app.url, 'developer')
  const context = await browser.newContext({
    viewport: { width: 375, height: 812 },
    hasTouch: true,
    isMobile: true,
    baseURL: app.url,
  })
  const page = await context.newPage()
  await storeToken(page, app.url, await signIn(request, app.url, person))
  const monday = mondayOfNextMonth()
  await openMonth(page, monday)
  await day(page, monday).scrollIntoViewIfNeeded()
  const centre = async (date: string) => {
    const box = await day(page, date).boundingBox()
    return { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 }
  }
  const protocol = await context.newCDPSession(page)
  const touch = async (type: 'touchStart' | 'touchMove' | 'touchEnd', date?: string) =>
    protocol.send('Input.dispatchTouchEvent', { type, touchPoints: date ? [await centre(date)] : [] })
  await touch('touchStart', monday)
  await expect(page.getByText('1 day selected')).toBeVisible()
  await touch('touchMove', addDays(monday, 1))
  await touch('touchMove', addDays(monday, 2))
  await expect(page.getByText('3 days selected')).toBeVisible()
  await touch('touchEnd')
  await expect(dialog(page).getByLabel('Last day')).toHaveValue(addDays(monday, 2))
  await context.close()
})

test('the team’s calendar prints on one white landscape page', async ({ page, team }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await enter(page, team.tokenOf(cast.max))
  await page.goto(`${team.url}/admin/calendar`)
  await waitForContent(page)
  await page.evaluate(() => {
    window.addEventListener('beforeprint', () => {
      document.documentElement.dataset.printed = document.documentElement.dataset.bsTheme
    })
  })
  const paper = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  const sizes = [...paper.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)]
  expect(sizes).toHaveLength(1)
  expect(Number(sizes[0]?.[1])).toBeGreaterThan(Number(sizes[0]?.[2]))
  const themes = await page.evaluate(() => ({ ...document.documentElement.dataset }))
  expect(themes).toMatchObject({ printed: 'light', bsTheme: 'dark' })
})

test('on a phone a total stands below the name, and a day is large enough to tap', async ({ page, team }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await enter(page, team.tokenOf(cast.max))
  await page.goto(`${team.url}/admin/calendar`)
  await waitForContent(page)
  const row = page.getByRole('row').filter({ hasText: cast.dina.name })
  const boxOf = async (cell: Locator) => {
    const box = await cell.boundingBox()
    if (!box) throw new Error('The cell has no box')
    return { ...box, right: box.x + box.width, bottom: box.y + box.height }
  }
  const name = await boxOf(row.getByRole('rowheader'))
  const total = await boxOf(row.getByText(/^\d+h|^\d+m$/).first())
  expect(total.x).toBeGreaterThanOrEqual(name.x)
  expect(total.right).toBeLessThanOrEqual(name.right)
  expect(total.bottom).toBeLessThanOrEqual(name.bottom)

  const today = await boxOf(row.locator('td.team-today'))
  expect(Math.min(today.width, today.height)).toBeGreaterThanOrEqual(44)
  // Today and the day before it are visible beside the names.
  const before = await boxOf(row.locator('td:has(+ td.team-today)'))
  expect(before.x).toBeGreaterThanOrEqual(name.right - 1)
  expect(today.right).toBeLessThanOrEqual(360)
  await expectNoSidewaysScrolling(page)
  await expectNoAxeViolations(page)
})

const kiritimati: Person = { ...cast.dina, name: 'Kiri Tabai', email: 'kiri@example.com' }
const baker: Person = { ...cast.dina, name: 'Bo Baker', email: 'bo@example.com' }

test('reports around midnight on both sides of the date line count for the right days', async ({
  browser,
  request,
  app,
}) => {
  test.slow()
  // This is the first minute of Monday on Baker Island, and Tuesday in Kiritimati.
  const clock = makeClock('2027-03-08T12:00:30Z')
  const server = await app.startFresh({ admin: cast.ada, env: clock.env })
  const { url } = server
  const people = { [kiritimati.email]: 'Pacific/Kiritimati', [baker.email]: 'Etc/GMT+12' }
  const ids: number[] = []
  for (const person of [kiritimati, baker]) {
    ids.push((await register(request, url, person)).id)
    const own = await apiAs(request, url, person)
    await own.put('/account', { time_zone: people[person.email] })
  }
  const admin = await signIn(request, url, cast.ada)
  const project = await makeProject(request, url, admin, { name: 'Date line', developers: ids })

  const reportOn = async (person: Person, date: string) => {
    const token = await signIn(request, url, person)
    const reply = await request.post(`${url}/api/reports`, {
      headers: { 'x-auth-token': token },
      data: { date, tasks: 'Late', task_details: [{ description: 'x', hours: 2, project_id: project.id }] },
    })
    expect(reply.status(), await reply.text()).toBe(201)
  }

  // Ten minutes before midnight in Kiritimati.
  clock.moveTo('2027-03-10T09:50:00Z')
  await reportToday(browser, url, kiritimati, await signIn(request, url, kiritimati), {
    zone: 'Pacific/Kiritimati',
    at: '2027-03-10T09:50:00Z',
    project: project.id,
  })
  // Twenty minutes later a report for the day before is late.
  clock.moveTo('2027-03-10T10:10:00Z')
  await reportOn(kiritimati, '2027-03-09')

  clock.moveTo('2027-03-10T11:50:00Z')
  await reportToday(browser, url, baker, await signIn(request, url, baker), {
    zone: 'Etc/GMT+12',
    at: '2027-03-10T11:50:00Z',
    project: project.id,
  })
  clock.moveTo('2027-03-10T12:10:00Z')
  await reportOn(baker, '2027-03-08')

  // For the manager in Berlin it is the 10th.
  const manager = await signIn(request, url, cast.ada)
  const page = await openAs(browser, url, manager, 'Europe/Berlin', '2027-03-10T12:10:00Z')
  await page.goto(`${url}/admin/calendar`)
  const cell = (person: Person, number: number) =>
    page.getByLabel(new RegExp(`^${person.name}, .*\\b${number}\\b.*2027`)).first()
  const words = async (person: Person, number: number) =>
    ((await cell(person, number).getAttribute('aria-label')) ?? '').replace(/^.*: /, '')
  await expect(cell(kiritimati, 9)).toBeVisible()
  const row = async (person: Person) =>
    Promise.all([7, 8, 9, 10, 11, 12].map(number => words(person, number)))
  await expect
    .poll(() => row(kiritimati))
    .toEqual([
      'Not expected',
      'Not expected',
      'Late, 2 hours',
      'Submitted, 1 hour 30 minutes',
      'Due today',
      'Upcoming',
    ])
  await expect
    .poll(() => row(baker))
    .toEqual([
      'Not expected',
      'Late, 2 hours',
      'Submitted, 1 hour 30 minutes',
      'Due today',
      'Upcoming',
      'Upcoming',
    ])
  await page.context().close()
  clock.remove()
})

/** A window in a time zone with its clock set; timers keep running. */
async function openAs(browser: Browser, url: string, token: string, zone: string, at: string) {
  const context = await browser.newContext({ timezoneId: zone })
  const page = await context.newPage()
  await page.clock.setFixedTime(at)
  await storeToken(page, url, token)
  return page
}

type Moment = { zone: string; at: string; project: number }

async function reportToday(
  browser: Browser,
  url: string,
  person: Person,
  token: string,
  { zone, at, project }: Moment,
) {
  const page = await openAs(browser, url, token, zone, at)
  await page.goto(`${url}/reports/new`)
  await page.getByLabel('Summary of tasks').fill(`${person.name} before midnight`)
  await page.getByLabel('Project').first().selectOption(String(project))
  await page.getByLabel('Description').first().fill('The end of the day')
  await page.getByLabel('Hours', { exact: true }).first().fill('1.30')
  await page.getByRole('button', { name: 'Submit Report' }).click()
  await expect(page.getByText('Report submitted')).toBeVisible()
  await page.context().close()
}

test('nothing moves when the totals of the month are loaded', async ({ page, team }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await storeToken(page, team.url, team.tokenOf(cast.dina))
  await watchLayoutShifts(page)
  let release = () => {}
  const released = new Promise<void>(resolve => {
    release = resolve
  })
  await page.route(/\/api\/calendar\/me$/, async route => {
    await released
    await route.continue()
  })
  const asked = page.waitForRequest(/\/api\/calendar\/me$/)
  await page.goto(`${team.url}/calendar`)
  await asked
  await expect(page.getByRole('heading', { name: 'Calendar', level: 1 })).toBeVisible()
  await nextFrames(page)
  release()
  await expect(page.getByLabel('Totals of the month')).toBeVisible()
  await waitForContent(page)
  await expectNoLayoutShift(page)
})
