import type { Locator, Page } from '@playwright/test'

/** Moves the focus to an element with the Tab key alone. */
export async function tabTo(page: Page, target: Locator) {
  // The element is located once, because locating it by its role after every press takes longer than the press.
  let element = await target.elementHandle()
  for (let presses = 0; presses < 150; presses++) {
    const found = await element?.evaluate(node => ({
      isThere: node.isConnected,
      hasFocus: node === document.activeElement,
    }))
    if (found?.hasFocus) return
    // The element was rendered again.
    if (!found?.isThere) {
      element = await target.elementHandle()
      continue
    }
    await page.keyboard.press('Tab')
  }
  throw new Error('The Tab key never reached the element.')
}
