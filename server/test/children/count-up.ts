import { connect } from '../../src/db/connect.ts'
import { countUp } from '../count-up.ts'

// A test starts this as a second process on its SQLite file.
const [, , dataDir = '', prefix = '', count = '0'] = process.argv
const db = connect({ dataDir, databaseUrl: undefined })
await countUp(db, prefix, Number(count))
await db.destroy()
process.exit(0)
