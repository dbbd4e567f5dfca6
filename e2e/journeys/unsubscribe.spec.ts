import { startMailServer } from '../../server/test/mail-server.ts'
import { apiAs, today } from '../support/api.ts'
import { cast, makePerson, tokenOf } from '../support/cast.ts'
import { makeClock } from '../support/clock.ts'
import { expectNoAxeViolations, expectNoSidewaysScrollingAt, settled } from '../support/looks.ts'
import { makeProject } from '../support/projects.ts'
import { expect, storeToken, test } from '../support/test.ts'

test('the link in a mail turns off mails of its kind, without signing in', async ({ page, app, request }) => {
  const mail = await startMailServer()
  const clock = makeClock(new Date().toISOString())
  try {
    const { url } = await app.startFresh({ admin: cast.ada, env: { ...mail.settings, ...clock.env } })
    const author = await makePerson(request, url, 'developer', 'Uma Unsubscribes')
    const admin = await tokenOf(request, url, cast.ada)
    const project = await makeProject(request, url, admin, { name: 'Mail', developers: [author.id] })
    const asAuthor = await apiAs(request, url, author)
    const { report } = await asAuthor.post('/reports', {
      date: today(),
      tasks: 'Wrote letters',
      task_details: [{ description: 'Letters', hours: 1, project_id: project.id }],
    })
    const asAda = await apiAs(request, url, cast.ada)
    await asAda.post(`/reports/${report.id}/comments`, { comment: 'To whom?' })
    clock.moveTo(new Date(Date.now() + 2 * 60_000).toISOString())
    await expect.poll(() => mail.mails.length, { timeout: 60_000 }).toBe(1)
    const [letter] = mail.mails
    const header = letter?.headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? ''
    const [, path = ''] =
      /https:\/\/reports\.example\.com(\/api\/unsubscribe\?code=[^>\s]+)/.exec(header) ?? []

    await page.goto(url + path.replace('&amp;', '&'))
    await expect(page).toHaveURL(/\/unsubscribe\?code=/)
    await settled(page)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'Turn off emails about comments on your reports',
    )
    await expectNoAxeViolations(page)
    await expectNoSidewaysScrollingAt(page, [1440, 360])
    expect((await asAuthor.get('/account')).muted).toEqual([])
    await page.getByRole('button', { name: 'Turn off these emails' }).click()
    await expect(
      page.getByText("You won't get emails about comments on your reports any more."),
    ).toBeVisible()
    await expectNoAxeViolations(page)
    expect((await asAuthor.get('/account')).muted).toEqual(['comment'])

    // Signed in, it can be turned on again.
    await storeToken(page, url, await tokenOf(request, url, author))
    await page.goto(`${url}/account#notifications`)
    const section = page.getByRole('region', { name: 'Notifications' })
    const choice = section.getByRole('checkbox', { name: 'Comments on your reports' })
    await expect(choice).not.toBeChecked()
    await choice.check()
    await section.getByRole('button', { name: 'Save' }).click()
    await expect(section.getByText('Notification settings saved.')).toBeVisible()
    expect((await asAuthor.get('/account')).muted).toEqual([])
  } finally {
    await mail.close()
    clock.remove()
  }
})
