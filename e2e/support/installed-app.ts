import type { Page, TestInfo } from '@playwright/test'
import { freePort } from '../../server/test/free-port.ts'
import { cast } from './cast.ts'
import type { startServer } from './server.ts'

type App = { startFresh: typeof startServer }

/** A server whose data and address stay when it is started again with the same environment. */
export async function startLasting(app: App, testInfo: TestInfo) {
  const env = { PORT: String(await freePort()), DATA_DIR: testInfo.outputPath('data') }
  return { env, first: await app.startFresh({ admin: cast.ada, env }) }
}

/** For the page: done once the worker has all files of the app and answers for this page. */
export async function workerControls() {
  await navigator.serviceWorker.ready
  while (!navigator.serviceWorker.controller) await new Promise(resolve => setTimeout(resolve, 50))
}

export const workerReady = (page: Page) => page.evaluate(workerControls)
