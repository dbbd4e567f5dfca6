import type { APIRequestContext, Page } from '@playwright/test'
import { messages } from '#shared/messages.ts'
import { apiAs } from '../support/api.ts'
import { cast, makePerson, signIn } from '../support/cast.ts'
import { makeClock } from '../support/clock.ts'
import { tabTo } from '../support/keyboard.ts'
import { smallTargets, waitForFont } from '../support/looks.ts'
import { makeProject } from '../support/projects.ts'
import { expect, storeToken, test } from '../support/test.ts'

const monday = '2027-03-08'
const names = ['Ann', 'Ben', 'Cid', 'Dan', 'Eve', 'Fay', 'Gil', 'Hal', 'Ida', 'Jim'].map(
  name => `${name} Ten`,
)
const question = 'Which rows were wrong?'

/** A manager and ten people who have reported. */
async function fill(request: APIRequestContext, url: string) {
  const max = await makePerson(request, url, 'manager', 'Max Reads')
  const authors = await Promise.all(names.map(name => makePerson(request, url, 'developer', name)))
  const admin = await signIn(request, url, cast.ada)
  const developers = authors.map(({ id }) => id)
  const website = await makeProject(request, url, admin, { name: 'Website', developers })
  const ids: number[] = []
  for (const author of authors) {
    const { report } = await (await apiAs(request, url, author)).post('/reports', {
      date: monday,
      tasks: `What ${author.name} did`,
      blockers: author === authors[1] ? 'No access to the server' : '',
      task_details: [{ project_id: website.id, description: `Pages of ${author.name}`, hours: '2.30' }],
    })
    ids.push(report.id)
  }
  return { max, authors, ids }
}

/** Selectors of any element below `:has()`. When what they ask for may have changed, the browser restyles the whole page. */
function broadRules(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const selectors: string[] = []
    const collect = (rules: CSSRuleList) => {
      for (const rule of rules) {
        if (rule instanceof CSSStyleRule) selectors.push(...rule.selectorText.split(/,(?![^(]*\))/))
        else if (rule instanceof CSSMediaRule && matchMedia(rule.conditionText).matches)
          collect(rule.cssRules)
      }
    }
    for (const sheet of document.styleSheets) collect(sheet.cssRules)
    return selectors.filter(selector => {
      let bare = selector
      while (/\([^()]*\)/.test(bare)) bare = bare.replace(/\([^()]*\)/g, '')
      const parts = bare.trim().split(/[\s>+~]+/)
      const last = parts.pop()?.replace(/:+[\w-]+/g, '')
      return parts.some(part => part.includes(':has')) && (last === '' || last === '*')
    })
  })
}

type Api = Awaited<ReturnType<typeof apiAs>>

/** The row of a report is then for a task, and the report says that it was edited. */
async function editWithTask(reviewer: Api, author: Api, { id }: { id: number }, reportId?: number) {
  const [project] = await reviewer.get('/projects')
  const task = { title: 'Import the files', project_id: project.id, assigned_to: id }
  const { data } = await reviewer.post('/tasks', { ...task, expected_hours: 2 })
  const row = { project_id: project.id, description: 'All files', hours: '3.00', task_id: data.id }
  await author.put(`/reports/${reportId}`, { date: monday, tasks: 'What was imported', task_details: [row] })
}

const card = (page: Page, name: string) => page.getByRole('article', { name })

