import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, delimiter, join } from 'node:path'
import { exitCode, run, runNode } from '../../scripts/child.mjs'

const shell = 'chromium-headless-shell'
const whole = ['chromium', 'chromium-browser', 'google-chrome']

/**
 * The browser of the tests: the one that CHROMIUM_PATH names, else one found on the machine. Headless Chromium shows the
 * same pages with two thirds of the work, but no PDF.
 */
export function findBrowser({ showsPdf = false } = {}): string | undefined {
  const named = process.env.CHROMIUM_PATH
  if (named && !(showsPdf && basename(named).includes('headless'))) return named
  return findProgram(showsPdf ? whole : [shell, ...whole])
}

export const browserArgs = [
  // Chromium's sandbox doesn't work for root.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  // The tests connect only to this machine, so these features would only take time.
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A page is open for seconds here, so optimizing its scripts takes longer than it saves.
  '--js-flags=--no-opt,--no-maglev',
]

/** The browser of firefox.spec.ts: the one that FIREFOX_PATH names, else one found on the machine. */
export function findFirefox(): string | undefined {
  return process.env.FIREFOX_PATH || findProgram(['firefox-esr', 'firefox'])
}

export const firefoxMissing =
  'No Firefox found: the journeys in Firefox are left out. Install firefox-esr, or name one by FIREFOX_PATH.'

function findProgram(names: string[]) {
  const folders = ['/usr/bin', ...(process.env.PATH ?? '').split(delimiter)]
  return names.flatMap(name => folders.map(folder => join(folder, name))).find(existsSync)
}

/**
 * Installs a browser where there is none: Debian's for root, Playwright's for other users. Both include Chromium with and
 * without a window, so the choice between them is the same everywhere.
 */
export async function ensureBrowser() {
  const hasBoth = findBrowser() && findBrowser({ showsPdf: true })
  if (hasBoth || hasOwnBrowser()) return
  console.log('No Chromium found: installing it …')
  const packages = `chromium ${shell}`
  const ending =
    process.getuid?.() === 0 && existsSync('/etc/debian_version')
      ? await run('sh', [
          '-c',
          `apt-get update -q && apt-get install -yq --no-install-recommends ${packages}`,
        ])
      : await runNode(['node_modules/@playwright/test/cli.js', 'install', 'chromium'])
  if (exitCode(ending) !== 0)
    throw new Error('No browser could be installed. Install Chromium, or name one by CHROMIUM_PATH.')
}

function hasOwnBrowser() {
  const { chromium } = createRequire(import.meta.url)('@playwright/test') as typeof import('@playwright/test')
  return existsSync(chromium.executablePath())
}
