import type { Locator, Page } from '@playwright/test'

/** Moves the focus to an element with the Tab key alone. */
export async function tabTo(page: Page, target: Locator) {
  // The element is located only once, because locating it by its role takes longer than a key press.
  let element = await target.elementHandle()
  for (let presses = 0; presses < 150; presses++) {
    const found = await element?.evaluate(node => ({
      isThere: node.isConnected,
      hasFocus: node === document.activeElement,
    }))
    if (found?.hasFocus) return
    // If the element was rendered again, it has to be located again.
    if (!found?.isThere) {
      element = await target.elementHandle()
      continue
    }
    await page.keyboard.press('Tab')
  }
  throw new Error('The Tab key never reached the element.')
}
