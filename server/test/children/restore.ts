import { once } from 'node:events'
import { restoreBackup } from '../../src/backup/restore-backup.ts'
import { partsOf } from '../place.ts'

// Started by a test, which kills it while files arrive, or looks around and lets it go on: the old tables are dropped
// and nothing is committed yet.
const [, , place = '{}', archive = ''] = process.argv
const parts = await partsOf(JSON.parse(place))
let isToldToGoOn = false
const storage: typeof parts.storage = {
  ...parts.storage,
  async write(...file) {
    const size = await parts.storage.write(...file)
    if (!isToldToGoOn) {
      process.send?.('in the middle')
      await once(process, 'message')
      isToldToGoOn = true
    }
    return size
  },
}
await restoreBackup(archive, { ...parts, storage })
process.disconnect()
