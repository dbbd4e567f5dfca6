import { cpSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../scripts/child.mjs'

/** The version that the build gives its page and its service worker. */
export const builtVersion = () => versionIn(join(root, 'dist'))

const versionIn = (dist: string) =>
  /data-build="([^"]+)"/.exec(readFileSync(join(dist, 'web/index.html'), 'utf8'))?.[1] ?? ''

/**
 * The build that comes after the one that is there: with another version, and with another name for the file of one page,
 * whose old name is gone. `folder` ends with /dist, as the program expects.
 */
export function makeNextBuild(folder: string) {
  cpSync(join(root, 'dist'), folder, { recursive: true })
  const web = join(folder, 'web')
  const files = readdirSync(web, { recursive: true, encoding: 'utf8' })
  const oldPage = files.find(name => /^assets\/tasks-page-[\w-]+\.js$/.test(name))
  if (!oldPage) throw new Error('The build has no page of tasks.')
  const renamed: [string, string][] = [
    [versionIn(folder), 'next-version'],
    [oldPage.replace('assets/', ''), 'tasks-page-nextnext.js'],
  ]
  for (const file of files) {
    if (!/\.(html|js|css)$/.test(file)) continue
    const before = readFileSync(join(web, file), 'utf8')
    const after = renamed.reduce((text, [from, to]) => text.replaceAll(from, to), before)
    if (after === before && file !== oldPage) continue
    writeFileSync(join(web, file), after)
    // Compressed by the build, and no longer what they stand for.
    for (const kind of ['br', 'gz']) rmSync(join(web, `${file}.${kind}`), { force: true })
  }
  renameSync(join(web, oldPage), join(web, 'assets', 'tasks-page-nextnext.js'))
  return { dist: folder, version: 'next-version' }
}
