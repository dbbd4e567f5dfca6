import { ensureBuilt, server, web } from '../../scripts/build.mjs'
import { ensureBrowser } from './browser.ts'

export default async function globalSetup() {
  await ensureBuilt([web, server])
  // Each worker reads playwright.config.ts again and finds the browser that was installed here.
  await ensureBrowser()
}
