import { connect } from '../../src/db/connect.ts'
import { migrate } from '../../src/db/migrate.ts'

// A test starts five of these at a time: each is an instance that migrates the database.
const [, , address = '{}'] = process.argv
const db = connect(JSON.parse(address))
process.send?.(await migrate(db))
await db.destroy()
process.disconnect()
