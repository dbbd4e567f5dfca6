import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'
import { exitCode, run, runNode } from './child.mjs'

/** The browser of the browser tests: one named by CHROMIUM_PATH, else one found on the machine. */
export function findBrowser(): string | undefined {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH
  const folders = ['/usr/bin', ...(process.env.PATH ?? '').split(delimiter)]
  // The first is Chromium without its window: the same pages for two thirds of the work.
  const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']
  return names.flatMap(name => folders.map(folder => join(folder, name))).find(existsSync)
}

/** Installs a browser where there is none: Debian's as root, Playwright's own elsewhere. */
export async function ensureBrowser() {
  if (findBrowser() || hasOwnBrowser()) return
  console.log('No Chromium found: installing it …')
  const ending =
    process.getuid?.() === 0 && existsSync('/etc/debian_version')
      ? await run('sh', ['-c', 'apt-get update -q && apt-get install -yq --no-install-recommends chromium'])
      : await runNode(['node_modules/@playwright/test/cli.js', 'install', 'chromium'])
  if (exitCode(ending) !== 0)
    throw new Error('No browser could be installed. Install Chromium, or name one by CHROMIUM_PATH.')
}

function hasOwnBrowser() {
  const { chromium } = createRequire(import.meta.url)('@playwright/test') as typeof import('@playwright/test')
  return existsSync(chromium.executablePath())
}
