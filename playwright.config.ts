import { defineConfig } from '@playwright/test'
import { browserArgs, findBrowser, findFirefox } from './e2e/support/browser.ts'

// The timeout allows for busy machines; a passing test does not wait for it.
const timeout = 120_000

export default defineConfig({
  testDir: './e2e/journeys',
  outputDir: './test-results',
  // It builds the app and installs a browser if needed.
  globalSetup: './e2e/support/global-setup.ts',
  projects: [
    { name: 'chromium', testIgnore: 'firefox.spec.ts' },
    // Each of these tests starts another browser, which takes a minute on a busy machine.
    ...(findFirefox() ? [{ name: 'firefox', testMatch: 'firefox.spec.ts', timeout: 3 * timeout }] : []),
  ],
  // A retry would hide a bug.
  retries: 0,
  forbidOnly: true,
  // Each worker has its own browser, and each test its own server. Half of a journey's time is waiting, so four fit on two cores.
  workers: 4,
  fullyParallel: true,
  timeout,
  expect: { timeout: timeout / 2 },
  reporter: 'list',
  use: {
    launchOptions: { executablePath: findBrowser(), args: browserArgs },
    screenshot: 'only-on-failure',
    // Recording a trace of every test takes a seventh of the run: `npm run test:e2e -- name --trace=on` records one.
    trace: 'off',
    locale: 'en-GB',
    // A service worker would download the whole app in every test and serve files that tests delay.
    // e2e/journeys/installed-app.spec.ts and other tests of the app offline allow it.
    serviceWorkers: 'block',
    timezoneId: 'Europe/Berlin',
  },
})
