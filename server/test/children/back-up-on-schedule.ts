import { backupJob } from '../../src/backup/backup.job.ts'
import { readConfig } from '../../src/config.ts'
import { runJobs } from '../../src/jobs/run-jobs.ts'
import { openContext } from '../../src/startup/open-context.ts'

// Started by a test, which kills it while the backup is under way.
const [, , dataDir = ''] = process.argv
const ctx = await openContext(readConfig({ DATA_DIR: dataDir, BACKUP_EVERY: '1d' }), () => {})
runJobs(ctx, [backupJob])
