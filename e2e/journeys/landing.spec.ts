import { messages } from '#shared/messages.ts'
import { expectNoLayoutShift, nextFrames, showTheme, watchLayoutShifts } from '../support/looks.ts'
import { expect, test } from '../support/test.ts'

/** The limit of the command that takes the pictures (e2e/screenshots/screenshots.ts). */
const maxBytes = 60_000

for (const [device, width] of [
  ['phone', 375],
  ['wide screen', 1280],
] as const)
  test(`the landing page loads one small picture for each theme on a ${device}, and nothing moves`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 })
    await watchLayoutShifts(page)
    const sizes: number[] = []
    page.on('response', async response => {
      if (response.url().endsWith('.webp')) sizes.push((await response.body()).length)
    })
    await page.goto('/')
    const picture = page.getByRole('img', { name: messages.signIn.landingPicture })
    for (const [count, theme] of [
      [1, 'light'],
      [2, 'dark'],
    ] as const) {
      await showTheme(page, theme)
      await picture.scrollIntoViewIfNeeded()
      await expect.poll(() => sizes.length).toBe(count)
      // The space reserved for the picture has the right proportions.
      const { drawn, real } = await picture.evaluate(async (image: HTMLImageElement) => {
        await image.decode()
        const { width, height } = image.getBoundingClientRect()
        return { drawn: width / height, real: image.naturalWidth / image.naturalHeight }
      })
      expect(drawn).toBeCloseTo(real, 1)
    }
    await nextFrames(page)
    expect(Math.max(...sizes)).toBeLessThanOrEqual(maxBytes)
    await expectNoLayoutShift(page)
  })
