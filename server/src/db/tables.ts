import { sql } from 'kysely'
import { isSqlite } from './engine.ts'
import { foreignKeyViolation } from './errors.ts'
import type { Db, Trx } from './schema.ts'

// Reads and writes whole tables with any columns, for backups. On both engines values are only text, integers and null,
// so a row in JSON means the same on both.

export type Table = { name: string; columns: string[] }

const batchSize = 500

/** Every table with its columns, except those that the engine fills by itself (search indexes, generated columns). */
export async function listTables(db: Db): Promise<Table[]> {
  const { rows } = isSqlite(db)
    ? await sql<{ table: string; column: string }>`
        select t.name as "table", c.name as "column"
        from pragma_table_list as t join pragma_table_xinfo(t.name) as c
        where t.schema = 'main' and t.type = 'table' and t.name not like 'sqlite\\_%' escape '\\' and c.hidden = 0
        order by t.name, c.cid`.execute(db)
    : await sql<{ table: string; column: string }>`
        select t.table_name as "table", c.column_name as "column"
        from information_schema.tables t
        join information_schema.columns c using (table_schema, table_name)
        where t.table_schema = current_schema() and t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER'
        order by t.table_name collate "C", c.ordinal_position`.execute(db)
  const tables = new Map<string, string[]>()
  for (const { table, column } of rows) tables.set(table, [...(tables.get(table) ?? []), column])
  return [...tables].map(([name, columns]) => ({ name, columns }))
}

export async function countRows(db: Db, table: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(db)
  return rows[0]?.count ?? 0
}

/** All rows of a table in batches. PostgreSQL's cursors need a transaction around it. */
export async function* readRows(db: Db, { name, columns }: Table): AsyncGenerator<Record<string, unknown>[]> {
  // The names are known only at run time, so the types treat the table as users.
  const query = db.selectFrom(name as 'users').select(columns as 'id'[])
  if (isSqlite(db)) {
    let some: Record<string, unknown>[] = []
    for await (const row of query.stream()) {
      some.push(row)
      if (some.length < batchSize) continue
      yield some
      some = []
    }
    if (some.length > 0) yield some
    return
  }
  await sql`declare whole_table no scroll cursor for ${query}`.execute(db)
  for (;;) {
    const { rows } = await sql<
      Record<string, unknown>
    >`fetch forward ${sql.lit(batchSize)} from whole_table`.execute(db)
    if (rows.length === 0) break
    yield rows
  }
  await sql`close whole_table`.execute(db)
}

/** Takes the rows as a JSON array of objects, which is one parameter for any number of rows. */
export async function insertRows(trx: Trx, { name, columns }: Table, json: string): Promise<void> {
  const names = sql.join(columns.map(column => sql.ref(column)))
  if (isSqlite(trx)) {
    const values = columns.map(column => sql`json_extract(value, ${sql.lit(`$."${column}"`)})`)
    await sql`insert into ${sql.table(name)} (${names}) select ${sql.join(values)} from json_each(${json})`.execute(
      trx,
    )
  } else {
    await sql`insert into ${sql.table(name)} (${names})
      select ${names} from json_populate_recordset(null::${sql.table(name)}, ${json}::json)`.execute(trx)
  }
}

/** The highest id that each table has ever assigned, even if its row was deleted since. */
export async function readSequences(db: Db): Promise<Record<string, number>> {
  const { rows } = isSqlite(db)
    ? await sql<{ name: string; value: number }>`select name, seq as value from sqlite_sequence`.execute(db)
    : await sql<{ name: string; value: number | null }>`
        select table_name as name,
          pg_sequence_last_value(pg_get_serial_sequence(quote_ident(table_name), column_name)::regclass) as value
        from information_schema.columns
        where table_schema = current_schema() and is_identity = 'YES'`.execute(db)
  return Object.fromEntries(rows.flatMap(({ name, value }) => (value === null ? [] : [[name, value]])))
}

/** Prevents ids from being assigned a second time after a restore. */
export async function writeSequences(trx: Trx, sequences: Record<string, number>): Promise<void> {
  const tables = await listTables(trx)
  for (const [name, value] of Object.entries(sequences)) {
    // An archive can name a table that isn't in its list. SQLite would keep the name, and PostgreSQL refuse it.
    if (!tables.some(table => table.name === name)) continue
    if (isSqlite(trx)) {
      await sql`delete from sqlite_sequence where name = ${name}`.execute(trx)
      await sql`insert into sqlite_sequence (name, seq) values (${name}, ${value})`.execute(trx)
    } else {
      await sql`select setval(pg_get_serial_sequence(quote_ident(${name}), 'id'), ${value})`.execute(trx)
    }
  }
}

/** Lets rows be loaded in any order: foreign keys are checked once, at the end. */
export async function withoutForeignKeys(trx: Trx, work: () => Promise<void>): Promise<void> {
  if (isSqlite(trx)) {
    // Foreign keys are off on this connection (see replace.ts), because SQLite can't switch them inside a transaction.
    await work()
    const { rows } = await sql`pragma foreign_key_check`.execute(trx)
    if (rows.length > 0) {
      const message = `rows that refer to nothing: ${JSON.stringify(rows.slice(0, 3))}`
      throw Object.assign(new Error(message), { code: foreignKeyViolation })
    }
    return
  }
  const { rows: keys } = await sql<{ table: string; name: string; definition: string }>`
    select conrelid::regclass::text as "table", conname as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace`.execute(trx)
  for (const { table, name } of keys)
    await sql`alter table ${sql.raw(table)} drop constraint ${sql.ref(name)}`.execute(trx)
  await work()
  for (const { table, name, definition } of keys)
    await sql`alter table ${sql.raw(table)} add constraint ${sql.ref(name)} ${sql.raw(definition)}`.execute(
      trx,
    )
}
