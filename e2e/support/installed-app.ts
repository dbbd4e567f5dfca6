import { cpSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { APIRequestContext, Page, TestInfo } from '@playwright/test'
import { root } from '../../scripts/child.mjs'
import { freePort } from '../../server/test/free-port.ts'
import { cast, register, signIn, tokenOf } from './cast.ts'
import { makeProject } from './projects.ts'
import type { startServer } from './server.ts'
import { expect, storeToken } from './test.ts'

type App = { startFresh: typeof startServer }

/** Starts a server that keeps its data and port when it is started again with the same environment. */
export async function startLasting(app: App, testInfo: TestInfo) {
  const env = { PORT: String(await freePort()), DATA_DIR: testInfo.outputPath('data') }
  return { env, first: await app.startFresh({ admin: cast.ada, env }) }
}

/** Runs in the page: resolves once the worker has cached all files of the app and controls this page. */
export async function workerControls() {
  await navigator.serviceWorker.ready
  while (!navigator.serviceWorker.controller) await new Promise(resolve => setTimeout(resolve, 50))
}

export const workerReady = (page: Page) => page.evaluate(workerControls)

/** The version of the build, which its page and its service worker contain. */
export const builtVersion = () => versionIn(join(root, 'dist'))

const versionIn = (dist: string) =>
  /data-build="([^"]+)"/.exec(readFileSync(join(dist, 'web/index.html'), 'utf8'))?.[1] ?? ''

/**
 * Makes a newer build: a copy of the current one with another version, in which the file of one page has another name.
 * `folder` ends with /dist, as the program expects.
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
    // The compressed copies of the build are out of date.
    for (const kind of ['br', 'gz']) rmSync(join(web, `${file}.${kind}`), { force: true })
  }
  renameSync(join(web, oldPage), join(web, 'assets', 'tasks-page-nextnext.js'))
  return { dist: folder, version: 'next-version' }
}

/** Signs Dina in and opens the form of a new report, with the whole app cached by the service worker. */
export async function openReportForm(page: Page, request: APIRequestContext, url: string) {
  const { id } = await register(request, url, cast.dina)
  const admin = await tokenOf(request, url, cast.ada)
  const project = await makeProject(request, url, admin, { name: 'Website', developers: [id] })
  const token = await signIn(request, url, cast.dina)
  await storeToken(page, url, token)
  await page.goto(`${url}/reports/new`)
  await expect(page.getByLabel('Summary of tasks')).toBeVisible()
  await workerReady(page)
  return { token, project }
}
