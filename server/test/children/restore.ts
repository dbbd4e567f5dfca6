import { restoreBackup } from '../../src/backup/restore-backup.ts'
import { partsOf } from '../backup-drill.ts'

// Started by a test, which kills it while files arrive: the old tables are dropped and nothing is committed yet.
const [, , place = '{}', archive = ''] = process.argv
const parts = await partsOf(JSON.parse(place))
const storage: typeof parts.storage = {
  ...parts.storage,
  async write(name, content) {
    const size = await parts.storage.write(name, content)
    process.send?.('in the middle')
    await new Promise(() => setInterval(() => {}, 1000))
    return size
  },
}
await restoreBackup(archive, { ...parts, storage })
