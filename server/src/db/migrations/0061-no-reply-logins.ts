import type { Migration } from '../migration.ts'

/**
 * The addresses with which GitHub and GitLab hide the e-mails of people are logins. Those that were listed as e-mails become
 * logins that count as before, unless another account lists the login: then they wait to be confirmed.
 */
export const noReplyLogins: Migration = {
  name: '0061-no-reply-logins',
  version: '1.3.0',
  async up(trx) {
    const rows = await trx
      .selectFrom('activity_emails')
      .innerJoin('users', 'users.id', 'activity_emails.user_id')
      // When an email was listed isn't known, and each run has to write the same: an archive is migrated after its restore.
      .select(['activity_emails.email', 'user_id', 'users.created_at as claimed_at'])
      .where('activity_emails.email', 'like', '%@users.noreply.git%')
      .orderBy('activity_emails.email')
      .execute()
    for (const { email, user_id, claimed_at } of rows) {
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
        .values({ user_id, kind, name: login, claimed_at })
        .onConflict(conflict => conflict.columns(['user_id', 'kind', 'name']).doNothing())
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
