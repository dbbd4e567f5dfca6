import { sql } from 'kysely'
import { expect } from 'vitest'
import { isSqlite } from '../src/db/engine.ts'
import type { Db } from '../src/db/schema.ts'
import { searchTables } from '../src/db/search-query.ts'
import { rebuildIndex } from '../src/features/search/build-index.service.ts'

/** All words that the indexes have, as `table key: words`, in a fixed order. */
export async function indexedWords(db: Db): Promise<string[]> {
  const entries: string[] = []
  for (const table of searchTables) {
    const words = new Map<number, string[]>()
    for (const { key, word } of isSqlite(db) ? await readFts5(db, table) : await readTsvectors(db, table))
      words.set(key, [...(words.get(key) ?? []), word])
    for (const key of [...words.keys()].sort((a, b) => a - b))
      entries.push(`${table} ${key}: ${words.get(key)?.sort().join(' ')}`)
  }
  return entries
}

type IndexedWord = { key: number; word: string }

async function readFts5(db: Db, table: string): Promise<IndexedWord[]> {
  return db.transaction().execute(async trx => {
    await sql`create virtual table temp.words_of using fts5vocab('main', ${sql.lit(table)}, 'instance')`.execute(
      trx,
    )
    const { rows } = await sql<IndexedWord>`select doc as key, term as word from temp.words_of`.execute(trx)
    await sql`drop table temp.words_of`.execute(trx)
    return rows
  })
}

async function readTsvectors(db: Db, table: string): Promise<IndexedWord[]> {
  const { rows } = await sql<IndexedWord>`select key, unnest(tsvector_to_array(words)) as word
    from ${sql.table(table)}`.execute(db)
  return rows
}

/** Fails unless the index has what a new build of everything writes. */
export async function expectRightIndex(db: Db): Promise<void> {
  const before = await indexedWords(db)
  // In place of what a build doesn't read, such as an entry of a deleted thing.
  for (const table of searchTables)
    await (isSqlite(db)
      ? sql`insert into ${sql.table(table)} (${sql.ref(table)}) values ('delete-all')`.execute(db)
      : sql`delete from ${sql.table(table)}`.execute(db))
  await rebuildIndex(db)
  expect(before).toEqual(await indexedWords(db))
}
