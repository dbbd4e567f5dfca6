import type { Locator, Page } from '@playwright/test'
import { messages } from '#shared/messages.ts'
import { apiAs, today } from '../support/api.ts'
import { cast, makePerson, tokenOf } from '../support/cast.ts'
import { expectNoAxeViolations, expectNoSidewaysScrollingAt, waitForFont } from '../support/looks.ts'
import { makeProject } from '../support/projects.ts'
import { expect, test } from '../support/test.ts'

// Counts how many presses or taps a report from three lines of yesterday's plan takes, by the events of the page.

type Tools = Pick<Parameters<Parameters<typeof test>[2]>[0], 'page' | 'app' | 'signInAs'>
type Counts = { keys: string[]; interactions: string[]; taps: number }

const lines = ['Fix the login page', 'Write the tests for it', 'Call Ada about the map']
const most = { interactions: 8, keys: 11 }

const yesterday = () => {
  const day = new Date(`${today()}T12:00:00Z`)
  day.setUTCDate(day.getUTCDate() - 1)
  return day.toISOString().slice(0, 10)
}

/** Counts a user's actions from the start of the document; typed text is not counted. */
function countEvents() {
  const counts: Counts = { keys: [], interactions: [], taps: 0 }
  Object.assign(window, { counts })
  const named = ({ target }: Event) =>
    target instanceof HTMLElement ? ((target.innerText || target.getAttribute('name')) ?? '') : ''
  const listen = <Type extends keyof DocumentEventMap>(
    type: Type,
    handle: (event: DocumentEventMap[Type]) => void,
  ) => document.addEventListener(type, event => event.isTrusted && handle(event), true)
  listen('keydown', event => {
    const isText = event.key.length === 1 && !event.ctrlKey && event.target instanceof HTMLInputElement
    if (!isText) counts.keys.push(event.key)
  })
  // An interaction is a pressed button, a selected option, or submitting by a key.
  listen('click', event => counts.interactions.push(`click ${named(event)}`))
  listen('change', event => {
    if (event.target instanceof HTMLSelectElement) counts.interactions.push(`choose ${named(event)}`)
  })
  document.addEventListener(
    'submit',
    event => (event as SubmitEvent).submitter === null && counts.interactions.push('submit'),
    true,
  )
  listen('pointerdown', () => {
    counts.taps += 1
  })
}

const countsOf = (page: Page) => page.evaluate(() => (window as unknown as { counts: Counts }).counts)

/** The form of a developer who planned three lines yesterday, or the dashboard that leads to it. */
async function openForm(
  { page, app, signInAs }: Tools,
  projects: string[],
  { path = '/reports/new', yesterdays = {} } = {},
) {
  const person = await makePerson(page.request, app.url, 'developer')
  const admin = await tokenOf(page.request, app.url, cast.ada)
  const made = []
  for (const name of projects) {
    made.push(await makeProject(page.request, app.url, admin, { name, developers: [person.id] }))
  }
  const api = await apiAs(page.request, app.url, person)
  await api.post('/reports', {
    date: yesterday(),
    tasks: 'Yesterday',
    tomorrow_plan: lines.map(line => `- [ ] ${line}`).join('\n'),
    task_details: [{ description: 'Something else', hours: 8, project_id: made[0]?.id }],
    ...yesterdays,
  })
  await signInAs(page, person)
  await page.addInitScript(countEvents)
  await waitForFont(page)
  await page.goto(path)
  const isForm = path === '/reports/new'
  const start = isForm ? page.getByRole('button', { name: 'Submit Report' }) : submitNow(page)
  await expect(start).toBeVisible()
  return { api, person, projects: made }
}

const submitNow = (page: Page) => page.getByRole('link', { name: 'Submit Now' })

const hoursOf = (page: Page, number: number) =>
  page.getByRole('group', { name: `Task ${number}` }).getByLabel('Hours', { exact: true })

