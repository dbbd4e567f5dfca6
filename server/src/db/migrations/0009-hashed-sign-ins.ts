import { createHash } from 'node:crypto'
import type { Migration } from '../migration.ts'

/** Sign-ins are stored under the hash of the id that a token carries. Those that are open stay open. */
export const hashedSignIns: Migration = {
  name: '0009-hashed-sign-ins',
  async up(trx) {
    for (const { id } of await trx.selectFrom('sign_ins').select('id').execute()) {
      const hash = createHash('sha256').update(id).digest('base64url')
      await trx.updateTable('sign_ins').set({ id: hash }).where('id', '=', id).execute()
    }
  },
}
