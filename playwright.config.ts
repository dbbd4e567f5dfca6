import { defineConfig } from '@playwright/test'
import { browserArgs, findBrowser, findFirefox } from './e2e/support/browser.ts'

// Generous, for busy machines: a test that passes does not wait for it.
const timeout = 120_000

export default defineConfig({
  testDir: './e2e/journeys',
  outputDir: './test-results',
  // Builds the app and installs a browser, where needed.
  globalSetup: './e2e/support/global-setup.ts',
  projects: [
    { name: 'chromium', testIgnore: 'firefox.spec.ts' },
    // Another browser starts in each of these tests, which takes a minute on a busy machine.
    ...(findFirefox() ? [{ name: 'firefox', testMatch: 'firefox.spec.ts', timeout: 3 * timeout }] : []),
  ],
  // A test that passes the second time is a bug not yet understood.
  retries: 0,
  forbidOnly: true,
  // Each worker has a server and a browser of its own. Half of a journey's time is waiting, so four fit on two cores.
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
    // A worker downloads the whole app into the empty browser of every test, and answers for files that tests hold back.
    // e2e/journeys/installed-app.spec.ts and the tests of what works offline allow it.
    serviceWorkers: 'block',
    timezoneId: 'Europe/Berlin',
  },
})
