import { toInstant } from '#shared/dates.ts'
import { limits } from '#shared/limits.ts'
import { groupCommit } from '../../db/group-commit.ts'
import { byJob, emit } from '../../events/event.ts'
import type { Job } from '../../jobs/job.ts'
import { findExpiring, markNotified } from './access-tokens.queries.ts'

const hour = 3_600_000
/** Tokens per transaction. With more, other writes would wait. */
const batchSize = 100

/** Tells users once that a token expires soon. Of tokens that expired while the server was off they aren't told. */
export const expiringTokensJob: Job = {
  kind: 'tokens.expiring',
  every: () => hour,
  async run(ctx, _payload, signal) {
    const now = ctx.clock.now().getTime()
    const until = toInstant(now + limits.tokenNoticeDays * 24 * hour)
    let found: number
    do {
      found = await groupCommit(ctx.db, async trx => {
        const tokens = await findExpiring(trx, { until, limit: batchSize })
        if (tokens.length === 0) return 0
        for (const { id, user_id, name, expires_at } of tokens) {
          if (expires_at === null || expires_at <= toInstant(now)) continue
          await emit(ctx, trx, byJob, {
            kind: 'token.expires',
            userId: user_id,
            token: { id, name, expires_at },
          })
        }
        await markNotified(
          trx,
          tokens.map(({ id }) => id),
          toInstant(now),
        )
        return tokens.length
      })
    } while (found === batchSize && !signal.aborted)
  },
}
