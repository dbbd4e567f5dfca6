import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, relative, resolve, sep } from 'node:path'
import { exitCode, root, runNode } from './child.mjs'
import { newBuildFolder, putInPlace, removeAbandoned } from './put-in-place.mjs'

// Runs Vite if the content of the sources has changed. put-in-place.mjs can replace a build that running servers use.

/**
 * @typedef {object} Part
 * @property {string} name of the folder in dist
 * @property {string} config of Vite
 * @property {string[]} sources compared by content, because in a fresh clone every file is new
 */

const common = ['shared/src', 'package.json', 'package-lock.json']
/** @type {Part} */
export const web = {
  name: 'web',
  config: 'vite.config.ts',
  sources: ['web', 'vite.config.ts', 'scripts/daily.mjs', ...common],
}
/** @type {Part} */
export const server = {
  name: 'server',
  config: 'vite.server.config.ts',
  sources: ['server/src', 'vite.server.config.ts', ...common],
}

const dist = join(root, 'dist')
/** @param {Part} part */
const stampOf = ({ name }) => join(dist, `${name}.sha256`)

/** @param {Part} part */
export const isBuilt = part => readStamp(part) === hashSources(part.sources)

/**
 * Builds those parts whose sources have changed.
 * @param {Part[]} parts
 * @param {string} [node]
 */
export async function ensureBuilt(parts, node) {
  await build(
    parts.filter(part => !isBuilt(part)),
    node,
  )
  // Another commit with the same sources needs no new build.
  if (parts.includes(server)) recordCommit(dist)
}

/**
 * @param {Part[]} parts
 * @param {string} [node]
 */
export async function build(parts, node) {
  if (parts.length === 0) return
  const started = Date.now()
  const names = parts.map(({ name }) => name).join(' and ')
  console.log(`Building ${names} …`)
  mkdirSync(dist, { recursive: true })
  removeAbandoned(dist)
  await Promise.all(parts.map(part => buildPart(part, node)))
  if (parts.includes(server)) {
    // Without git, the new build must not keep the commit of the former one.
    rmSync(join(dist, 'commit'), { force: true })
    recordCommit(dist)
  }
  console.log(`Built ${names} in ${((Date.now() - started) / 1000).toFixed(1)} s.`)
}

/**
 * @param {Part} part
 * @param {string} [node]
 */
async function buildPart(part, node) {
  // The hash is computed before the build, so that a file that is edited during the build is built again next time.
  const hash = hashSources(part.sources)
  // The build goes to a new folder, because other builds and a server may be running.
  const made = newBuildFolder(dist)
  try {
    const vite = join(root, 'node_modules/vite/bin/vite.js')
    const options = ['--config', part.config, '--outDir', made, '--logLevel', 'warn']
    const ending = await runNode([vite, 'build', ...options], { node })
    if (ending.stoppedBy) {
      rmSync(made, { recursive: true, force: true })
      process.exit(exitCode({ code: null, signal: ending.stoppedBy }))
    }
    if (exitCode(ending) !== 0) throw new Error(`The ${part.name} could not be built (see above).`)
    // The stamp is removed first, so that an interrupted move counts as not built.
    rmSync(stampOf(part), { force: true })
    putInPlace(made, join(dist, part.name))
    writeFileSync(stampOf(part), hash)
  } finally {
    rmSync(made, { recursive: true, force: true })
  }
}

/** @param {Part} part */
function readStamp(part) {
  try {
    return readFileSync(stampOf(part), 'utf8')
  } catch {
    return undefined
  }
}

/**
 * Writes the commit of the checkout beside the build, where the server reads it (server/src/lib/program-version.ts). An
 * archive has none. Read from files, so that a machine without Git can build.
 * @param {string} place
 */
export function recordCommit(place, folder = root) {
  try {
    const commit = readCommit(join(folder, '.git'))
    const file = join(place, 'commit')
    if (commit && !(existsSync(file) && readFileSync(file, 'utf8') === commit)) writeFileSync(file, commit)
  } catch {
    // Not a checkout, no commit yet, or a folder that this user can't write to.
  }
}

/** @param {string} dotGit a folder, or in a worktree a file that names one */
function readCommit(dotGit) {
  /** @param {string} path */
  const read = path => readFileSync(path, 'utf8').trim()
  const own = statSync(dotGit).isFile()
    ? resolve(dotGit, '..', read(dotGit).replace(/^gitdir: /, ''))
    : dotGit
  const common = existsSync(join(own, 'commondir')) ? resolve(own, read(join(own, 'commondir'))) : own
  const head = read(join(own, 'HEAD'))
  const ref = head.replace(/^ref: /, '')
  if (ref === head) return head
  if (existsSync(join(common, ref))) return read(join(common, ref))
  const packed = read(join(common, 'packed-refs')).split('\n')
  return packed.find(line => line.endsWith(` ${ref}`))?.split(' ')[0]
}

/**
 * The hash of the sources, without tests.
 * @param {string[]} sources
 */
export function hashSources(sources, folder = root) {
  const hash = createHash('sha256')
  for (const source of sources) {
    for (const file of filesOf(join(folder, source))) {
      if (/\.(test|cases)\.tsx?$/.test(file)) continue
      hash.update(`${relative(folder, file).split(sep).join('/')}\0`)
      hash.update(createHash('sha256').update(readFileSync(file)).digest())
    }
  }
  return hash.digest('hex')
}

/**
 * The file itself, or all files below a folder in sorted order.
 * @param {string} path
 */
function filesOf(path) {
  if (statSync(path).isFile()) return [path]
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .map(name => join(path, name))
    .filter(file => statSync(file).isFile())
    .sort()
}
