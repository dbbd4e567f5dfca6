import { connect } from '../../src/db/connect.ts'
import { migrate } from '../../src/db/migrate.ts'

// Started by a test, five at a time: one instance that comes up and migrates.
const [, , address = '{}'] = process.argv
const db = connect(JSON.parse(address))
process.send?.(await migrate(db))
await db.destroy()
process.disconnect()
