import { defineConfig } from '@playwright/test'
import { browserArgs, findBrowser } from './e2e/support/browser.ts'

export default defineConfig({
  testDir: './e2e/journeys',
  outputDir: './test-results',
  // A test that passes the second time is a bug not yet understood.
  retries: 0,
  forbidOnly: true,
  // Each worker has a server and a browser of its own. Half of a journey's time is waiting, so four fit on two cores.
  workers: 4,
  fullyParallel: true,
  // Generous, for busy machines: a test that passes does not wait for them.
  timeout: 120_000,
  expect: { timeout: 60_000 },
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
