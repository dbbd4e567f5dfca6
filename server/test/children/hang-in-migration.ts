import { connect } from '../../src/db/connect.ts'
import { migrate } from '../../src/db/migrate.ts'

// A test starts this process and kills it while the transaction is open.
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
