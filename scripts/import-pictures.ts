// Compares the two Mermaid pictures in ARCHITECTURE.md, of the program's layers and of the server's features, with the
// imports of the code, so that they stay true.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Import, isTest, readSources } from './borders.ts'

/** What each box imports. A box that imports nothing has an empty set. */
type Arrows = Map<string, Set<string>>
type Box = { id: string; paths: string[] }

/** Returns one sentence for every line to add or to remove, and none if both pictures are true. */
export function pictureProblems(root: string): string[] {
  const document = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8')
  const [layers = [], features = []] = [...document.matchAll(/^```mermaid\n(.*?)^```$/gms)].map(
    ([, picture = '']) => picture.split('\n').map(line => line.trim()),
  )
  const sources = readSources(root).filter(({ file }) => !isTest(file))
  const files = sources.map(({ file }) => file)
  const imports = sources.flatMap(source => source.imports)
  const boxes = boxesIn(layers)
  const problems = [
    ...boxProblems(root, boxes, imports),
    ...arrowProblems('layers', layers, withoutShortcuts(layerArrows(boxes, imports))),
    ...arrowProblems('features', features, featureArrows(files, imports)),
  ]
  return problems.map(problem => `ARCHITECTURE.md: ${problem}`)
}

function arrowProblems(name: string, picture: readonly string[], arrows: Arrows): string[] {
  const expected = linesOf(arrows)
  const drawn = picture.filter(line => line !== '' && !/^(flowchart|subgraph) |^end$|\["/.test(line))
  return [
    ...drawn
      .filter(line => !expected.includes(line))
      .map(line => `remove the line "${line}" from the picture of the ${name}.`),
    ...expected
      .filter(line => !drawn.includes(line))
      .map(line => `add the line "${line}" to the picture of the ${name}.`),
  ]
}

/** One line for each box with arrows, and one for each box that no arrow leads to or from. */
function linesOf(arrows: Arrows): string[] {
  const targets = new Set([...arrows.values()].flatMap(set => [...set]))
  return [...arrows].flatMap(([id, imported]) => {
    if (imported.size > 0) return [`${id} --> ${[...imported].sort().join(' & ')}`]
    return targets.has(id) ? [] : [id]
  })
}

const serverFeature = (file: string) => /^server\/src\/features\/([^/]+)\//.exec(file)?.[1]

function featureArrows(files: readonly string[], imports: readonly Import[]): Arrows {
  return arrowsBetween(files.map(serverFeature), imports, serverFeature)
}

// This file is in no layer. It only has types, which it imports from all layers, and all layers import it.
const context = 'server/src/context.ts'
const isInLayers = (file: string) => /^(shared|server|web)\/src\//.test(file) && file !== context

function layerArrows(boxes: readonly Box[], imports: readonly Import[]): Arrows {
  const ids = boxes.map(({ id }) => id)
  return arrowsBetween(ids, imports, file => (isInLayers(file) ? boxOf(file, boxes) : undefined))
}

function arrowsBetween(
  ids: readonly (string | undefined)[],
  imports: readonly Import[],
  idOf: (file: string) => string | undefined,
): Arrows {
  const arrows: Arrows = new Map(ids.filter(id => id !== undefined).map(id => [id, new Set()]))
  for (const { from, to } of imports) {
    const [mine, theirs] = [idOf(from), idOf(to)]
    if (mine && theirs && mine !== theirs) arrows.get(mine)?.add(theirs)
  }
  return arrows
}

/** Leaves out arrows to boxes that other arrows lead to as well. */
function withoutShortcuts(arrows: Arrows): Arrows {
  const isReached = (from: string, to: string, passed: readonly string[]): boolean =>
    [...(arrows.get(from) ?? [])].some(
      next => !passed.includes(next) && (next === to || isReached(next, to, [...passed, next])),
    )
  return new Map(
    [...arrows].map(([id, imported]) => {
      const isShortcut = (to: string) =>
        [...imported].some(next => next !== to && isReached(next, to, [id, next]))
      return [id, new Set([...imported].filter(to => !isShortcut(to)))]
    }),
  )
}

/**
 * The boxes of the picture of the layers, such as `ground["db, lib<br>config.ts"]`. Their paths begin with the title of the
 * subgraph that they are in.
 */
function boxesIn(picture: readonly string[]): Box[] {
  let folder = ''
  return picture.flatMap(line => {
    const [, subgraph] = /^subgraph [\w-]+\["(.+)"\]$/.exec(line) ?? []
    if (subgraph) folder = `${subgraph}/`
    if (line === 'end') folder = ''
    const [, id, names] = /^([\w-]+)\["(.+)"\]$/.exec(line) ?? []
    return id && names ? [{ id, paths: names.split(/, |<br>/).map(name => folder + name) }] : []
  })
}

/** The box with the longest path to the file: `app/paths.ts` is not in the box of `app`. */
function boxOf(file: string, boxes: readonly Box[]): string | undefined {
  const found = boxes.flatMap(({ id, paths }) =>
    paths
      .filter(path => file === path || file.startsWith(`${path}/`))
      .map(path => ({ id, length: path.length })),
  )
  return found.sort((a, b) => b.length - a.length)[0]?.id
}

function boxProblems(root: string, boxes: readonly Box[], imports: readonly Import[]): string[] {
  const files = imports.flatMap(({ from, to }) => [from, to]).filter(isInLayers)
  const outside = files.filter(file => !boxOf(file, boxes)).map(file => file.split('/').slice(0, 3).join('/'))
  return [
    ...[...new Set(outside)].map(path => `add ${path} to a box of the picture of the layers.`),
    ...boxes
      .flatMap(({ paths }) => paths)
      .filter(path => !existsSync(join(root, path)))
      .map(path => `remove ${path}, which doesn't exist, from the picture of the layers.`),
  ]
}
