/** The service worker keeps the files of a build in a cache of this name, followed by the build's version. */
export const buildCachePrefix = 'build-'

/** The server sends this header with the page and /sw.js while the service worker is switched off (SERVICE_WORKER). */
export const workerSwitch = { header: 'x-service-worker', off: 'off' } as const

/** The service worker sets it on the root element of a page that it opened from its cache, because the server didn't answer. */
export const keptPageAttribute = 'data-kept-page'
