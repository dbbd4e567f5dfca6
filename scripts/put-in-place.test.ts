import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { newBuildFolder, putInPlace, removeAbandoned } from './put-in-place.mjs'

let dist: string
let place: string
beforeEach(() => {
  dist = mkdtempSync(join(tmpdir(), 'daily-report-dist-'))
  place = join(dist, 'web')
})
afterEach(() => rmSync(dist, { recursive: true, force: true }))

/** A build as Vite writes it: a page, the files that it names, and the manifest. */
function build(version: string, folder = newBuildFolder(dist)) {
  const script = `assets/index-${version}.js`
  const files = {
    'index.html': `<script src="/${script}">`,
    'index.html.br': `<script src="/${script}">`,
    [script]: version.repeat(1000),
    [`${script}.br`]: version,
    'theme.js': 'void 0',
    '.vite/manifest.json': JSON.stringify({ 'index.html': { file: script } }),
  }
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  return folder
}
const assets = () => readdirSync(join(place, 'assets')).sort()

test('a build replaces the previous one, whose files stay, and older files are removed', () => {
  for (const version of ['a', 'b', 'c']) putInPlace(build(version), place)
  expect(readFileSync(join(place, 'index.html'), 'utf8')).toContain('index-c.js')
  expect(assets()).toEqual(['index-b.js', 'index-b.js.br', 'index-c.js', 'index-c.js.br'])
})

test('the same build again removes nothing', () => {
  for (const version of ['a', 'b', 'b', 'b']) putInPlace(build(version), place)
  expect(assets()).toEqual(['index-a.js', 'index-a.js.br', 'index-b.js', 'index-b.js.br'])
})

test('every file that a page names exists at any time, also while two builds are moved', async () => {
  putInPlace(build('a'), place)
  const code = `
    import { cpSync, mkdtempSync } from 'node:fs'
    import { workerData } from 'node:worker_threads'
    const { putInPlace } = await import(workerData.module)
    for (let round = 0; round < 40; round++) {
      const made = mkdtempSync(workerData.dist + '/copy-')
      cpSync(workerData.builds[round % 2], made, { recursive: true })
      putInPlace(made, workerData.place)
    }`
  const builds = ['a', 'b'].map(version => build(version, mkdtempSync(join(dist, 'source-'))))
  const module = new URL('./put-in-place.mjs', import.meta.url).href
  const url = new URL(`data:text/javascript,${encodeURIComponent(code)}`)
  const workers = [1, 2].map(() => new Worker(url, { workerData: { dist, place, builds, module } }))
  let isOver = false
  const ended = Promise.all(
    workers.map(worker => new Promise((resolve, reject) => worker.on('exit', resolve).on('error', reject))),
  ).finally(() => {
    isOver = true
  })
  while (!isOver) {
    for (const page of ['index.html', 'index.html.br']) {
      const [, script = ''] = /src="\/(.+)"/.exec(readFileSync(join(place, page), 'utf8')) ?? []
      expect(readFileSync(join(place, script), 'utf8')).toMatch(/^(a{1000}|b{1000})$/)
    }
    await new Promise(resolve => setImmediate(resolve))
  }
  expect(await ended).toEqual([0, 0])
})

test('the folder of a killed build is removed, and that of a running one stays', () => {
  const mine = newBuildFolder(dist)
  // No process has such a high id.
  const abandoned = join(dist, 'building-99999999-x')
  mkdirSync(abandoned)
  removeAbandoned(dist)
  expect([existsSync(mine), existsSync(abandoned)]).toEqual([true, false])
})