/** Fails if the suggestions below the rows take more than one line. */
async function expectOneLine(page: Page) {
  const parts = page.locator('.task-rows-end').locator('button:visible, p:visible')
  await expect.poll(() => parts.count()).toBeGreaterThan(1)
  const apart = () =>
    parts.evaluateAll(all => {
      const middles = all.map(part => {
        const { top, bottom } = part.getBoundingClientRect()
        return (top + bottom) / 2
      })
      return Math.max(...middles) - Math.min(...middles)
    })
  await expect.poll(apart).toBeLessThan(4)
}

async function expectSent(page: Page, { api }: Pick<Awaited<ReturnType<typeof openForm>>, 'api'>) {
  await expect(page.getByText(messages.reports.submitted)).toBeVisible()
  const counts = await countsOf(page)
  const { reports } = await api.get(`/reports/me?date=${today()}&include_task_details=true`)
  expect(reports[0].tasks).toBe(lines.join('\n'))
  expect(reports[0].task_details).toMatchObject([
    { task_description: lines[0], hours: 3 },
    { task_description: lines[1], hours: 2.3 },
    { task_description: lines[2], hours: 1.15 },
  ])
  return counts
}

test('by keyboard alone', async ({ page, app, signInAs }) => {
  const form = await openForm({ page, app, signInAs }, ['Web'])
  const press = (key: string) => page.keyboard.press(key)
  for (const [index, hours] of ['3', '2:30', '1h15'].entries()) {
    await expect(page.getByRole('button', { name: lines[index] })).toBeFocused()
    await press('Enter')
    await expect(hoursOf(page, index + 1)).toBeFocused()
    await page.keyboard.type(hours)
    // This button appears with the first row; after the last row Enter focuses it.
    await expect(page.getByRole('button', { name: 'Use the task descriptions' })).toBeVisible()
    await press('Enter')
  }
  await expect(page.getByRole('button', { name: 'Use the task descriptions' })).toBeFocused()
  await expectOneLine(page)
  await press('Enter')
  await expectOneLine(page)
  await expect(page.getByLabel('Summary of tasks')).toHaveValue(lines.join('\n'))
  await expectNoAxeViolations(page)
  await press('Control+Enter')
  const { keys, interactions } = await expectSent(page, form)
  // One press for each of three lines, one for the summary and one to submit.
  expect(interactions, interactions.join(', ')).toHaveLength(5)
  // Control is one of the keys.
  expect(keys, keys.join(' ')).toHaveLength(9)
  expect(interactions.length).toBeLessThanOrEqual(most.interactions)
  expect(keys.length).toBeLessThanOrEqual(most.keys)
})

