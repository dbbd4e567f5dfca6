import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { systemClock } from '#shared/dates.ts'
import { readConfig } from '../server/src/config.ts'
import { connect } from '../server/src/db/connect.ts'
import { migrate } from '../server/src/db/migrate.ts'
import {
  notificationMailJob,
  queueMailsJob,
} from '../server/src/features/notifications/notification-mail.job.ts'
import { runJobs } from '../server/src/jobs/run-jobs.ts'
import { contextOn } from '../server/src/startup/open-context.ts'
import { startMailServer } from '../server/test/mail-server.ts'

const people = 1000
const takesMs = 200
const targetMs = 60_000

/** Measures reminders to a thousand users at one time, with default settings and a mail server that takes 200 ms each. */
export async function measureMails(say: (line: string) => void): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'daily-report-mails-'))
  const server = await startMailServer({ takesMs })
  const config = readConfig({ DATA_DIR: dataDir, ...server.settings })
  const db = connect(config)
  try {
    await migrate(db)
    const ctx = await contextOn(db, config)
    const now = systemClock.now().toISOString()
    const date = now.slice(0, 10)
    const ids = Array.from({ length: people }, (_, index) => index + 1)
    await db
      .insertInto('users')
      .values(
        ids.map(id => ({
          id,
          name: `Developer ${id}`,
          email: `dev${id}@example.com`,
          role: 'developer' as const,
          password_hash: 'none',
          created_at: now,
        })),
      )
      .execute()
    await db
      .insertInto('notifications')
      .values(
        ids.map(user_id => ({
          user_id,
          kind: 'reminder' as const,
          key: `reminder:${date}`,
          subject: `day:${date}`,
          data: JSON.stringify({ date }),
          created_at: now,
          mail_due_at: now,
        })),
      )
      .execute()
    const began = performance.now()
    const running = runJobs(ctx, [queueMailsJob, notificationMailJob])
    while (server.mails.length < people && performance.now() - began < 5 * targetMs) await sleep(50)
    const ms = performance.now() - began
    await running.stop()
    ctx.mailer.close()
    say(
      `${server.mails.length} reminders in ${(ms / 1000).toFixed(1)} s (target: ${targetMs / 1000} s), ` +
        `${server.mostAtOnce()} at once over ${server.connections()} connections`,
    )
    if (ms > targetMs || server.mails.length < people) process.exitCode = 1
  } finally {
    await db.destroy()
    await server.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
