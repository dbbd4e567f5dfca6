// Checks which folder may import which, and what only one file may define (ARCHITECTURE.md has the picture). The rules
// follow from the folders, so that they hold for the first file of a new feature.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, sep } from 'node:path'

export type Import = { from: string; to: string }

/** Returns one sentence for every forbidden import, which says what to do instead. */
export function borderCrossings(root: string): string[] {
  const files = readSources(root)
  const complaints = files.flatMap(({ file, text, imports }) =>
    [...imports.flatMap(crossingsOfImport), ...crossingsOfText(file, text)].map(
      complaint => `${file}: ${complaint}`,
    ),
  )
  return [
    ...complaints,
    ...circlesOf(files.flatMap(({ imports }) => imports)),
    ...sameNames(files.map(({ file }) => file)),
  ]
}

export function readSources(root: string) {
  return ['shared', 'server', 'web']
    .flatMap(folder => sourceFiles(root, folder))
    .map(file => {
      const text = readFileSync(join(root, file), 'utf8')
      return { file, text, imports: importsOf(file, text) }
    })
}

function crossingsOfImport({ from, to }: Import): string[] {
  const [fromSide, toSide] = [sideOf(from), sideOf(to)]
  if (fromSide === 'shared' && to.startsWith('node:'))
    return [`imports ${to}. The browser runs shared/ too: move what needs Node to server/.`]
  if (toSide === undefined) return []
  if (fromSide === 'shared' && toSide !== 'shared')
    return [`imports ${to}. shared/ imports neither server/ nor web/: move the common part into shared/src.`]
  if (fromSide !== toSide && toSide !== 'shared')
    return [`imports ${to}. server/ and web/ meet in shared/ only: move the common part into shared/src.`]
  if (fromSide === 'server' && toSide === 'server') return serverCrossings({ from, to })
  if (fromSide === 'web' && toSide === 'web') return webCrossings({ from, to })
  return []
}

/** The lowest layer of the server. It imports no feature, so that adding a feature doesn't change it. */
const ground = [
  'http',
  'db',
  'storage',
  'jobs',
  'mail',
  'outgoing',
  'backup',
  'events',
  'observability',
  'lib',
]
const floors = [ground, ['identity'], ['features']]
const floorOf = (file: string) => floors.findIndex(folders => folders.includes(file.split('/')[2] ?? ''))

function serverCrossings({ from, to }: Import): string[] {
  const floor = floorOf(from)
  if (!isTest(from) && floor !== -1 && floorOf(to) > floor)
    return [
      `imports ${to}, which stands above ${from.split('/')[2]}/: let app.ts or server.ts pass it in, or move it down.`,
    ]
  if (from.startsWith('server/src/db/migrations/') && to === 'server/src/db/migrate.ts')
    return [`imports ${to}, which imports it: what a migration needs stands in another file of db/.`]
  const [mine, theirs] = [featureOf(from), featureOf(to)]
  // Tests may import anything, and files outside of features (app.ts, the command line) combine features.
  if (isTest(from) || mine === undefined || theirs === undefined || mine === theirs) return []
  if (to.endsWith('.service.ts')) return []
  return [`imports ${to}. A feature calls another's service: use ${theirs}.service.ts.`]
}

/** Finds features that import each other, directly or over others. Returns one sentence for each circle. */
function circlesOf(imports: readonly Import[]): string[] {
  const arrows = new Map<string, Map<string, Import>>()
  for (const each of imports) {
    const [mine, theirs] = [featureOf(each.from), featureOf(each.to)]
    if (sideOf(each.from) !== 'server' || isTest(each.from)) continue
    if (mine === undefined || theirs === undefined || mine === theirs) continue
    const own = arrows.get(mine) ?? new Map<string, Import>()
    arrows.set(mine, own.set(theirs, own.get(theirs) ?? each))
  }
  const done = new Set<string>()
  const found: string[] = []
  function follow(feature: string, path: readonly string[]): void {
    done.add(feature)
    for (const [next, { from, to }] of arrows.get(feature) ?? []) {
      const circle = [...path, feature].slice([...path, feature].indexOf(next))
      if (circle[0] === next)
        found.push(
          `${from}: imports ${to} and closes the circle ${[...circle, next].join(' → ')}. Emit an event, or move what both need into identity/ or a feature of its own.`,
        )
      else if (!done.has(next)) follow(next, [...path, feature])
    }
  }
  for (const feature of arrows.keys()) if (!done.has(feature)) follow(feature, [])
  return found
}

