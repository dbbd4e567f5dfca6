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

test('a login that a Git server named waits until a manager confirms it', async ({
  page,
  app,
  cast,
  request,
  signInAs,
}) => {
  const asAda = { 'x-auth-token': await tokenOf(request, app.url, cast.ada) }
  const project = await request.post(`${app.url}/api/projects`, { headers: asAda, data: { name: 'Website' } })
  const { id } = await project.json()
  const made = await request.post(`${app.url}/api/activity-sources`, {
    headers: asAda,
    data: { name: 'GitLab', kind: 'gitlab', project_id: id },
  })
  const { address, secret } = await made.json()
  const author = { name: 'Dina', email: 'dina@home.example', username: 'dina-dev' }
  const push = { object_kind: 'push', ref: 'refs/heads/main', project: {}, commits: [{ id: 'a', author }] }
  const sent = await request.post(address, { headers: { 'x-gitlab-token': secret }, data: push })
  expect(sent.status()).toBe(204)

  await signInAs(page, cast.dina)
  await page.goto('/account#activity')
  const own = page.getByRole('region', { name: 'Activity', exact: true })
  await own.getByLabel('GitLab login').fill('dina-dev')
  await own.getByLabel('Other emails in your commits').fill('dina@home.example')
  await own.getByRole('button', { name: 'Save' }).click()
  await expect(own.getByRole('heading', { name: messages.activity.pendingHeading })).toBeVisible()
  await expect(own.getByText(messages.activity.pendingLogin)).toHaveCount(2)
  await expectNoAxeViolations(page)

  await signInAs(page, cast.max)
  await page.goto('/admin/users')
  const waiting = page.getByRole('region', { name: messages.activity.claimsHeading })
  await expect(waiting.getByText('GitLab login')).toBeVisible()
  await expectNoAxeViolations(page)
  await waiting.getByRole('button', { name: /^Confirm dina-dev/ }).click()
  await expect(page.getByText(messages.activity.confirmed('dina-dev', cast.dina.name))).toBeVisible()
  await waiting.getByRole('button', { name: /^Remove dina@home.example/ }).click()
  await expect(waiting).toBeHidden()
})
