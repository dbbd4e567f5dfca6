import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { FastifyBaseLogger } from 'fastify'
import { toInstant } from '#shared/dates.ts'
import type { Context } from '../context.ts'
import { lockAlone } from '../db/engine.ts'
import type { Db } from '../db/schema.ts'
import {
  archiveName,
  backupFolder,
  removeAbandoned,
  removeOldBackups,
  removeUnfinished,
} from './backup-folder.ts'
import type { Backup } from './make-backup.ts'

type Log = Pick<FastifyBaseLogger, 'info' | 'error'>

const retryMs = 15 * 60_000
const turn = 'last_backup'

/** Makes backups as the settings say, for as long as the server runs. */
export function scheduleBackups(ctx: Context, log: Log, lookEveryMs = 30_000): { stop(): Promise<void> } {
  const { backupEverySeconds, backupsKept } = ctx.config
  if (!backupEverySeconds) return { stop: async () => {} }
  const everyMs = backupEverySeconds * 1000
  const folder = backupFolder(ctx.config)
  let worker: Worker | undefined
  let isStopping = false
  let looking: Promise<void> | undefined

  async function look() {
    const turnBefore = await takeTurn(ctx, everyMs)
    if (turnBefore === undefined || isStopping) return
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      worker = new Worker(new URL('./backup-worker.ts', import.meta.url), {
        workerData: { config: ctx.config, file: join(folder, archiveName('scheduled', ctx.clock)) },
      })
      const [made] = (await Promise.race([once(worker, 'message'), endOf(worker)])) as [Backup]
      const removed = await removeOldBackups(folder, backupsKept)
      await removeAbandoned(folder, ctx.clock)
      log.info({ ...made, old: removed }, 'backup made')
    } catch (error) {
      // Soon again, by whichever instance looks first; at once after a restart.
      const next = isStopping
        ? turnBefore
        : toInstant(ctx.clock.now().getTime() - everyMs + Math.min(retryMs, everyMs))
      await setTurn(ctx, next)
      if (!isStopping) log.error({ err: error }, 'backup failed')
    } finally {
      worker = undefined
    }
  }

  function lookUnlessBusy() {
    looking ??= look()
      // Without a database there is nothing to back up; the next look comes anyway.
      .catch(error => log.error({ err: error }, 'backup could not be planned'))
      .finally(() => {
        looking = undefined
      })
  }
  const timer = setInterval(lookUnlessBusy, lookEveryMs)
  timer.unref()
  lookUnlessBusy()

  return {
    async stop() {
      isStopping = true
      clearInterval(timer)
      const wasRunning = worker !== undefined
      await worker?.terminate()
      await looking
      if (wasRunning) await removeUnfinished(folder, process.pid)
    },
  }
}

/** Of all instances one makes the backup. Returns what the turn was before, or undefined if it is not time yet. */
async function takeTurn(ctx: Context, everyMs: number): Promise<string | undefined> {
  const now = ctx.clock.now()
  const isTime = (last: string) => last <= toInstant(now.getTime() - everyMs)
  // Most looks end here, without having kept any writer waiting.
  if (!isTime(await lastTurn(ctx.db))) return undefined
  return ctx.db.transaction().execute(async trx => {
    await lockAlone(trx, 'backup')
    const last = await lastTurn(trx)
    if (!isTime(last)) return undefined
    await setTurn({ db: trx }, now.toISOString())
    return last
  })
}

async function lastTurn(db: Db): Promise<string> {
  const row = await db.selectFrom('shared_values').select('value').where('name', '=', turn).executeTakeFirst()
  return row?.value ?? toInstant(0)
}

async function setTurn({ db }: Pick<Context, 'db'>, value: string): Promise<void> {
  await db
    .insertInto('shared_values')
    .values({ name: turn, value })
    .onConflict(conflict => conflict.column('name').doUpdateSet({ value }))
    .execute()
}

async function endOf(worker: Worker): Promise<never> {
  const [code] = await once(worker, 'exit')
  throw new Error(`the backup ended with ${code} before it was whole`)
}
