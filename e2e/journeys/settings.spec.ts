import { cast, tokenOf } from '../support/cast.ts'
import { expectNoAxeViolations, expectNoSidewaysScrollingAt } from '../support/looks.ts'
import { expect, storeToken, test } from '../support/test.ts'

test.use({ viewport: { width: 1440, height: 900 } })

test('an admin sets the time zone and working days, and pastes the holidays of a year', async ({
  page,
  app,
  request,
}) => {
  // These settings affect the whole organization, so the test has its own server.
  const server = await app.startFresh({ admin: cast.ada })
  await storeToken(page, server.url, await tokenOf(request, server.url, cast.ada))
  await page.goto(`${server.url}/admin/dashboard`)
  await page.getByRole('banner').getByRole('link', { name: 'Settings' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()

  const organization = page.getByRole('region', { name: 'Organization' })
  const zone = organization.getByLabel('Time zone')
  await expect(zone).toHaveValue('Europe/Berlin')
  await organization.getByLabel('Name (optional)').fill('Acme')
  await zone.selectOption('Pacific/Auckland')
  await expect(
    organization.getByText(/^From today on, days end at midnight in Pacific\/Auckland/),
  ).toBeVisible()
  await organization.getByRole('button', { name: 'Save' }).click()
  await expect(organization.getByText('Organization saved.')).toBeVisible()

  const days = page.getByRole('region', { name: 'Working days' })
  await days.getByRole('checkbox', { name: 'Friday' }).uncheck()
  await days.getByRole('button', { name: 'Save' }).click()
  await expect(days.getByText('Working days saved.')).toBeVisible()

  const holidays = page.getByRole('region', { name: 'Holidays' })
  await holidays.getByRole('button', { name: 'Paste or import a list' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('List').fill('2099-12-25, Christmas Day\n26.12.2099 Boxing Day\nNo date here')
  await dialog.getByLabel('Calendar file (.ics)').setInputFiles({
    name: 'public.ics',
    mimeType: 'text/calendar',
    buffer: Buffer.from(
      'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nDTSTART;VALUE=DATE:20990101\r\nSUMMARY:New\r\n  Year\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n',
    ),
  })
  await expect(dialog.getByRole('status')).toHaveText('3 new, 1 not understood')
  await expectNoAxeViolations(page)
  await dialog.getByRole('button', { name: 'Add 3 holidays' }).click()
  await expect(holidays.getByText('3 holidays added.')).toBeVisible()
  const listed = holidays.getByRole('list', { name: 'Holidays' }).getByRole('listitem')
  await expect(listed).toHaveText([/New Year/, /Christmas Day/, /Boxing Day/])
  await listed.nth(1).getByRole('button').click()
  await expect(listed).toHaveCount(2)
  await holidays.getByRole('button', { name: 'Undo' }).click()
  await expect(listed).toHaveCount(3)
  await expectNoSidewaysScrollingAt(page, [1440, 768, 360])

  await page.reload()
  await expect(organization.getByLabel('Name (optional)')).toHaveValue('Acme')
  await expect(zone).toHaveValue('Pacific/Auckland')
  await expect(days.getByRole('checkbox', { name: 'Friday' })).not.toBeChecked()
})
