import { createHmac } from 'node:crypto'
import { systemClock } from '#shared/dates.ts'
import { messages } from '#shared/messages.ts'
import { tokenOf } from '../support/cast.ts'
import { expectNoAxeViolations } from '../support/looks.ts'
import { expect, test } from '../support/test.ts'

test('an admin adds a Git server, and Dina enters her login, pushes commits and reports them', async ({
  page,
  app,
  cast,
  request,
  signInAs,
}) => {
  const asAda = { 'x-auth-token': await tokenOf(request, app.url, cast.ada) }
  const asDina = { 'x-auth-token': await tokenOf(request, app.url, cast.dina) }
  const { id } = await (await request.get(`${app.url}/api/auth/me`, { headers: asDina })).json()
  const project = { name: 'Website', developers: [id] }
  await request.post(`${app.url}/api/projects`, { headers: asAda, data: project })
  await signInAs(page, cast.ada)
  await page.goto('/admin/settings#activity-sources')
  const sources = page.getByRole('region', { name: 'Activity from Git' })
  await sources.getByLabel('Source name').fill('Website on GitHub')
  await sources.getByLabel('Project of its suggestions').selectOption('Website')
  await sources.getByRole('button', { name: 'Add source' }).click()
  const address = await sources.getByLabel('Address').inputValue()
  const secret = await sources.getByLabel('Secret').inputValue()
  await expect(sources.getByText('GitHub · Website · has sent nothing yet')).toBeVisible()
  await expectNoAxeViolations(page)

  await signInAs(page, cast.dina)
  await page.goto('/account#activity')
  const own = page.getByRole('region', { name: 'Activity', exact: true })
  await own.getByLabel('GitHub login').fill('dina-dev')
  await own.getByRole('button', { name: 'Save' }).click()
  await expect(own.getByText('Activity settings saved.')).toBeVisible()
  await expectNoAxeViolations(page)

  const commit = (id: string, message: string, author: object) => ({
    ...{ id: id.repeat(40), message, timestamp: systemClock.now().toISOString(), distinct: true },
    ...{ url: `https://github.com/northwind/website/commit/${id}`, author },
  })
  const dina = { name: 'Dina', email: '4710+dina-dev@users.noreply.github.com', username: 'dina-dev' }
  const body = JSON.stringify({
    ref: 'refs/heads/login-page',
    repository: { html_url: 'https://github.com/northwind/website' },
    commits: [
      commit('a', 'Check the e-mail first', dina),
      commit('b', 'Fix the login page', dina),
      commit('c', 'Another person', { name: 'Pat', email: 'pat@partner.example' }),
    ],
  })
  const sent = await request.post(address, {
    headers: {
      'content-type': 'application/json',
      'x-github-event': 'push',
      'x-github-delivery': 'f6266f16',
      'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
    },
    data: Buffer.from(body),
  })
  expect(sent.status()).toBe(204)

  await page.goto('/reports/new')
  const lines = page.getByRole('list', { name: 'From your work' })
  await lines.getByRole('button', { name: /and 1 more commit/ }).click()
  await page.keyboard.type('2.30')
  await expect(page.getByLabel('Project').first().locator('option:checked')).toHaveText('Website')
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Use the task descriptions' }).click()
  await page.getByRole('button', { name: 'Submit Report' }).click()
  await expect(page.getByText(messages.reports.submitted)).toBeVisible()

  await signInAs(page, cast.ada)
  await page.goto('/admin/settings#activity-sources')
  await expect(sources.getByText(/last heard .* · 1 not matched/)).toBeVisible()
})
