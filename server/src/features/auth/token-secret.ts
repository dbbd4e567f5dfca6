import { randomBytes } from 'node:crypto'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/schema.ts'

/** JWT_SECRET, or one made once and kept in the database, so that every instance on it signs alike. */
export async function tokenSecret(db: Db, config: Pick<Config, 'jwtSecret'>): Promise<string> {
  if (config.jwtSecret !== undefined) return config.jwtSecret
  const name = 'jwt_secret'
  await db
    .insertInto('shared_values')
    .values({ name, value: randomBytes(48).toString('base64url') })
    .onConflict(conflict => conflict.column('name').doNothing())
    .execute()
  const row = await db
    .selectFrom('shared_values')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return row.value
}
