import { cast, type Person } from '../support/cast.ts'
import { expectNoMotion, smallTargets, waitForContent } from '../support/looks.ts'
import { type ScreenName, screenNames, screenOf } from '../support/screens.ts'
import { enterAs, follow, test } from '../support/shared-page.ts'
import { expect } from '../support/test.ts'

const phone = { width: 375, height: 812 }
const firstSees = (person: Person) => (name: ScreenName) => screenOf(name).as[0]?.role === person.role

for (const person of [cast.dina, cast.max, cast.ada]) {
  test(`a finger hits every control on the screens of the ${person.role}`, async ({ page, team }) => {
    test.slow()
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.setViewportSize(phone)
    await enterAs(page, team.url, team.tokenOf(person))
    await page.goto(team.url)
    await waitForContent(page)
    for (const name of screenNames.filter(firstSees(person))) {
      await follow(page, screenOf(name).path(team.places))
      await waitForContent(page)
      expect.soft(await smallTargets(page), `too small on ${name}`).toEqual([])
    }
    await page.getByRole('button', { name: 'Menu' }).click()
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
    await expectNoMotion(page)
    expect(await smallTargets(page), 'too small in the menu').toEqual([])
  })
}

test('a finger hits every control on the screens of guests', async ({ page, team }) => {
  await page.setViewportSize(phone)
  for (const name of screenNames.filter(name => screenOf(name).as.length === 0)) {
    await page.goto(team.url + screenOf(name).path(team.places))
    await waitForContent(page)
    expect.soft(await smallTargets(page), `too small on ${name}`).toEqual([])
  }
})

test('a press shows at once that it was noticed', async ({ page, team }) => {
  await page.setViewportSize(phone)
  await enterAs(page, team.url, team.tokenOf(cast.dina))
  await page.goto(`${team.url}/tasks`)
  await waitForContent(page)
  for (const pressed of [
    page.getByRole('tab', { name: 'Pending' }),
    page.getByRole('button', { name: 'Menu' }),
    page.getByRole('banner').getByRole('link', { name: /^Notifications/ }),
  ]) {
    const look = () =>
      pressed.evaluate(element => {
        const { backgroundColor, color, opacity, transform } = getComputedStyle(element)
        return { backgroundColor, color, opacity, transform }
      })
    await pressed.hover()
    const before = await look()
    await page.mouse.down()
    // The state changes with the press, and Bootstrap's transitions end within 150 ms.
    await expect.poll(look).not.toEqual(before)
    await page.mouse.move(0, 0)
    await page.mouse.up()
  }
})

test('the header and buttons are not printed', async ({ page, team }) => {
  await enterAs(page, team.url, team.tokenOf(cast.max))
  await page.goto(`${team.url}/admin/users`)
  await waitForContent(page)
  await expect(page.getByRole('banner')).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.locator('.btn:visible, .icon-button:visible, .pagination:visible')).toHaveCount(0)
  await page.emulateMedia({ media: null })
})