test('ten reports are reviewed by keyboard, and the difference of one that was edited late is shown', async ({
  page,
  app,
  request,
}) => {
  const clock = makeClock(`${monday}T16:00:00Z`)
  const { url } = await app.startFresh({ admin: cast.ada, env: clock.env })
  try {
    const { max, authors, ids } = await fill(request, url)
    const open = async (account: typeof max, path: string, at: string) => {
      await page.clock.setFixedTime(at)
      await storeToken(page, url, await signIn(request, url, account))
      await page.goto(url + path)
    }

    let saved = 0
    page.on('response', reply => {
      if (reply.url().endsWith('/review')) saved++
    })
    await open(max, '/admin/today', `${monday}T16:05:00Z`)
    const panel = page.getByRole('region', { name: 'The team on this day' })
    await expect(panel).toContainText('0 of 10 reviewed')
    expect(await broadRules(page), 'with these rules every press restyles all cards').toEqual([])
    await expect(card(page, 'Ben Ten')).toContainText('No access to the server')

    await test.step('after scrolling, the keys act on the first visible report', async () => {
      const topOf = async (name: string) => (await card(page, name).boundingBox())?.y ?? Number.NaN
      await expect(card(page, 'Jim Ten')).toBeAttached()
      await page.mouse.move(640, 400)
      // Cards outside the window have an estimated height until they are near.
      await expect
        .poll(async () => {
          await page.mouse.wheel(0, (await topOf('Gil Ten')) - 70)
          return Math.abs((await topOf('Gil Ten')) - 70)
        })
        .toBeLessThan(20)
      await page.keyboard.press('j')
      await expect(card(page, 'Hal Ten')).toBeFocused()
      await page.goto(`${url}/admin/today`)
      await expect(card(page, 'Ben Ten')).toContainText('No access to the server')
    })

    // The report is reviewed, undone and reviewed again.
    await page.keyboard.press('r')
    await expect(card(page, 'Ben Ten')).toBeFocused()
    await expect(panel).toContainText('1 of 10 reviewed')
    await page.keyboard.press('u')
    await expect(card(page, 'Ann Ten')).toBeFocused()
    await expect(panel).toContainText('0 of 10 reviewed')

    for (const [index, name] of names.entries()) {
      const isAsked = index === 3
      await page.keyboard.press(isAsked ? 'n' : 'r')
      if (isAsked) {
        await expect(page.getByLabel(`What should ${name} change?`)).toBeFocused()
        await page.keyboard.type(question)
        await page.keyboard.press('Control+Enter')
      }
      const next = names[index + 1]
      if (next) {
        await expect(card(page, next)).toBeFocused()
        await expect(card(page, next)).toBeInViewport()
      }
      // The report that needs changes doesn't count as reviewed.
      await expect(panel).toContainText(`${index + (index < 3 ? 1 : 0)} of 10 reviewed`)
    }
    await expect(page.getByRole('heading', { name: messages.teamDay.caughtUp })).toBeFocused()
    await expect(card(page, 'Dan Ten')).toContainText('Max Reads asked for changes')
    await expect(card(page, 'Dan Ten')).toContainText(question)
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
    await page.keyboard.press('Escape')
    // Waits until all reviews and the undo are saved, because moving to the next day ends the sign-in.
    await expect.poll(() => saved).toBe(12)

    // Ten days later the edit window has long ended.
    clock.moveTo('2027-03-18T10:00:00Z')
    const dan = authors[3] as (typeof authors)[number]
    await open(dan, `/reports/edit/${ids[3]}`, '2027-03-18T10:00:00Z')
    await expect(page.getByText(question)).toBeVisible()
    await tabTo(page, page.getByLabel('Summary of tasks'))
    await page.keyboard.press('Control+a')
    await page.keyboard.type('What Dan Ten repaired')
    await tabTo(page, page.getByRole('button', { name: 'Update Report' }))
    await page.keyboard.press('Enter')
    await expect(page).not.toHaveURL(/edit/)

    await open(max, `/admin/today?date=${monday}`, '2027-03-18T10:05:00Z')
    await expect(panel).toContainText('9 of 10 reviewed')
    const edited = card(page, 'Dan Ten')
    await expect(edited).toContainText('To review')
    await tabTo(page, edited.getByRole('button', { name: /^edited/ }))
    await page.keyboard.press('Enter')
    const changes = page.getByRole('dialog', { name: 'Changes' })
    await expect(changes.locator('ins')).toContainText(['repaired'])
    await expect(changes.locator('del')).toContainText(['did'])
    await page.keyboard.press('Escape')
    await expect(changes).toHaveCount(0)
    await page.keyboard.press('r')
    await expect(page.getByRole('heading', { name: messages.teamDay.caughtUp })).toBeFocused()
    await expect(panel).toContainText('10 of 10 reviewed')

    await test.step('a list longer than the first response is loaded to its end in order', async () => {
      let asked = 0
      page.on('request', request => {
        if (request.url().includes('userIds=')) asked++
      })
      // The response has three users instead of fifty, so that ten users are a long list.
      await page.route(/\/api\/team\/day\?.*includeUserIds/, route =>
        route.continue({ url: `${route.request().url()}&limit=3` }),
      )
      await page.reload()
      await expect
        .poll(async () => {
          await page.mouse.wheel(0, 2000)
          return page.getByRole('article').count()
        })
        .toBe(names.length)
      await expect(page.getByRole('article').getByRole('heading', { level: 2 })).toHaveText(names)
      await expect(page.getByRole('heading', { name: messages.teamDay.caughtUp })).toBeAttached()
      // The first response has three reports. The other seven take three calls, and users without a report may follow.
      expect(asked).toBeGreaterThanOrEqual(3)
    })
  } finally {
    clock.remove()
  }
})

