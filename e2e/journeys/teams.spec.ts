import type { APIRequestContext, Page } from '@playwright/test'
import { messages } from '#shared/messages.ts'
import { apiAs } from '../support/api.ts'
import { cast, makePerson, type Person, registerCast, tokenOf } from '../support/cast.ts'
import { makeClock } from '../support/clock.ts'
import { tabTo } from '../support/keyboard.ts'
import { expectNoAxeViolations, expectNoSidewaysScrollingAt } from '../support/looks.ts'
import { makeProject } from '../support/projects.ts'
import { test as base, expect, storeToken } from '../support/test.ts'

const monday = '2027-03-08'
const evening = `${monday}T16:05:00Z`
const { dina, omar, desi, mark, max } = cast

/** Creates teams on a Monday: Max leads Apps (Dina and Omar) and Design (Desi), and Mark is in a team without a lead. */
async function fill(request: APIRequestContext, url: string) {
  await registerCast(request, url)
  const admin = await apiAs(request, url, cast.ada)
  const users: { id: number; email: string }[] = await admin.get('/users')
  const idOf = ({ email }: Person) => users.find(user => user.email === email)?.id ?? 0
  const project = await makeProject(request, url, await tokenOf(request, url, cast.ada), {
    name: 'Website',
    developers: [dina, omar, desi, mark].map(idOf),
  })
  const makeTeam = async (name: string, leads: Person[], members: Person[]): Promise<number> =>
    (await admin.post('/teams', { name, lead_ids: leads.map(idOf), member_ids: members.map(idOf) })).id
  const teams = {
    apps: await makeTeam('Apps', [max], [dina, omar]),
    design: await makeTeam('Design', [max], [desi]),
    sales: await makeTeam('Sales', [], [mark]),
  }
  const reports = new Map<Person, number>()
  for (const author of [dina, desi, mark]) {
    const { report } = await (await apiAs(request, url, author)).post('/reports', {
      date: monday,
      tasks: `What ${author.name} did`,
      blockers: author === dina ? '' : `${author.name} waits for a key`,
      task_details: [{ project_id: project.id, description: `Pages of ${author.name}`, hours: '2.30' }],
    })
    reports.set(author, report.id)
  }
  return { project, teams, reportOf: (author: Person) => reports.get(author) ?? 0 }
}

type Company = Awaited<ReturnType<typeof fill>> & {
  url: string
  open(person: Person, path: string): Promise<void>
}

const test = base.extend<{ company: Company }>({
  company: async ({ app, page, request }, use) => {
    const clock = makeClock(`${monday}T16:00:00Z`)
    const { url } = await app.startFresh({ admin: cast.ada, env: clock.env })
    const filled = await fill(request, url)
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.clock.setFixedTime(evening)
    let signedIn: Person | undefined
    const open = async (person: Person, path: string) => {
      if (person !== signedIn) await storeToken(page, url, await tokenOf(request, url, person))
      signedIn = person
      await page.goto(url + path)
    }
    await use({ ...filled, url, open })
    clock.remove()
  },
})

const control = (page: Page) => page.getByRole('combobox', { name: 'Team', exact: true })
const shown = (page: Page) => control(page).locator('option:checked')
const card = (page: Page, { name }: Person) => page.getByRole('article', { name })
const inNav = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true })

async function expectSound(page: Page) {
  await expectNoAxeViolations(page)
  await expectNoSidewaysScrollingAt(page, [360, 1440])
}

