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
/** Whoever makes a backup says so again and again; after so long without a word it was killed. */
const silentMs = 150_000
/** Instances' clocks differ by less; what is further in the future was written while a clock was ahead. */
const largestSkewMs = retryMs

/** When the newest whole backup began: it holds everything up to that moment. */
const lastBackup = 'last_backup'
/** Until then nobody begins: somebody is at it, or it has just failed. */
const pausedUntil = 'backups_paused_until'

/** Makes backups as the settings say, for as long as the server runs. */
export function scheduleBackups(ctx: Context, log: Log, lookEveryMs = 30_000): { stop(): Promise<void> } {
  const { backupEverySeconds, backupsKept } = ctx.config
  if (!backupEverySeconds) return { stop: async () => {} }
  const everyMs = backupEverySeconds * 1000
  const folder = backupFolder(ctx.config)
  let worker: Worker | undefined
  let isStopping = false
  let looking: Promise<void> | undefined
  let holding: Promise<void> | undefined
  // Whichever instance made it.
  let lastKnown = toInstant(0)
  ctx.metrics?.watchBackups(() => Date.parse(lastKnown) / 1000)

  async function look() {
    lastKnown = await instantOf(ctx.db, lastBackup)
    const beganAt = await takeTurn(ctx, everyMs)
    if (beganAt === undefined) return
    // After a stop whoever looks next may begin at once.
    let pauseMs = 0
    try {
      if (!isStopping) await makeOne(beganAt)
    } catch (error) {
      if (isStopping) return
      log.error({ err: error }, 'backup failed')
      pauseMs = Math.min(retryMs, everyMs)
    } finally {
      worker = undefined
      await holding
      await pause(ctx, pauseMs)
    }
  }

  async function makeOne(beganAt: string) {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    worker = new Worker(new URL('./backup-worker.ts', import.meta.url), {
      workerData: { config: ctx.config, file: join(folder, archiveName('scheduled', ctx.clock)) },
    })
    const [made] = (await Promise.race([once(worker, 'message'), endOf(worker)])) as [Backup]
    await setValue(ctx.db, lastBackup, beganAt)
    lastKnown = beganAt
    const removed = await removeOldBackups(folder, backupsKept, ctx.clock)
    await removeAbandoned(folder, ctx.clock)
    log.info({ ...made, old: removed }, 'backup made')
  }

  function tick() {
    if (worker) {
      holding ??= pause(ctx, silentMs)
        // Not said this time; there are more before the others give up on it.
        .catch(() => {})
        .finally(() => {
          holding = undefined
        })
    }
    looking ??= look()
      // Without a database there is nothing to back up; the next look comes anyway.
      .catch(error => log.error({ err: error }, 'backup could not be planned'))
      .finally(() => {
        looking = undefined
      })
  }
  const timer = setInterval(tick, lookEveryMs)
  timer.unref()
  tick()

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

/** Of all instances one makes the backup. Returns when it began, or undefined if it is not its turn. */
async function takeTurn(ctx: Context, everyMs: number): Promise<string | undefined> {
  const now = ctx.clock.now().getTime()
  const ahead = toInstant(now + largestSkewMs)
  async function isTime(db: Db) {
    const [last, paused] = [await instantOf(db, lastBackup), await instantOf(db, pausedUntil)]
    const isDue = last <= toInstant(now - everyMs) || last > ahead
    return isDue && (paused <= toInstant(now) || paused > ahead)
  }
  // Most looks end here, without having kept any writer waiting.
  if (!(await isTime(ctx.db))) return undefined
  return ctx.db.transaction().execute(async trx => {
    await lockAlone(trx, 'backup')
    if (!(await isTime(trx))) return undefined
    await setValue(trx, pausedUntil, toInstant(now + silentMs))
    return toInstant(now)
  })
}

const pause = ({ db, clock }: Pick<Context, 'db' | 'clock'>, forMs: number) =>
  setValue(db, pausedUntil, toInstant(clock.now().getTime() + forMs))

async function instantOf(db: Db, name: string): Promise<string> {
  const row = await db.selectFrom('shared_values').select('value').where('name', '=', name).executeTakeFirst()
  return row?.value ?? toInstant(0)
}

async function setValue(db: Db, name: string, value: string): Promise<void> {
  await db
    .insertInto('shared_values')
    .values({ name, value })
    .onConflict(conflict => conflict.column('name').doUpdateSet({ value }))
    .execute()
}

async function endOf(worker: Worker): Promise<never> {
  const [code] = await once(worker, 'exit')
  throw new Error(`the backup ended with ${code} before it was whole`)
}
