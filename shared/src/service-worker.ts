/** Where the service worker keeps the files of a build: a cache for each, with the build's version behind this. */
export const buildCachePrefix = 'build-'

/** The server answers the page and /sw.js with this header while the service worker is switched off (SERVICE_WORKER). */
export const workerSwitch = { header: 'x-service-worker', off: 'off' } as const

/** On the root element of the page that the service worker has kept: no server answered when it was opened. */
export const keptPageAttribute = 'data-kept-page'
