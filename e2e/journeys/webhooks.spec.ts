import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { apiAs, today } from '../support/api.ts'
import { cast, registerCast, tokenOf } from '../support/cast.ts'
import { expectNoAxeViolations, expectNoSidewaysScrollingAt } from '../support/looks.ts'
import { expect, storeToken, test } from '../support/test.ts'

test.use({ viewport: { width: 1440, height: 900 } })

test('an admin adds a webhook, tests it, sees the delivery of a submitted report, and sends it again', async ({
  page,
  app,
  request,
  consoleWatch,
}) => {
  consoleWatch.allow(/is not a public address/, /status of 400/)
  const received: { type: string; id: unknown }[] = []
  const receiver = createServer((call, response) => {
    let body = ''
    call.on('data', part => (body += part))
    call.on('end', () => {
      received.push({ type: JSON.parse(body).type, id: call.headers['webhook-id'] })
      response.end('Thank you')
    })
  })
  await new Promise<void>(resolve => receiver.listen(0, '127.0.0.1', resolve))
  const { port } = receiver.address() as AddressInfo
  const server = await app.startFresh({ admin: cast.ada, env: { OUTGOING_ALLOW: '127.0.0.1' } })
  await registerCast(request, server.url)
  await storeToken(page, server.url, await tokenOf(request, server.url, cast.ada))
  await page.goto(`${server.url}/admin/settings#integrations`)
  const section = page.getByRole('region', { name: 'Integrations' })
  await section.getByRole('button', { name: 'Add webhook' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add webhook' })
  await dialog.getByLabel('Name').fill('Build status')
  await dialog.getByLabel('URL').fill('http://10.0.0.1/hook')
  await dialog.getByRole('button', { name: 'Add webhook' }).click()
  await expect(dialog.getByText(/10\.0\.0\.1 is not a public address.*OUTGOING_ALLOW/)).toBeVisible()
  await expectNoAxeViolations(page)
  await dialog.getByLabel('URL').fill(`http://127.0.0.1:${port}/hook`)
  await dialog.getByRole('button', { name: 'Add webhook' }).click()
  await expect(section.getByLabel('Secret of Build status')).toHaveValue(/^whsec_/)
  await expectNoAxeViolations(page)
  await section.getByRole('button', { name: 'Done' }).click()

  await section.getByRole('button', { name: 'Deliveries of Build status' }).click()
  const deliveries = page.getByRole('dialog', { name: 'Build status' })
  await expect(deliveries.getByText(/^Nothing sent yet/)).toBeVisible()
  await deliveries.getByRole('button', { name: 'Send a test' }).click()
  await expect(deliveries.getByText(/^The test arrived: answer 200 after/)).toBeVisible()
  await deliveries.getByRole('button', { name: 'Close' }).click()

  const admin = await apiAs(request, server.url, cast.ada)
  const project = await admin.post('/projects', { name: 'Website' })
  const dina = await apiAs(request, server.url, cast.dina)
  await dina.post('/reports', {
    ...{ date: today(), tasks: 'Built the page', blockers: null, tomorrow_plan: 'More' },
    ...{ project_id: project.id },
    task_details: [{ description: 'Page', hours: '7.30', project_id: project.id }],
  })
  await expect.poll(() => received.map(({ type }) => type)).toEqual(['test', 'report.submitted'])
  await section.getByRole('button', { name: 'Deliveries of Build status' }).click()
  const report = deliveries.getByRole('listitem').filter({ hasText: 'A report is submitted' })
  await expect(report.getByText('Arrived')).toBeVisible()
  await report.getByText('Request and answer').click()
  await expect(report.getByText('"type": "report.submitted"')).toBeVisible()
  await expect(report.getByText('Thank you')).toBeVisible()
  await expectNoAxeViolations(page)
  await report.getByRole('button', { name: /^Send again/ }).click()
  await expect.poll(() => received.length).toBe(3)
  expect(received[2]).toEqual(received[1])
  await expect(report.getByText(/2 tries/)).toBeVisible()
  await expectNoSidewaysScrollingAt(page, [1440, 768, 360])
  receiver.closeAllConnections()
  receiver.close()
})