test('in the morning a lead sees their own people first, and everyone with one choice', async ({
  page,
  request,
  company,
  consoleWatch,
}) => {
  await company.open(max, '/admin/today')
  await expect(card(page, dina)).toContainText('What Dina Developer did')
  await expect(card(page, desi)).toBeAttached()
  await expect(card(page, mark)).toHaveCount(0)
  await expect(shown(page)).toHaveText('My teams (3)')
  await expect(page).toHaveURL(/team=mine/)
  await expectSound(page)

  await test.step('one choice by keyboard shows everyone, and the focus stays', async () => {
    await tabTo(page, control(page))
    await page.keyboard.type('Every')
    await expect(card(page, mark)).toBeAttached()
    await expect(shown(page)).toHaveText('Everyone (6)')
    await expect(control(page)).toBeFocused()
    await expect(page).toHaveURL(/team=everyone/)
  })

  await test.step('the choice is kept on All Reports, and one team is as near', async () => {
    await inNav(page, 'All Reports').click()
    await expect(page.getByText('3 reports', { exact: true })).toBeVisible()
    await expect(shown(page)).toHaveText('Everyone (6)')
    await control(page).selectOption('Design (1)')
    await expect(page.getByText('1 report', { exact: true })).toBeVisible()
    await page.goBack()
    await expect(page.getByText('3 reports', { exact: true })).toBeVisible()
    await control(page).selectOption('My teams (3)')
    await expect(page.getByText('2 reports', { exact: true })).toBeVisible()
    await expectSound(page)
  })

  await test.step('a report is reviewed, and the progress is that of the own teams', async () => {
    await inNav(page, 'Today').click()
    await expect(shown(page)).toHaveText('My teams (3)')
    await card(page, dina).getByRole('button', { name: 'Mark reviewed' }).click()
    await expect(page.getByRole('region', { name: 'The team on this day' })).toContainText('1 of 2 reviewed')
  })

  await test.step('Blockers', async () => {
    await inNav(page, 'Blockers').click()
    // Waits for the page, because the end of Today, which is shown until then, lists the same blockers.
    await expect(page.getByRole('heading', { name: 'Blockers', level: 1 })).toBeVisible()
    await expect(page.getByText('1 open blocker', { exact: true })).toBeVisible()
    await expect(page.getByText('Desi Designer waits for a key')).toBeVisible()
    await expectSound(page)
  })

  await test.step('the summary is about the own teams, with a link to that of everyone', async () => {
    await company.open(max, `/admin/summaries/${monday}`)
    const main = page.getByRole('main')
    await expect(main).toContainText('Desi Designer waits for a key')
    await expect(main).toContainText('My teams (3)')
    await expect(main).not.toContainText('Mark Marketing')
    await expectSound(page)
    await main.getByRole('link', { name: messages.summaries.ofEveryone }).click()
    await expect(main).toContainText('Mark Marketing waits for a key')
  })

  await test.step('a link to a deleted team shows the own teams, with a sentence', async () => {
    consoleWatch.allow(/Unknown team/, /status of 400/)
    await request.delete(`${company.url}/api/teams/${company.teams.sales}`, {
      headers: { 'x-auth-token': await tokenOf(request, company.url, cast.ada) },
    })
    await company.open(max, `/admin/today?team=${company.teams.sales}`)
    await expect(page.getByText(messages.teams.choiceGone('mine'))).toBeVisible()
    await expect(card(page, dina)).toBeAttached()
    await expect(card(page, mark)).toHaveCount(0)
    await expectSound(page)
  })
})

