import { expect, test, vi } from 'vitest'
import { findBrowser } from '../e2e/support/browser.ts'

test.each([
  ['/opt/chromium', '/opt/chromium'],
  ['/opt/chromium-headless-shell', expect.not.stringContaining('headless')],
])('the browser named %s is used, for a PDF only if it can show one', (named, forPdf) => {
  vi.stubEnv('CHROMIUM_PATH', named)
  try {
    expect(findBrowser()).toBe(named)
    expect(findBrowser({ showsPdf: true }) ?? '').toEqual(forPdf)
  } finally {
    vi.unstubAllEnvs()
  }
})
