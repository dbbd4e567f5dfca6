import type { Locator, Page } from '@playwright/test'

/** By the Tab key alone, as a user without a mouse. */
export async function tabTo(page: Page, target: Locator) {
  // Found once: looking for it by its role after every press takes longer than the press.
  let element = await target.elementHandle()
  for (let presses = 0; presses < 150; presses++) {
    const found = await element?.evaluate(node => ({
      isThere: node.isConnected,
      hasFocus: node === document.activeElement,
    }))
    if (found?.hasFocus) return
    // Drawn anew meanwhile.
    if (!found?.isThere) {
      element = await target.elementHandle()
      continue
    }
    await page.keyboard.press('Tab')
  }
  throw new Error('The focus never came there.')
}