test('an admin limits managers to the people of teams they lead', async ({
  page,
  request,
  company,
  consoleWatch,
}) => {
  const { teams: texts, settings, hours, reports } = messages
  await company.open(cast.ada, '/admin/settings')
  const section = page.getByRole('region', { name: 'Managers' })
  await section.getByLabel('Managers see').selectOption(settings.managerScopes.teams)
  await section.getByRole('button', { name: 'Save' }).click()
  await expect(section.getByText(settings.managerScopeSaved)).toBeVisible()
  await expectSound(page)

  await test.step('Today, with all the people that a lead can choose', async () => {
    await company.open(max, '/admin/today?team=everyone')
    await expect(card(page, dina)).toBeAttached()
    await expect(card(page, desi)).toBeAttached()
    await expect(control(page).getByRole('option')).toHaveText([
      'Everyone (4)',
      'My teams (3)',
      'Apps (2)',
      'Design (1)',
    ])
    await expect(card(page, mark)).toHaveCount(0)
    await expectSound(page)
  })

  await test.step('All Reports', async () => {
    await inNav(page, 'All Reports').click()
    await expect(page.getByText('2 reports', { exact: true })).toBeVisible()
  })

  await test.step('Manage Users', async () => {
    await inNav(page, 'Manage Users').click()
    await expect(page.getByText('4 users', { exact: true })).toBeVisible()
    const table = page.getByRole('table', { name: 'Users' })
    for (const { email } of [max, dina, omar, desi]) await expect(table).toContainText(email)
  })

  await test.step('"Assign To" of a task', async () => {
    await company.open(max, '/tasks/new')
    const people = page.getByLabel('Assign To')
    await expect(people).toContainText(dina.name)
    await expect(people).not.toContainText(mark.name)
  })

  await test.step("a project's hours say whose they are", async () => {
    await company.open(max, `/admin/projects/${company.project.id}/summary`)
    await expect(page.getByText(hours.ofYourTeams, { exact: true })).toBeVisible()
    await expect(page.getByRole('main')).not.toContainText(mark.name)
  })

  await test.step('a link to the report of another person leads to none', async () => {
    consoleWatch.allow(/Report not found/, /status of 404/)
    await company.open(max, `/admin/reports/${company.reportOf(mark)}`)
    await expect(page.getByText(reports.notFound)).toBeVisible()
  })

  await test.step('a manager who leads nothing sees only themselves, and is told why', async () => {
    const nele = await makePerson(request, company.url, 'manager')
    for (const screen of ['today', 'reports', 'calendar', 'blockers', 'dashboard', 'users']) {
      await company.open(nele, `/admin/${screen}`)
      await expect(page.getByText(texts.leadsNone)).toBeVisible()
      await expect(page.getByRole('main')).not.toContainText(dina.name)
      await expectNoSidewaysScrollingAt(page, [360, 1440])
    }
    await expect(page.getByText('1 user', { exact: true })).toBeVisible()
    await expectNoAxeViolations(page)
  })
})

test("a lead makes the team's calendar address, which says who is off", async ({
  company,
  page,
  request,
}) => {
  const { url, open, teams } = company
  const admin = await apiAs(request, url, cast.ada)
  await admin.post('/holidays', { date: '2027-05-01', name: 'Labour Day' })
  await (await apiAs(request, url, dina)).post('/absences', {
    ...{ start_date: '2027-03-15', end_date: '2027-03-19' },
    ...{ kind: 'sick', note: 'an operation' },
  })
  await open(max, `/admin/teams/${teams.apps}`)
  await page.getByRole('button', { name: 'More actions for this team' }).click()
  await page.getByRole('menuitem', { name: 'Calendar address' }).click()
  const dialog = page.getByRole('dialog', { name: 'Calendar Address' })
  await expect(dialog.getByText('No address yet.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Create address' }).click()
  const address = await dialog.getByRole('textbox', { name: 'Calendar address' }).inputValue()
  await expectNoAxeViolations(page)
  const calendar = await (await request.get(`${url}${new URL(address).pathname}`)).text()
  expect(calendar.match(/SUMMARY:.*/g)).toEqual([`SUMMARY:${dina.name}: off`, 'SUMMARY:Labour Day'])
  expect(calendar).not.toMatch(/sick|operation/)

  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'More actions for this team' }).click()
  await page.getByRole('menuitem', { name: 'Calendar address' }).click()
  await expect(dialog.getByText(`${max.name} created an address on`)).toBeVisible()
  await dialog.getByRole('button', { name: 'End address' }).click()
  await page
    .getByRole('dialog', { name: 'End Calendar Address' })
    .getByRole('button', { name: 'End address' })
    .click()
  await expect(dialog.getByText('Calendar address ended.')).toBeVisible()
  expect((await request.get(`${url}${new URL(address).pathname}`)).status()).toBe(404)
})
