// Every `npm run …` starts here: it installs and builds if needed and then runs the program on the pinned Node.
// This is plain JavaScript, because in a fresh clone it runs on the machine's own Node.
import { existsSync } from 'node:fs'
import module from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, ensureBuilt, isBuilt, server, web } from './build.mjs'
import { exitCode, root, runNode } from './child.mjs'
import { ensureInstalled } from './install.mjs'

/**
 * @typedef {object} Verb
 * @property {string} [run] the file to run, from the project's root
 * @property {import('./build.mjs').Part[]} [built] what must be built
 * @property {boolean} [dev] whether the development packages are needed
 */

/** @type {Record<string, Verb>} */
const verbs = {
  start: { run: 'dist/server/main.mjs', built: [web, server] },
  demo: { run: 'dist/server/demo.mjs', built: [web, server] },
  admin: { run: 'dist/server/admin.mjs', built: [server] },
  build: { built: [web, server] },
  dev: { run: 'scripts/dev.ts', dev: true },
  check: { run: 'scripts/check.ts', dev: true },
  test: { run: 'scripts/test.ts', dev: true },
  bench: { run: 'bench/main.ts', built: [web, server], dev: true },
  screenshots: { run: 'e2e/screenshots/screenshots.ts', built: [web, server], dev: true },
}

/**
 * Node's compile cache: a second start is faster and needs no memory for stripping types. If the folder is not writable,
 * Node runs without the cache.
 */
const compiled = join(root, 'node_modules', '.cache', 'daily-report-app')

const [name = '', ...args] = process.argv.slice(2)
const verb = verbs[name]
if (verb === undefined) {
  console.error(`Unknown verb "${name}". Known: ${Object.keys(verbs).join(', ')}.`)
  process.exit(2)
}

const node = await prepare(verb)
if (verb.run) await runHere(join(root, verb.run), args, node)

/**
 * @param {Verb} verb
 * @returns the Node to continue with
 */
async function prepare(verb) {
  try {
    const { built = [], dev = false } = verb
    const isForced = verb === verbs.build
    // Only building needs development packages.
    await ensureInstalled({ dev: dev || isForced || !built.every(isBuilt) })
    const node = pinnedNode()
    await (isForced ? build(built, node) : ensureBuilt(built, node))
    return node
  } catch (error) {
    console.error(`${/** @type {Error} */ (error).message} Nothing was started.`)
    process.exit(1)
  }
}

/**
 * Runs the file in this process if its Node is new enough, because that starts faster and needs no signal forwarding.
 * @param {string} file
 * @param {string[]} args
 * @param {string} node
 */
async function runHere(file, args, node) {
  if (isNewEnough(process.versions.node)) {
    process.argv = [process.execPath, file, ...args]
    module.enableCompileCache?.(compiled)
    await import(pathToFileURL(file).href)
    return
  }
  // The child gets the flags of this process and the same compile cache.
  const env = { NODE_COMPILE_CACHE: compiled, ...process.env }
  // After "--" Node passes --env-file to the program.
  process.exit(exitCode(await runNode([...process.execArgv, '--', file, ...args], { node, env })))
}

/** The Node that npm installed, or the machine's own on platforms without one. */
function pinnedNode() {
  const file = join(root, 'node_modules', '.bin', 'node')
  if (existsSync(file)) return file
  if (isNewEnough(process.versions.node)) return process.execPath
  throw new Error(`Node 22.18 or newer is needed on this platform; this is ${process.versions.node}.`)
}

/** @param {string} version */
function isNewEnough(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major > 22 || (major === 22 && minor >= 18)
}
