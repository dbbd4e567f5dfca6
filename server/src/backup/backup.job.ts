import { once } from 'node:events'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { toInstant } from '#shared/dates.ts'
import type { Context } from '../context.ts'
import { groupCommit } from '../db/group-commit.ts'
import { byJob, emit } from '../events/event.ts'
import type { Job } from '../jobs/job.ts'
import { backupWorker } from '../lib/paths.ts'
import {
  archiveName,
  backupFolder,
  makeBackupFolder,
  removeAbandoned,
  removeOldBackups,
  removeUnfinished,
} from './backup-folder.ts'
import type { Backup } from './make-backup.ts'

/** When the newest complete backup began: it has everything up to that moment. */
const lastBackup = 'last_backup'

/** Makes an archive every BACKUP_EVERY and keeps the newest BACKUP_KEEP. */
export const backupJob: Job = {
  kind: 'backup',
  every: ({ backupEverySeconds }) =>
    backupEverySeconds === undefined ? undefined : backupEverySeconds * 1000,
  async run(ctx, _payload, signal) {
    const { clock, config, db, log } = ctx
    const folder = backupFolder(config)
    const beganAt = clock.now().toISOString()
    await makeBackupFolder(folder)
    const made = await makeInThread(ctx, join(folder, archiveName('scheduled', clock)), signal)
    await db
      .insertInto('shared_values')
      .values({ name: lastBackup, value: beganAt })
      .onConflict(conflict => conflict.column('name').doUpdateSet({ value: beganAt }))
      .execute()
    await groupCommit(db, trx =>
      emit(ctx, trx, byJob, { kind: 'backup.made', rows: made.rows, files: made.files }),
    )
    const removed = await removeOldBackups(folder, config.backupsKept, clock)
    await removeAbandoned(folder, clock)
    log.info({ ...made, old: removed }, 'backup made')
  },
}

async function makeInThread({ config }: Context, file: string, signal: AbortSignal): Promise<Backup> {
  signal.throwIfAborted()
  const worker = new Worker(backupWorker, { workerData: { config, file } })
  const stop = () => void worker.terminate()
  signal.addEventListener('abort', stop)
  try {
    const ended = once(worker, 'exit').then(([code]) => {
      throw new Error(`the backup ended with ${code} before it was complete`)
    })
    const [made] = (await Promise.race([once(worker, 'message'), ended])) as [Backup]
    return made
  } finally {
    signal.removeEventListener('abort', stop)
    if (signal.aborted) {
      await worker.terminate()
      await removeUnfinished(backupFolder(config), process.pid)
    }
  }
}

/** In Unix time, for the newest backup of any instance; 0 while there is none. */
export async function lastBackupSeconds({ db }: Pick<Context, 'db'>): Promise<number> {
  const row = await db
    .selectFrom('shared_values')
    .select('value')
    .where('name', '=', lastBackup)
    .executeTakeFirst()
  return Date.parse(row?.value ?? toInstant(0)) / 1000
}
