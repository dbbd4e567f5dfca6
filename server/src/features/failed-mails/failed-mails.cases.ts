import { adminsOnly, type Cases } from '../../../test/security/cases.ts'
import { pauseOutgoing } from '../../jobs/outgoing-pause.ts'

export const cases: Cases = {
  ids: { deliveries: 'delivery' },
  makers: ({ clock, db }) => ({
    delivery: async owner => {
      const now = clock.now().toISOString()
      const payload = JSON.stringify({ user: owner.id })
      const { id } = await db
        .insertInto('jobs')
        .values({
          kind: 'invitation.mail',
          payload,
          due_at: now,
          created_at: now,
          attempts: 8,
          failed_at: now,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return id
    },
  }),
  rows: {
    // There is no mail server.
    'POST /api/settings/test-mail': adminsOnly(409),
    // Mail is not paused.
    'POST /api/settings/resume-mail': adminsOnly(409),
  },
  prepared: {
    'POST /api/settings/resume-mail': async ({ ctx }) => {
      await pauseOutgoing(ctx.db, ctx.clock)
      return {}
    },
    'POST /api/settings/test-mail': async ({ ctx }) => {
      ctx.mailer = { send: async () => {}, close() {} }
      return {}
    },
  },
}
