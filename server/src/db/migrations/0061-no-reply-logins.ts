import type { Migration } from '../migration.ts'

/**
 * The addresses with which GitHub and GitLab hide the e-mails of people are logins. Those that were listed as e-mails become
 * logins that count as before, unless another account lists the login: then they wait to be confirmed.
 */
export const noReplyLogins: Migration = {
  name: '0061-no-reply-logins',
  version: '1.3.0',
  async up(trx, now) {
    const rows = await trx
      .selectFrom('activity_emails')
      .select(['email', 'user_id'])
      .where('email', 'like', '%@users.noreply.git%')
      .orderBy('email')
      .execute()
    for (const { email, user_id } of rows) {
      const found = loginOf(email)
      if (!found) continue
      await trx.deleteFrom('activity_emails').where('email', '=', email).execute()
      const { numInsertedOrUpdatedRows } = await trx
        .insertInto('activity_logins')
        .values({ ...found, user_id })
        .onConflict(conflict => conflict.doNothing())
        .executeTakeFirstOrThrow()
      if (numInsertedOrUpdatedRows) continue
      const { kind, login } = found
      const holder = await trx
        .selectFrom('activity_logins')
        .select('user_id')
        .where('kind', '=', kind)
        .where('login', '=', login)
        .executeTakeFirst()
      if (holder?.user_id === user_id) continue
      await trx
        .insertInto('activity_claims')
        .values({ user_id, kind, name: login, claimed_at: now.toISOString() })
        .onConflict(conflict => conflict.doNothing())
        .execute()
    }
  },
}

function loginOf(email: string) {
  const gitHub = /^(?:\d+\+)?([^@+]+)@users\.noreply\.github\.com$/.exec(email)?.[1]
  if (gitHub) return { kind: 'github' as const, login: gitHub }
  const gitLab = /^\d+-([^@]+)@users\.noreply\.gitlab\.com$/.exec(email)?.[1]
  return gitLab ? { kind: 'gitlab' as const, login: gitLab } : undefined
}
