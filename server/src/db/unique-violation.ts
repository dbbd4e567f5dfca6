import { CompiledQuery } from 'kysely'
import { isUniqueViolation } from './errors.ts'
import type { Trx } from './schema.ts'

/**
 * Returns false if a unique index refused the write; the transaction can continue. On PostgreSQL every error ends the
 * transaction, unless it is rolled back to a savepoint.
 */
export async function ignoreUniqueViolation(trx: Trx, write: () => Promise<unknown>): Promise<boolean> {
  const run = (statement: string) => trx.executeQuery(CompiledQuery.raw(statement))
  await run('savepoint before_write')
  try {
    await write()
    await run('release savepoint before_write')
    return true
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    await run('rollback to savepoint before_write')
    await run('release savepoint before_write')
    return false
  }
}
