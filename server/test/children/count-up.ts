import { connect } from '../../src/db/connect.ts'

// Started by a test as a second process on its SQLite file: reads a count and writes it, again and again.
const [, , dataDir = '', prefix = '', turns = '0'] = process.argv
const db = connect({ dataDir, databaseUrl: undefined })
for (let turn = 0; turn < Number(turns); turn++) {
  await db.transaction().execute(async trx => {
    const { count } = await trx
      .selectFrom('shared_values')
      .select(trx.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    await trx
      .insertInto('shared_values')
      .values({ name: `${prefix}-${turn}`, value: String(count) })
      .execute()
  })
}
await db.destroy()
process.exit(0)
