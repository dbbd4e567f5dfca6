import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { fillTeam, open, type Place, restore, scratchFolder } from '../../test/backup-drill.ts'
import { TestClock } from '../../test/start-test-app.ts'
import { readConfig } from '../config.ts'
import type { Context, Log } from '../context.ts'
import { runJobs } from '../jobs/run-jobs.ts'
import { createMetrics } from '../observability/metrics.ts'
import { openContext } from '../startup/open-context.ts'
import { backupJob, lastBackupSeconds } from './backup.job.ts'
import { archiveName } from './backup-folder.ts'

const main = join(import.meta.dirname, '../../../dist/server/main.mjs')

function collected() {
  const lines: string[] = []
  const write = (details: unknown, text?: unknown) => void lines.push(`${text} ${JSON.stringify(details)}`)
  return { lines, log: { info: write, warn: write, error: write } as unknown as Log }
}

async function openWith(
  place: Place,
  settings: Record<string, string>,
): Promise<Context & { clock: TestClock }> {
  const config = readConfig({ DATA_DIR: place.dataDir, LOG_LEVEL: 'silent', ...settings })
  const clock = new TestClock()
  const ctx = { ...(await openContext(config, () => {})), clock }
  onTestFinished(() => ctx.db.destroy())
  return ctx
}

// Uses the built worker: from source, each backup would compile it again.
vi.mock(import('../lib/paths.ts'), async original => ({
  ...(await original()),
  backupWorker: new URL('../../../dist/server/backup-worker.mjs', import.meta.url),
}))

const pollMs = 20
const scheduleBackups = (ctx: Context, log: Log, leaseMs = 90_000) =>
  runJobs({ ...ctx, log }, [backupJob], { pollMs, leaseMs })

/** Waits until each instance has polled for jobs a few more times, counted by the calls of its clock. */
async function untilLooked(...instances: { clock: TestClock }[]) {
  for (const { clock } of instances) {
    const looks = vi.spyOn(clock, 'now')
    await expect.poll(() => looks.mock.calls.length, { interval: pollMs }).toBeGreaterThan(10)
    looks.mockRestore()
  }
}

const scheduledIn = (folder: string) => readdirSync(folder).filter(name => /^scheduled-.*\.gz$/.test(name))

test('without BACKUP_EVERY nothing is made', async () => {
  const place = { dataDir: join(scratchFolder(), 'data') }
  const ctx = await openWith(place, {})
  const { lines, log } = collected()
  await scheduleBackups(ctx, log).stop()
  expect(lines).toEqual([])
  expect(readdirSync(place.dataDir)).not.toContain('backups')
})

test('a backup is made when it is time, by one of two instances, and only the newest are kept', async () => {
  const place = { dataDir: join(scratchFolder(), 'data') }
  const folder = join(scratchFolder(), 'archives')
  const settings = { BACKUP_DIR: folder, BACKUP_EVERY: '1h', BACKUP_KEEP: '2' }
  const one = await openWith(place, settings)
  // Two connections to a SQLite file would block each other in this one thread.
  const two = { ...one, clock: new TestClock() }
  await fillTeam(one)
  mkdirSync(folder)
  // Neither of these may be removed.
  writeFileSync(join(folder, 'backup-2020-01-01T00-00-00-000Z.tar.gz'), 'made by hand')
  writeFileSync(join(folder, 'scheduled-notes.txt'), 'mine')

  const { lines, log } = collected()
  const running = [scheduleBackups(one, log), scheduleBackups(two, log)]
  onTestFinished(async () => {
    for (const each of running) await each.stop()
  })
  const made = () => lines.filter(line => line.startsWith('backup made'))
  for (let round = 1; round <= 3; round++) {
    if (round > 1) for (const ctx of [one, two]) ctx.clock.advance({ minutes: 1 })
    await expect.poll(() => made().length, { timeout: 50_000 }).toBe(round)
    // It is not due yet: both instances poll many times and neither begins.
    for (const ctx of [one, two]) ctx.clock.advance({ minutes: 59 })
    await untilLooked(one, two)
    expect(made().length).toBe(round)
  }
  for (const each of running) await each.stop()
  expect(lines.filter(line => !line.startsWith('backup made'))).toEqual([])
  const left = readdirSync(folder).sort()
  expect(scheduledIn(folder)).toHaveLength(2)
  expect(left).toContain('backup-2020-01-01T00-00-00-000Z.tar.gz')
  expect(left).toContain('scheduled-notes.txt')
  expect(left.filter(name => name.startsWith('.unfinished-'))).toEqual([])
  const newest = left.filter(name => /^scheduled-.*gz$/.test(name)).at(-1) ?? ''
  const other = { dataDir: join(scratchFolder(), 'data') }
  await restore(other, join(folder, newest))
  const there = await open(other)
  expect((await there.db.selectFrom('users').select('id').execute()).length).toBe(3)
  await there.db.destroy()
}, 240_000)

