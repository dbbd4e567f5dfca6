import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'

const prefix = 'building-'

/**
 * Where a build grows. Names the process, so that its end can be tidied up after.
 * @param {string} dist
 */
export function newBuildFolder(dist) {
  return mkdtempSync(join(dist, `${prefix}${process.pid}-`))
}

/**
 * What builds that were killed have left.
 * @param {string} dist
 */
export function removeAbandoned(dist) {
  for (const name of readdirSync(dist)) {
    const [, pid] = /^building-(\d+)-/.exec(name) ?? []
    if (pid && !isRunning(Number(pid))) rmSync(join(dist, name), { recursive: true, force: true })
  }
}

/**
 * Moves a finished build in, file by file, each in one step and the page (or program) last: a browser that loads
 * meanwhile finds every file that a page names, be it the old page or the new one. The files of the build before stay, because a server
 * that runs shows its page until it is restarted; those of older builds go.
 * @param {string} made
 * @param {string} place
 */
export function putInPlace(made, place) {
  const before = namedIn(place)
  const files = filesIn(made)
  files.sort((one, other) => placeOf(one) - placeOf(other))
  // After a build of the same sources, or with no list of the build before, a running server may still serve the old files.
  const isNew = [...namedIn(made)].some(file => !before.has(file))
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
 * The page after all that it names, and after it the list, by which the next build knows what to keep.
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
 * The files of a build, by its own list; none if there is no whole build.
 * @param {string} folder
 * @returns {Set<string>}
 */
function namedIn(folder) {
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
    // Another user's, but there.
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM'
  }
}
