import { scheduleBackups } from '../../src/backup/schedule.ts'
import { readConfig } from '../../src/config.ts'
import { openContext } from '../../src/open-context.ts'

// Started by a test, which kills it while the backup is under way.
const [, , dataDir = ''] = process.argv
const ctx = await openContext(readConfig({ DATA_DIR: dataDir, BACKUP_EVERY: '1d' }), () => {})
scheduleBackups(ctx, { info() {}, error() {} })