test('on a phone the buttons stay in reach, reviewed reports fold, and Back from the blockers returns to the card', async ({
  page,
  app,
  request,
}) => {
  const clock = makeClock(`${monday}T16:00:00Z`)
  const { url } = await app.startFresh({ admin: cast.ada, env: clock.env })
  try {
    const { max, authors, ids } = await fill(request, url)
    const reviewer = await apiAs(request, url, max)
    for (let number = 1; number <= 12; number++)
      await reviewer.post(`/reports/${ids[2]}/comments`, { comment: `Comment ${number}`, parent_id: null })
    const [, , cid] = authors
    if (cid) await editWithTask(reviewer, await apiAs(request, url, cid), cid, ids[2])
    await waitForFont(page)
    await page.setViewportSize({ width: 375, height: 420 })
    await page.clock.setFixedTime(`${monday}T16:05:00Z`)
    await storeToken(page, url, await signIn(request, url, max))
    await page.goto(`${url}/admin/today`)
    const button = (name: string) => card(page, name).getByRole('button', { name: 'Mark reviewed' })

    await test.step('the button of a card that is longer than the window is in the window', async () => {
      await expect(card(page, 'Ann Ten')).toBeVisible()
      await card(page, 'Ann Ten').evaluate(element => element.scrollIntoView({ block: 'start' }))
      await expect(button('Ann Ten')).toBeInViewport({ ratio: 1 })
      expect((await button('Ann Ten').boundingBox())?.height).toBeGreaterThanOrEqual(44)
    })

    await test.step('the buttons of a card share one line, also with a number of comments', async () => {
      const buttons = card(page, 'Cid Ten').locator('.today-actions').getByRole('button')
      await expect(buttons.filter({ hasText: '12' })).toBeVisible()
      for (const width of [375, 360]) {
        await page.setViewportSize({ width, height: 420 })
        const tops = await buttons.evaluateAll(all => all.map(each => each.getBoundingClientRect().top))
        expect(tops).toHaveLength(3)
        expect(new Set(tops).size, `at ${width} px`).toBe(1)
      }
      await page.setViewportSize({ width: 375, height: 420 })
    })

    await test.step('a finger hits every link of the cards', async () => {
      await page.setViewportSize({ width: 375, height: 812 })
      await expect(card(page, 'Cid Ten').getByRole('link', { name: 'Import the files' })).toBeVisible()
      await expect(
        card(page, 'Cid Ten').getByRole('button', { name: 'edited, show the changes' }),
      ).toBeVisible()
      expect(await smallTargets(page)).toEqual([])
      await page.setViewportSize({ width: 375, height: 420 })
      await page.evaluate(() => window.scrollTo(0, 0))
    })

    await test.step('a reviewed report is one line, and the next one follows', async () => {
      const before = (await card(page, 'Ann Ten').boundingBox())?.height ?? 0
      await button('Ann Ten').click()
      await expect(card(page, 'Ann Ten').getByText('What Ann Ten did')).toBeHidden()
      const after = (await card(page, 'Ann Ten').boundingBox())?.height ?? before
      expect(after).toBeLessThan(before / 2)
      await expect(card(page, 'Ann Ten')).toBeInViewport({ ratio: 1 })
      await expect(card(page, 'Ben Ten')).toBeInViewport()
      expect((await smallTargets(page)).filter(target => target.includes('Ann Ten'))).toEqual([])
    })

    await test.step('all open blockers are beside the page; Back returns to the same card and place', async () => {
      await page.keyboard.press('j')
      await expect(card(page, 'Ben Ten')).toBeFocused()
      const link = card(page, 'Ben Ten').getByRole('link', { name: messages.blockers.allOpen })
      await expect(card(page, 'Ben Ten').getByRole('button', { name: /^Resolve: No access/ })).toBeVisible()
      await link.scrollIntoViewIfNeeded()
      const place = await page.evaluate(() => window.scrollY)
      await link.click()
      await expect(page.getByRole('dialog', { name: messages.blockers.countOpen(1) })).toBeVisible()
      await page.goBack()
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect(link).toBeFocused()
      expect(await page.evaluate(() => window.scrollY)).toBe(place)
      await page.keyboard.press('k')
      await expect(card(page, 'Ann Ten')).toBeFocused()
    })
  } finally {
    clock.remove()
  }
})