test('a failed backup is logged and retried before the next one is due', async () => {
  const place = { dataDir: join(scratchFolder(), 'data') }
  const folder = join(scratchFolder(), 'archives')
  const ctx = await openWith(place, { BACKUP_DIR: join(folder, 'file', 'x'), BACKUP_EVERY: '1d' })
  mkdirSync(folder)
  writeFileSync(join(folder, 'file'), 'no folder')
  const { lines, log } = collected()
  const schedule = scheduleBackups(ctx, log)
  onTestFinished(() => schedule.stop())
  await expect.poll(() => lines.length, { timeout: 50_000 }).toBe(1)
  expect(lines[0]).toContain('job failed')
  expect(lines[0]).toContain('"job":"backup"')
  ctx.clock.advance({ minutes: 16 })
  await expect.poll(() => lines.length, { timeout: 50_000 }).toBe(2)
})

test('the metrics show when the newest complete backup began, whichever instance made it, and 0 before there is one', async () => {
  const place = { dataDir: join(scratchFolder(), 'data') }
  const folder = join(scratchFolder(), 'archives')
  const settings = {
    BACKUP_DIR: join(folder, 'x'),
    BACKUP_EVERY: '1d',
    METRICS_TOKEN: 'a-token-for-prometheus',
  }
  const ctx = await openWith(place, settings)
  mkdirSync(folder)
  writeFileSync(join(folder, 'x'), 'no folder')
  const last = async (metrics = ctx.metrics) =>
    /^backup_last_success_timestamp_seconds (.+)$/m.exec((await metrics?.text()) ?? '')?.[1]
  expect(await last()).toBeUndefined()
  ctx.metrics?.watchBackups(() => lastBackupSeconds(ctx))
  const { lines, log } = collected()
  const schedule = scheduleBackups(ctx, log)
  onTestFinished(() => schedule.stop())
  await expect.poll(() => lines.join(), { timeout: 50_000 }).toContain('job failed')
  expect(await last()).toBe('0')
  rmSync(join(folder, 'x'))
  ctx.clock.advance({ minutes: 16 })
  const began = String(ctx.clock.now().getTime() / 1000)
  await expect.poll(() => last(), { timeout: 50_000 }).toBe(began)
  await schedule.stop()

  const other = createMetrics()
  onTestFinished(() => void other.stop())
  other.watchBackups(() => lastBackupSeconds(ctx))
  expect(await last(other)).toBe(began)
})

test('a backup that a stop prevented is made at the next start', async () => {
  const place = { dataDir: join(scratchFolder(), 'data') }
  const ctx = await openWith(place, { BACKUP_EVERY: '1d' })
  const { lines, log } = collected()
  await scheduleBackups(ctx, log).stop()
  expect(lines).toEqual([])
  const schedule = scheduleBackups(ctx, log)
  onTestFinished(() => schedule.stop())
  await expect.poll(() => lines.join(), { timeout: 150_000 }).toContain('backup made')
})

