/** The service worker keeps the files of a build in a cache of this name, followed by the build's version. */
export const buildCachePrefix = 'build-'

/** The server answers the page and /sw.js with this header while the service worker is switched off (SERVICE_WORKER). */
export const workerSwitch = { header: 'x-service-worker', off: 'off' } as const

/** Set on the root element of the page that the service worker opened from its cache, because the server didn't answer. */
export const keptPageAttribute = 'data-kept-page'
