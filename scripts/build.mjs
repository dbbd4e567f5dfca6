import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { exitCode, root, runNode } from './child.mjs'
import { newBuildFolder, putInPlace, removeAbandoned } from './put-in-place.mjs'

// By content, not by time: in a fresh clone every file is new.
const sources = ['web', 'shared/src', 'vite.config.ts', 'package.json', 'package-lock.json']
const dist = join(root, 'dist')
const stamp = join(dist, 'web.sha256')

export function isWebBuilt() {
  return readStamp() === hashSources()
}

/** @param {string} [node] */
export async function ensureWebBuilt(node) {
  if (!isWebBuilt()) await buildWeb(node)
}

/** @param {string} [node] */
export async function buildWeb(node) {
  const started = Date.now()
  console.log('Building the web app …')
  // Taken before building: an edit made meanwhile is then built next time.
  const hash = hashSources()
  mkdirSync(dist, { recursive: true })
  removeAbandoned(dist)
  // Beside what is there: others may be building at the same time, and a server may be showing what they built.
  const made = newBuildFolder(dist)
  try {
    const vite = join(root, 'node_modules/vite/bin/vite.js')
    const ending = await runNode([vite, 'build', '--outDir', made, '--logLevel', 'warn'], { node })
    if (ending.stoppedBy) {
      rmSync(made, { recursive: true, force: true })
      process.exit(exitCode({ code: null, signal: ending.stoppedBy }))
    }
    if (exitCode(ending) !== 0) throw new Error('The web could not be built (see above).')
    // Half in place it is of neither build.
    rmSync(stamp, { force: true })
    putInPlace(made, join(dist, 'web'))
    writeFileSync(stamp, hash)
  } finally {
    rmSync(made, { recursive: true, force: true })
  }
  console.log(`Web app built in ${((Date.now() - started) / 1000).toFixed(1)} s.`)
}

function readStamp() {
  try {
    return readFileSync(stamp, 'utf8')
  } catch {
    return undefined
  }
}

/** Tests are no part of what is built. */
export function hashSources(folder = root) {
  const hash = createHash('sha256')
  for (const source of sources) {
    for (const file of filesOf(join(folder, source))) {
      if (/\.test\.tsx?$/.test(file)) continue
      hash.update(`${relative(folder, file).split(sep).join('/')}\0`)
      hash.update(createHash('sha256').update(readFileSync(file)).digest())
    }
  }
  return hash.digest('hex')
}

/**
 * A file itself, or all files below a folder, in an order that does not depend on the file system.
 * @param {string} path
 */
function filesOf(path) {
  if (statSync(path).isFile()) return [path]
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .map(name => join(path, name))
    .filter(file => statSync(file).isFile())
    .sort()
}