/** File names are unique in identity/ and the features, so that a file is found by its name. */
function sameNames(files: readonly string[]): string[] {
  const own = files.filter(file => /^server\/src\/(identity|features)\//.test(file))
  const byName = Map.groupBy(own, file => file.split('/').at(-1) ?? '')
  return [...byName.values()].flatMap(([first, ...others]) =>
    others.map(file => `${file}: has the name of ${first}. Name one of them after what it does.`),
  )
}

const layers = [['components', 'lib'], ['domain'], ['features'], ['pages'], ['app']]

function webCrossings({ from, to }: Import): string[] {
  if (isTest(from)) return []
  const [mine, theirs] = [featureOf(from), featureOf(to)]
  const isOtherFeature = mine !== undefined && theirs !== undefined && mine !== theirs
  if (isOtherFeature && to !== `web/src/features/${theirs}/api.ts`)
    return [`imports ${to}. A feature imports only the api.ts of another: bring them together in a page.`]
  // Every layer may import the screens' paths, which are defined in this one file.
  if (to === 'web/src/app/paths.ts') return []
  const [low, high] = [layerOf(from), layerOf(to)]
  if (high <= low) return []
  return [
    `imports ${to}. components, lib ← domain ← features ← pages ← app: pass it in as a prop or an argument, or move it down.`,
  ]
}

/** Files beside the folders (main.tsx) are above all layers. */
function layerOf(file: string) {
  const folder = file.split('/')[2] ?? ''
  const layer = layers.findIndex(names => names.includes(folder))
  return layer === -1 ? layers.length : layer
}

// Sign-in is an exception, because the first page after signing in depends on the role.
const asksPermission = /^web\/src\/(components|pages|domain|features\/(?!sign-in\/))/

function crossingsOfText(file: string, text: string): string[] {
  if (isTest(file)) return []
  const code = withoutComments(text)
  const found: string[] = []
  if (/\bprocess\.env\b/.test(code) && file !== 'server/src/config.ts')
    found.push('reads process.env. Add a setting to server/src/config.ts and take it from the config.')
  if (/\bnew Date\(|\bDate\.now\(/.test(code) && file !== 'shared/src/dates.ts')
    found.push('makes a Date. Use the functions of shared/src/dates.ts, or the clock you are given.')
  if (/\.transaction\(\)/.test(code) && /^server\/src\/(?!db\/)/.test(file))
    found.push('opens a transaction. Use groupCommit of server/src/db/group-commit.ts.')
  const renamed = /\bexport\s*\{[^}]*?\b(\w+) as (\w+)[^}]*\}\s*from/.exec(code)
  if (renamed && file.startsWith('server/'))
    found.push(
      `exports ${renamed[1]} as ${renamed[2]}. One thing has one name: rename it where it is defined.`,
    )
  if (/\brequest\.ip\b/.test(code))
    found.push('reads request.ip, which is whatever a proxy has sent. Use request.clientAddress.')
  if (asksPermission.test(file) && /\brole\s*[!=]==?\s*['"`]/.test(code))
    found.push(
      "compares a role. Ask can(user, 'some.permission') or use <Can do=…> (shared/src/permissions.ts).",
    )
  return found
}

function withoutComments(text: string) {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '')
}

function importsOf(file: string, text: string): Import[] {
  const specifiers = withoutComments(text).matchAll(/\b(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g)
  return [...specifiers].map(([, specifier = '']) => ({ from: file, to: target(file, specifier) }))
}

/** A path inside the project, or the name of a package. */
function target(file: string, specifier: string) {
  if (specifier.startsWith('#shared/')) return specifier.replace('#shared/', 'shared/src/')
  if (!specifier.startsWith('.')) return specifier
  return slashes(normalize(join(dirname(file), specifier)))
}

function sideOf(path: string) {
  return ['shared', 'server', 'web'].find(side => path.startsWith(`${side}/`))
}

function featureOf(path: string) {
  return /^(?:server|web)\/src\/features\/([^/]+)\//.exec(path)?.[1]
}

export function isTest(file: string) {
  return /\.(test|cases)\.tsx?$/.test(file) || /^(server|web)\/test\//.test(file)
}

function sourceFiles(root: string, folder: string): string[] {
  if (!existsSync(join(root, folder))) return []
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(name => /\.tsx?$/.test(name))
    .map(name => slashes(join(folder, name)))
    .sort()
}

function slashes(path: string) {
  return path.split(sep).join('/')
}
