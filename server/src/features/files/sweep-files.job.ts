import type { Job } from '../../jobs/job.ts'
import { sweepStorage } from './files.service.ts'

/** Queued at every start. Removes the files that interrupted uploads and crashes left in the file store. */
export const sweepFilesJob: Job = {
  kind: 'files.sweep',
  async run(ctx, _payload, signal) {
    await sweepStorage(ctx, signal)
  },
}
