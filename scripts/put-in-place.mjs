import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'

const prefix = 'building-'

/**
 * A new folder for a build, named after the process so that an abandoned one can be removed.
 * @param {string} dist
 */
export function newBuildFolder(dist) {
  return mkdtempSync(join(dist, `${prefix}${process.pid}-`))
}

/**
 * Removes the folders of killed builds.
 * @param {string} dist
 */
export function removeAbandoned(dist) {
  for (const name of readdirSync(dist)) {
    const [, pid] = /^building-(\d+)-/.exec(name) ?? []
    if (pid && !isRunning(Number(pid))) rmSync(join(dist, name), { recursive: true, force: true })
  }
}

/**
 * Moves a finished build into place file by file, each atomically and the page (or program) last, so that a browser finds
 * every file that the old or the new page names. The files of the previous build stay, because a running server serves its
 * page until it is restarted; those of older builds are removed.
 * @param {string} made
 * @param {string} place
 */
export function putInPlace(made, place) {
  const before = manifestFiles(place)
  const files = filesIn(made)
  files.sort((one, other) => placeOf(one) - placeOf(other))
  // After a build of the same sources, or without the previous manifest, a running server may still serve the old files.
  const isNew = [...manifestFiles(made)].some(file => !before.has(file))
  for (const file of files) {
    mkdirSync(dirname(join(place, file)), { recursive: true })
    renameSync(join(made, file), join(place, file))
  }
  if (before.size === 0 || !isNew) return
  const wanted = new Set(files)
  for (const file of filesIn(place)) {
    const isOld = !wanted.has(file) && !before.has(file.replace(/\.(br|gz|map)$/, ''))
    if (file.startsWith('assets/') && isOld) rmSync(join(place, file), { force: true })
  }
}

/**
 * The order of moves: assets, then the page that names them, then the manifest, which the next build reads.
 * @param {string} file
 */
const placeOf = file => (file.startsWith('.vite/') ? 2 : file.startsWith('assets/') ? 0 : 1)

/** @param {string} folder */
function filesIn(folder) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(name => statSync(join(folder, name), { throwIfNoEntry: false })?.isFile())
    .map(name => name.split(sep).join('/'))
}

/**
 * The files in the manifest of a build, or none if there is no complete build.
 * @param {string} folder
 * @returns {Set<string>}
 */
function manifestFiles(folder) {
  try {
    /** @type {Record<string, { file: string, css?: string[], assets?: string[] }>} */
    const manifest = JSON.parse(readFileSync(join(folder, '.vite', 'manifest.json'), 'utf8'))
    return new Set(
      Object.values(manifest).flatMap(({ file, css = [], assets = [] }) => [file, ...css, ...assets]),
    )
  } catch {
    return new Set()
  }
}

/** @param {number} pid */
function isRunning(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // The process exists, but runs as another user.
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM'
  }
}