test('a backup that was killed is made again once its lease has run out', async () => {
  const place = { dataDir: join(scratchFolder(), 'data') }
  const filled = await open(place)
  await fillTeam(filled)
  const { storage_name } = await filled.db
    .selectFrom('project_files')
    .select('storage_name')
    .executeTakeFirstOrThrow()
  await filled.db.destroy()
  // A file whose content never comes keeps the backup where it is.
  const file = join(place.dataDir, 'files', storage_name)
  const content = readFileSync(file)
  rmSync(file)
  execFileSync('mkfifo', [file])
  const child = spawn(process.execPath, [main], {
    cwd: scratchFolder(),
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      PORT: '0',
      DATA_DIR: place.dataDir,
      BACKUP_EVERY: '1d',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const folder = join(place.dataDir, 'backups')
  const isAtIt = () => existsSync(folder) && readdirSync(folder).some(name => name.startsWith('.unfinished-'))
  await expect.poll(isAtIt, { timeout: 100_000 }).toBe(true)
  child.kill('SIGKILL')
  await once(child, 'exit')
  rmSync(file)
  writeFileSync(file, content)

  const ctx = await openWith(place, { BACKUP_EVERY: '1d' })
  ctx.clock.set(new Date().toISOString())
  const { lines, log } = collected()
  const schedule = scheduleBackups(ctx, log, 4000)
  onTestFinished(() => schedule.stop())
  // The other instance may still be working on it.
  await untilLooked(ctx)
  expect(lines).toEqual([])
  ctx.clock.advance({ minutes: 3 })
  // Wait half a lease, in which a living instance would have renewed it.
  await expect.poll(() => lines.join(), { timeout: 150_000 }).toContain('backup made')
  expect(scheduledIn(folder)).toHaveLength(1)
}, 240_000)

test('a backup made while the clock was ahead does not delay the next one and is removed before it', async () => {
  const place = { dataDir: join(scratchFolder(), 'data') }
  const folder = join(scratchFolder(), 'archives')
  const ctx = await openWith(place, { BACKUP_DIR: folder, BACKUP_EVERY: '1d', BACKUP_KEEP: '1' })
  const now = ctx.clock.now()
  ctx.clock.advance({ minutes: 400 * 24 * 60 })
  const { lines, log } = collected()
  const schedule = scheduleBackups(ctx, log)
  onTestFinished(() => schedule.stop())
  const made = () => lines.filter(line => line.startsWith('backup made')).length
  await expect.poll(made, { timeout: 50_000 }).toBe(1)
  ctx.clock.set(now.toISOString())
  await expect.poll(made, { timeout: 50_000 }).toBe(2)
  await schedule.stop()
  expect(scheduledIn(folder)).toEqual([archiveName('scheduled', { now: () => now })])
})

test('the remains of a killed backup are removed a day later', async () => {
  const place = { dataDir: join(scratchFolder(), 'data') }
  const folder = join(place.dataDir, 'backups')
  const ctx = await openWith(place, { BACKUP_EVERY: '1h' })
  for (const name of ['.unfinished-1-old', '.unfinished-1-new'])
    mkdirSync(join(folder, name), { recursive: true })
  // The dates of the folders may come from another clock than the program's.
  ctx.clock.set(new Date().toISOString())
  const now = ctx.clock.now().getTime() / 1000
  utimesSync(join(folder, '.unfinished-1-new'), now, now)
  utimesSync(join(folder, '.unfinished-1-old'), now - 2 * 86_400, now - 2 * 86_400)
  const { lines, log } = collected()
  const schedule = scheduleBackups(ctx, log)
  onTestFinished(() => schedule.stop())
  await expect.poll(() => lines.join(), { timeout: 150_000 }).toContain('backup made')
  expect(readdirSync(folder).filter(name => name.startsWith('.unfinished-'))).toEqual(['.unfinished-1-new'])
})
