import type { Migration } from '../migration.ts'

/**
 * The indexes of a person have what the other filters compare, so that a rare kind of a person with many entries is found
 * in the index alone. With ten million entries, 223,000 of them of one person, that took 2.4 s and takes 0.2 s.
 */
export const filtersOfTheRecord: Migration = {
  name: '0057-filters-of-the-record',
  async up(trx) {
    for (const [name, columns] of [
      ['actor', ['actor_id', 'at', 'id', 'kind', 'user_id']],
      ['user', ['user_id', 'at', 'id', 'kind', 'actor_id']],
    ] as const) {
      const index = `record_entries_${name}`
      await trx.schema.dropIndex(index).execute()
      await trx.schema
        .createIndex(index)
        .on('record_entries')
        .columns([...columns])
        .execute()
    }
  },
}
