import { once } from 'node:events'
import { restoreBackup } from '../../src/backup/restore-backup.ts'
import { partsOf } from '../place.ts'

// A test starts this process. It pauses at the first file, when the old tables are dropped and nothing is committed yet;
// the test then kills it, or looks at the database and lets it continue.
const [, , place = '{}', archive = ''] = process.argv
const parts = await partsOf(JSON.parse(place))
let isResumed = false
const storage: typeof parts.storage = {
  ...parts.storage,
  async write(...file) {
    const size = await parts.storage.write(...file)
    if (!isResumed) {
      process.send?.('in the middle')
      await once(process, 'message')
      isResumed = true
    }
    return size
  },
}
await restoreBackup(archive, { ...parts, storage })
process.disconnect()
