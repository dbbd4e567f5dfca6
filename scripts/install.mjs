import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { exitCode, root, run, runNode } from './child.mjs'

/** @typedef {{ version?: string, integrity?: string, optional?: boolean, dev?: boolean, devOptional?: boolean }} Package */

/**
 * Installs the packages of the lockfile unless they are installed.
 * @param {{ dev: boolean }} needs
 */
export async function ensureInstalled(needs) {
  if (isInstalled(needs)) return
  console.log('Installing packages (npm ci) …')
  const started = Date.now()
  // Without --include=dev, NODE_ENV=production would leave out development packages. The loglevel hides warnings about a
  // Node that is older than the one being installed.
  const args = ['ci', '--include=dev', '--loglevel=error', '--no-audit', '--no-fund']
  const npm = process.env.npm_execpath
  const ending = npm ? await runNode([npm, ...args]) : await run('npm', args)
  if (ending.stoppedBy) process.exit(exitCode({ code: null, signal: ending.stoppedBy }))
  if (exitCode(ending) !== 0) {
    throw new Error('The packages could not be installed (see above).')
  }
  console.log(`Packages installed in ${((Date.now() - started) / 1000).toFixed(0)} s.`)
}

/**
 * Compares the lockfile with npm's record of installed packages, so that a manual `npm install` counts and an interrupted
 * one does not. Optional packages may be missing, because most are for other platforms.
 * @param {{ dev: boolean }} needs
 */
export function isInstalled(needs, folder = root) {
  const wanted = readPackages(join(folder, 'package-lock.json'))
  const present = readPackages(join(folder, 'node_modules', '.package-lock.json'))
  if (wanted === undefined || present === undefined) return false
  return Object.entries(wanted).every(([path, { version, integrity, optional, dev, devOptional }]) => {
    if (path === '') return true
    const found = present[path]
    if (found === undefined)
      return optional === true || (!needs.dev && (dev === true || devOptional === true))
    return found.version === version && found.integrity === integrity
  })
}

/**
 * @param {string} file
 * @returns {Record<string, Package> | undefined}
 */
function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages
  } catch {
    return undefined
  }
}
