import type { Locator, Page } from '@playwright/test'

/** By the Tab key alone, as a user without a mouse. */
export async function tabTo(page: Page, target: Locator) {
  for (let presses = 0; presses < 150; presses++) {
    if (await target.evaluate(element => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error('The focus never came there.')
}
