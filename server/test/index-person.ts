import type { Db } from '../src/db/schema.ts'
import { indexThings } from '../src/features/search/index-things.ts'

/** For a person whose row a test has written itself. */
export const indexPerson = (db: Db, id: number) =>
  db.transaction().execute(trx => indexThings(trx, 'person', [id]))
