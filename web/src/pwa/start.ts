import { buildCachePrefix, workerSwitch } from '#shared/service-worker.ts'
import { watchInstallPrompt } from '../features/install/install-prompt.ts'
import { offerNewVersion } from './new-version.tsx'

const hourMs = 3_600_000
const lookMs = 500
/** A page that never finishes loading still gets the worker with which it would. */
const patienceMs = 20_000

/**
 * The service worker (web/worker), which opens the app without a network. Called after the page has loaded. In
 * development, and where the server has switched it off, one that is there is removed instead: `npm start` may have left
 * it at the same address.
 */
export async function start() {
  watchInstallPrompt()
  // There is none on plain http, other than on this machine.
  const workers: ServiceWorkerContainer | undefined = navigator.serviceWorker
  if (!workers) return
  const { build, serviceWorker } = document.documentElement.dataset
  if (!build || serviceWorker === workerSwitch.off) return removeWorker(workers)
  await pageIsComplete()
  holdBuild(build)
  let offered = build
  workers.addEventListener('message', ({ data }) => {
    if (typeof data?.build !== 'string' || data.build === offered) return
    offered = data.build
    if (offered !== build) offerNewVersion()
  })
  const registration = await workers.register('/sw.js', { updateViaCache: 'none' })
  await lookForUpdate(registration)
  // Tabs stay open for days.
  setInterval(() => void lookForUpdate(registration).catch(() => {}), hourMs)
}

/** A worker that comes tells its build; one that was there before this page is asked. */
async function lookForUpdate(registration: ServiceWorkerRegistration) {
  if (!registration.active) return
  await registration.update()
  if (!registration.installing && !registration.waiting) registration.active?.postMessage('build?')
}

/** Downloading the whole app must not take the line from the data that the page is waiting for. */
async function pageIsComplete() {
  for (let waited = 0; waited < patienceMs; waited += lookMs) {
    await new Promise(resolve => setTimeout(resolve, lookMs))
    if (document.querySelector('h1') && !document.querySelector('.placeholder-area, .waiting')) return
  }
}

/** The files of a build are kept as long as a tab of it is open. */
function holdBuild(build: string) {
  const forEver = () => new Promise(() => {})
  navigator.locks?.request(buildCachePrefix + build, { mode: 'shared' }, forEver).catch(() => {})
}

async function removeWorker(workers: ServiceWorkerContainer) {
  for (const registration of await workers.getRegistrations()) await registration.unregister()
  for (const name of await caches.keys()) if (name.startsWith(buildCachePrefix)) await caches.delete(name)
}
