import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, delimiter, join } from 'node:path'
import { exitCode, run, runNode } from '../../scripts/child.mjs'

const shell = 'chromium-headless-shell'
const whole = ['chromium', 'chromium-browser', 'google-chrome']

/**
 * The browser of the browser tests: one named by CHROMIUM_PATH, else one found on the machine. Chromium without its window
 * shows the same pages for two thirds of the work, but no PDF.
 */
export function findBrowser({ showsPdf = false } = {}): string | undefined {
  const named = process.env.CHROMIUM_PATH
  if (named && !(showsPdf && basename(named).includes('headless'))) return named
  return findProgram(showsPdf ? whole : [shell, ...whole])
}

export const browserArgs = [
  // Chromium's sandbox does not work for root.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  // The tests speak to this machine alone.
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A page lives for seconds here: optimizing its scripts takes longer than it saves.
  '--js-flags=--no-opt,--no-maglev',
]

/** The other engine, in which two journeys run: one named by FIREFOX_PATH, else one found on the machine. */
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
 * Installs a browser where there is none: Debian's as root, Playwright's own elsewhere. Both bring Chromium with and
 * without its window, so that the choice is the same on a machine that had to install them.
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
