import { connect } from '../../src/db/connect.ts'
import { migrate } from '../../src/db/migrate.ts'

// Started by a test, which kills it while its transaction is open.
const [, , dataDir = ''] = process.argv
await migrate(connect({ dataDir, databaseUrl: undefined }), [
  {
    name: '0001-accounts',
    async up(trx) {
      await trx.schema.createTable('unfinished').addColumn('id', 'integer').execute()
      process.send?.('in the middle')
      await new Promise(() => setInterval(() => {}, 1000))
    },
  },
])
