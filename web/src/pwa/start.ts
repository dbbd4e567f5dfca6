import { buildCachePrefix, workerSwitch } from '#shared/service-worker.ts'
import { watchInstallPrompt } from '../features/install/install-prompt.ts'
import { offerNewVersion } from './new-version.tsx'

const hourMs = 3_600_000
const pollMs = 500
/** A page that never finishes loading gets the worker after this time. */
const timeoutMs = 20_000

/**
 * The service worker (web/worker), which opens the app without a network. Called after the page has loaded. In
 * development, and where the server has switched it off, one that is there is removed instead: `npm start` may have left
 * it at the same origin.
 */
export async function start() {
  watchInstallPrompt()
  // Browsers have service workers only on https and on localhost.
  const workers: ServiceWorkerContainer | undefined = navigator.serviceWorker
  if (!workers) return
  const { build, serviceWorker } = document.documentElement.dataset
  if (!build || serviceWorker === workerSwitch.off) return removeWorker(workers)
  await waitForPage()
  holdBuild(build)
  let offered = build
  workers.addEventListener('message', ({ data }) => {
    if (typeof data?.build !== 'string' || data.build === offered) return
    offered = data.build
    if (offered !== build) offerNewVersion()
  })
  const registration = await workers.register('/sw.js', { updateViaCache: 'none' })
  await lookForUpdate(registration)
  // Checked every hour, because tabs may stay open for days.
  setInterval(() => void lookForUpdate(registration).catch(() => {}), hourMs)
}

/** A new worker announces its build by itself; one that was active before this page opened is asked for it. */
async function lookForUpdate(registration: ServiceWorkerRegistration) {
  if (!registration.active) return
  await registration.update()
  if (!registration.installing && !registration.waiting) registration.active?.postMessage('build?')
}

/** Waits until the page has loaded its data, so that downloading the whole app doesn't compete with it. */
async function waitForPage() {
  for (let waited = 0; waited < timeoutMs; waited += pollMs) {
    await new Promise(resolve => setTimeout(resolve, pollMs))
    if (document.querySelector('h1') && !document.querySelector('.placeholder-area, .waiting')) return
  }
}

/** The worker keeps the files of a build while a tab holds this lock. */
function holdBuild(build: string) {
  const forEver = () => new Promise(() => {})
  navigator.locks?.request(buildCachePrefix + build, { mode: 'shared' }, forEver).catch(() => {})
}

async function removeWorker(workers: ServiceWorkerContainer) {
  for (const registration of await workers.getRegistrations()) await registration.unregister()
  for (const name of await caches.keys()) if (name.startsWith(buildCachePrefix)) await caches.delete(name)
}
