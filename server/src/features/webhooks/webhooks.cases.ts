import { adminsOnly, type Cases, found } from '../../../test/security/cases.ts'
import type { TestApp } from '../../../test/start-test-app.ts'

type Tools = Pick<TestApp, 'cast' | 'clock' | 'db'>

/** A webhook with one delivery. Its URL is refused before anything is called, so a test of all calls reaches no other server. */
async function makeWebhook({ cast, clock, db }: Tools): Promise<number> {
  const created_at = clock.now().toISOString()
  // Few are left, so that the limit isn't reached.
  await db.deleteFrom('webhooks').execute()
  const { id } = await db
    .insertInto('webhooks')
    .values({
      ...{ name: 'Channel', url: 'http://127.0.0.1:1/', format: 'json', events: '["report.submitted"]' },
      ...{ team_ids: '[]', secret: 'whsec_AAAA', created_at },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  // The second id in a path is that of the person whom these requests name.
  await db.deleteFrom('webhook_deliveries').where('id', '=', cast.omar.id).execute()
  await db
    .insertInto('webhook_deliveries')
    .values({
      ...{ id: cast.omar.id, webhook_id: id, event: 'report.submitted', message_id: `msg_${id}` },
      ...{ request: '{}', tries: 1, created_at },
    })
    .execute()
  return id
}

const input = { url: 'https://93.184.215.14/hook', events: ['report.submitted'] }

export const cases: Cases = {
  ids: { webhooks: 'webhook' },
  makers: tools => ({ webhook: () => makeWebhook(tools) }),
  rows: {
    'POST /api/webhooks': {
      ...adminsOnly(201),
      body: ({ unique }) => ({ ...input, name: `Channel ${unique}` }),
    },
    'PUT /api/webhooks/:id': { ...adminsOnly(found), body: ({ unique }) => ({ name: `Channel ${unique}` }) },
  },
}
