import { startMailServer } from '../../server/test/mail-server.ts'
import { apiAs } from '../support/api.ts'
import { cast, makePerson, signIn, tokenOf } from '../support/cast.ts'
import { makeClock } from '../support/clock.ts'
import { expectNoAxeViolations, expectNoSidewaysScrollingAt, waitForContent } from '../support/looks.ts'
import { makeProject } from '../support/projects.ts'
import { expect, storeToken, test } from '../support/test.ts'

test('a reminder opens the form and is sent once, and a mail’s link turns off its kind without a sign-in', async ({
  page,
  app,
  request,
}) => {
  // The jobs run every 20 s, and the test waits for two runs.
  test.slow()
  const mail = await startMailServer()
  // This is Monday, 16:50 in Berlin.
  const clock = makeClock('2027-03-08T15:50:00Z')
  const { url } = await app.startFresh({ admin: cast.ada, env: { ...mail.settings, ...clock.env } })
  const nora = await makePerson(request, url, 'developer', 'Nora Busy')
  const website = await makeProject(request, url, await signIn(request, url, cast.ada), {
    name: 'Website',
    developers: [nora.id],
  })
  const moveTo = async (instant: string) => {
    clock.moveTo(instant)
    await page.clock.setFixedTime(instant)
  }

  await moveTo('2027-03-08T16:00:05Z')
  await expect
    .poll(() => mail.mails.map(({ to }) => to?.[0]?.address), { timeout: 60_000 })
    .toEqual([nora.email])
  const [reminder] = mail.mails
  expect(reminder?.subject).toBe('Your report for Monday 8 March is due')
  const [, link = ''] = /Write your report:\n(\S+)/.exec(reminder?.text ?? '') ?? []
  const { pathname, search } = new URL(link)
  expect(pathname + search).toBe('/reports/new?date=2027-03-08')

  await storeToken(page, url, await signIn(request, url, nora))
  await page.goto(url + pathname + search)
  await expect(page.getByLabel('Date', { exact: true })).toHaveValue('Monday, 8 March 2027')
  await page.getByLabel('Summary of tasks').fill('The start page')
  await page.getByLabel('Project').selectOption(website.name)
  await page.getByLabel('Description').fill('Start page')
  await page.getByLabel(/^Hours/).fill('2')
  await page.getByRole('button', { name: 'Submit Report' }).click()
  await expect(page).toHaveURL(`${url}/reports`)

  // Another mail that is due after the clock jump shows that both jobs have run again.
  await moveTo('2027-03-08T17:30:00Z')
  const token = await signIn(request, url, cast.ada)
  const { reports } = await (
    await request.get(`${url}/api/reports`, { headers: { 'x-auth-token': token } })
  ).json()
  await request.post(`${url}/api/reports/${reports[0].id}/comments`, {
    headers: { 'x-auth-token': token },
    data: { comment: 'Thank you' },
  })
  await moveTo('2027-03-08T17:35:00Z')
  await expect.poll(() => mail.mails.length, { timeout: 60_000 }).toBe(2)
  expect(mail.mails[1]?.subject).toBe('Ada Admin commented on your report of 8 March')
  expect(mail.mails[1]?.text).toContain('> Thank you')

  await test.step('the link in a mail about a comment turns off such mails', async () => {
    const asNora = await apiAs(request, url, nora)
    const header = mail.mails[1]?.headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? ''
    const [, path = ''] =
      /https:\/\/reports\.example\.com(\/api\/unsubscribe\?code=[^>\s]+)/.exec(header) ?? []
    await page.goto(`${url}/healthz`)
    await page.evaluate(() => localStorage.clear())
    await page.goto(url + path.replace('&amp;', '&'))
    await expect(page).toHaveURL(/\/unsubscribe\?code=/)
    await waitForContent(page)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'Turn off emails about comments on your reports',
    )
    await expectNoAxeViolations(page)
    await expectNoSidewaysScrollingAt(page, [1440, 360])
    expect((await asNora.get('/account')).muted).toEqual([])
    await page.getByRole('button', { name: 'Turn off these emails' }).click()
    await expect(
      page.getByText("You won't get emails about comments on your reports any more."),
    ).toBeVisible()
    await expectNoAxeViolations(page)
    expect((await asNora.get('/account')).muted).toEqual(['comment'])

    // A signed-in user can turn it on again.
    await storeToken(page, url, await tokenOf(request, url, nora))
    await page.goto(`${url}/account#notifications`)
    const section = page.getByRole('region', { name: 'Notifications' })
    const choice = section.getByRole('checkbox', { name: 'Comments on your reports' })
    await expect(choice).not.toBeChecked()
    await choice.check()
    await section.getByRole('button', { name: 'Save' }).click()
    await expect(section.getByText('Notification settings saved.')).toBeVisible()
    expect((await asNora.get('/account')).muted).toEqual([])
  })
  clock.remove()
  await mail.close()
})