test('by keyboard alone, with two projects to choose from', async ({ page, app, signInAs }) => {
  const form = await openForm({ page, app, signInAs }, ['Web', 'Mobile app'])
  const press = (key: string) => page.keyboard.press(key)
  for (const [index, hours] of ['3', '2:30', '1h15'].entries()) {
    await expect(page.getByRole('button', { name: lines[index] })).toBeFocused()
    await press('Enter')
    await expect(hoursOf(page, index + 1)).toBeFocused()
    await page.keyboard.type(hours)
    // This button appears with the first row; after the last row Enter focuses it.
    await expect(page.getByRole('button', { name: 'Use the task descriptions' })).toBeVisible()
    await press('Enter')
    if (index > 0) continue
    // The first row needs a project; the rows below take the project of the row above.
    await expect(page.getByRole('group', { name: 'Task 1' }).getByLabel('Project')).toBeFocused()
    await press('w')
    await press('Enter')
  }
  await expect(page.getByRole('button', { name: 'Use the task descriptions' })).toBeFocused()
  await press('Enter')
  await expect(page.getByLabel('Summary of tasks')).toHaveValue(lines.join('\n'))
  await press('Control+Enter')
  const { keys, interactions } = await expectSent(page, form)
  expect(interactions, interactions.join(', ')).toHaveLength(6)
  expect(keys, keys.join(' ')).toHaveLength(11)
  expect(keys.length).toBeLessThanOrEqual(most.keys)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 375, height: 667 }, hasTouch: true, isMobile: true })

  /** Fails if something covers the element after scrolling to it, or if it is too small for a finger. */
  const expectInReach = (target: Locator) =>
    expect
      .poll(() =>
        target.evaluate(element => {
          const { left, top, width, height } = element.getBoundingClientRect()
          const found = document.elementFromPoint(left + width / 2, top + height / 2)
          return { isOnTop: element.contains(found), isLarge: height >= 44 && width >= 44 }
        }),
      )
      .toEqual({ isOnTop: true, isLarge: true })

  /** Taps away from the last position, because two quick taps at one place are a double tap. */
  const tapLine = (line: Locator, index: number) => line.tap({ position: { x: 40 + 120 * index, y: 22 } })

  test('by thumb alone', async ({ page, app, signInAs }) => {
    const form = await openForm({ page, app, signInAs }, ['Web'])
    for (const [index, hours] of ['3', '2:30', '1h15'].entries()) {
      const line = page.getByRole('button', { name: lines[index] })
      await line.scrollIntoViewIfNeeded()
      await expectInReach(line)
      await tapLine(line, index)
      const field = hoursOf(page, index + 1)
      await expect(field).toBeFocused()
      await expect(field).toHaveAttribute('inputmode', 'decimal')
      await expect(field).toHaveAttribute('type', 'number')
      await expectInReach(field)
      await page.keyboard.type(hours)
    }
    const fill = page.getByRole('button', { name: 'Use the task descriptions' })
    await fill.scrollIntoViewIfNeeded()
    await expectInReach(fill)
    await expectOneLine(page)
    await fill.tap()
    await expect(page.getByLabel('Summary of tasks')).toHaveValue(lines.join('\n'))
    await expectNoAxeViolations(page)
    const submit = page.getByRole('button', { name: 'Submit Report' })
    await expectInReach(submit)
    await submit.tap()
    const { keys, interactions, taps } = await expectSent(page, form)
    expect(keys).toEqual([])
    expect(taps).toBe(5)
    expect(interactions, interactions.join(', ')).toHaveLength(5)
    expect(taps).toBeLessThanOrEqual(most.interactions)
  })

  test('eight taps lead from the dashboard to a sent report, with the project chosen once', async ({
    page,
    app,
    signInAs,
  }) => {
    const path = '/dashboard'
    const form = await openForm({ page, app, signInAs }, ['Web', 'Mobile app'], { path })
    await submitNow(page).tap()
    for (const [index, hours] of ['3', '2:30', '1h15'].entries()) {
      await tapLine(page.getByRole('button', { name: lines[index] }), index)
      await expect(hoursOf(page, index + 1)).toBeFocused()
      await page.keyboard.type(hours)
    }
    const project = (number: number) =>
      page.getByRole('group', { name: `Task ${number}` }).getByLabel('Project', { exact: true })
    const web = form.projects[0]?.name ?? ''
    await project(1).selectOption(web)
    for (const number of [2, 3]) await expect(project(number)).toHaveValue(await project(1).inputValue())
    await page.getByRole('button', { name: 'Use the task descriptions' }).tap()
    await page.getByRole('button', { name: 'Submit Report' }).tap()
    const { keys, taps } = await expectSent(page, form)
    expect(keys).toEqual([])
    // On a phone the system shows the options of a select: one tap opens it, and one chooses.
    expect(taps + 2).toBe(8)
  })

  const isInView = (target: Locator) =>
    target.evaluate(element => {
      const { top, bottom } = element.getBoundingClientRect()
      // The bar covers the end of the window, unless an on-screen keyboard leaves too little room for it.
      const bar = document.querySelector('.report-bar')
      const isOver = bar !== null && getComputedStyle(bar).position === 'sticky'
      const end = isOver ? bar.getBoundingClientRect().top : window.innerHeight
      return top >= 0 && bottom <= end
    })

  for (const { name, height } of [
    { name: 'the whole screen', height: 667 },
    // This is the height that an on-screen keyboard leaves.
    { name: 'an on-screen keyboard', height: 340 },
  ]) {
    test(`the remaining lines stay beside the current row, with ${name}`, async ({ page, app, signInAs }) => {
      await openForm({ page, app, signInAs }, ['Web', 'Mobile app'])
      await page.setViewportSize({ width: 375, height })
      const group = page.getByRole('list', { name: /^From your plan/ })
      const topOf = (target: Locator) => target.evaluate(element => element.getBoundingClientRect().top)
      await page.getByRole('button', { name: lines[2] }).scrollIntoViewIfNeeded()
      let before = await topOf(group)
      for (const [index, line] of lines.entries()) {
        await tapLine(page.getByRole('button', { name: line }), index)
        await expect(hoursOf(page, index + 1)).toBeFocused()
        await expectInReach(hoursOf(page, index + 1))
        await page.keyboard.type('1.5')
        expect(await isInView(page.getByRole('group', { name: `Task ${index + 1}` }))).toBe(true)
        for (const left of lines.slice(index + 1))
          expect(await isInView(page.getByRole('button', { name: left })), left).toBe(true)
        // The next line takes the place of the chosen one, unless the row needed the space.
        if (index === lines.length - 1) continue
        const after = await topOf(group)
        if (height > 480) expect(Math.abs(after - before), `after line ${index + 1}`).toBeLessThan(2)
        before = after
      }
      await expectNoSidewaysScrollingAt(page, [360, 375])
    })
  }

  test('a form with three rows, suggestions of all kinds and a blocker is at most 1,400 px high', async ({
    page,
    app,
    signInAs,
  }) => {
    const form = await openForm({ page, app, signInAs }, ['Web', 'Mobile app'], {
      path: '/dashboard',
      yesterdays: { blockers: 'Waiting for the keys of the map server, which Ada has asked for' },
    })
    const admin = await apiAs(page.request, app.url, cast.ada)
    for (const title of ['Draw the map', 'Time-out with more than 200 orders', 'Paint the bridge'])
      await admin.post('/tasks', {
        title,
        project_id: form.projects[0]?.id,
        assigned_to: form.person.id,
        expected_hours: 2,
      })
    await page.goto('/reports/new')
    for (const [index, name] of lines.entries()) {
      await tapLine(page.getByRole('button', { name }), index)
      await expect(hoursOf(page, index + 1)).toBeFocused()
      await page.keyboard.type('1.5')
    }
    for (const group of ['Your tasks', 'Recent'])
      await expect(page.getByRole('list', { name: group })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Still blocked?' })).toBeVisible()
    const heights = await page.locator('.report-section').evaluateAll(sections =>
      // The bar at the bottom is not counted.
      sections.map(section => section.getBoundingClientRect().height),
    )
    expect(heights).toHaveLength(3)
    const sum = heights.reduce((total, height) => total + height)
    expect(sum, heights.join(' + ')).toBeLessThanOrEqual(1400)
  })
})

test('on a wide screen the suggestions show their whole text', async ({ page, app, signInAs }) => {
  const long = `Compare ${'the new engine with the spreadsheet of last month, '.repeat(4)}line by line`
  await openForm({ page, app, signInAs }, ['Web', 'Mobile app'], { yesterdays: { tomorrow_plan: long } })
  const line = page.getByRole('button', { name: long })
  await expect(line).toBeFocused()
  const hidden = await line.evaluate(button =>
    [button, ...button.querySelectorAll('*')]
      .filter(part => part.scrollHeight > part.clientHeight + 1 || part.scrollWidth > part.clientWidth + 1)
      .map(part => part.className),
  )
  expect(hidden).toEqual([])
})
