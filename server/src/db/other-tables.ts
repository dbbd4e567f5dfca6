import { CommandError } from '../lib/command-error.ts'
import type { Table } from './tables.ts'

// Other programs call their list of migrations schema_migrations too, but it has other columns.
export const hasOurTables = (tables: readonly Table[]) =>
  tables.some(({ name, columns }) => name === 'schema_migrations' && columns.includes('applied_at'))

/** Refuses a database of another program, whose tables can have the names of ours. */
export function refuseOtherTables(tables: readonly Table[], setting: string): void {
  if (tables.length === 0 || hasOurTables(tables)) return
  const names = tables.map(({ name }) => name)
  const rest = names.length > 3 ? ', …' : ''
  throw new CommandError(
    `${setting}: this database has tables of another program (${names.slice(0, 3).join(', ')}${rest}). Nothing was changed. Name an empty database.`,
  )
}
