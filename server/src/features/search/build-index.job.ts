import type { Job } from '../../jobs/job.ts'
import { buildIndex, isIndexBuilt } from './build-index.service.ts'

const checkMs = 60_000
const logMs = 10_000

/** After an upgrade, a restore, or a change of what a word is, the first run builds the search index in the background. */
export const buildSearchIndexJob: Job = {
  kind: 'search.index',
  every: () => checkMs,
  async run({ db, log }, _payload, signal) {
    if (await isIndexBuilt(db)) return
    let loggedAt = Number.NEGATIVE_INFINITY
    await buildIndex(db, {
      signal,
      onProgress({ done, total }) {
        if (performance.now() - loggedAt < logMs) return
        loggedAt = performance.now()
        log.info({ done, total }, `search index: ${Math.floor((100 * done) / total)}% built`)
      },
    })
    if (await isIndexBuilt(db)) log.info({}, 'search index built')
  },
}
