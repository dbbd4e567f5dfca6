import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { createTestDatabase } from '../../test/test-database.ts'
import { connect } from './connect.ts'

test.each([
  ['for data in memory by default', '', '1.1'],
  ['with the value that the operator has set', '?options=-c%20random_page_cost%3D3', '3'],
])('queries are planned %s', async (_name, options, cost) => {
  const database = await createTestDatabase('postgres')
  onTestFinished(() => database.remove())
  const db = connect({ dataDir: '', databaseUrl: `${database.address?.databaseUrl}${options}` })
  onTestFinished(() => db.destroy())
  const { rows } = await sql`show random_page_cost`.execute(db)
  expect(rows).toEqual([{ random_page_cost: cost }])
})
