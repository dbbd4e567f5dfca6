import { spawn } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { createFactorKey } from '../server/src/identity/factor-key.ts'
import { startMailServer } from '../server/test/mail-server.ts'
import { runToEnd } from './support/programs.ts'

// This test starts six processes.
vi.setConfig({ testTimeout: 240_000 })

const folder = mkdtempSync(join(tmpdir(), 'daily-report-copy-'))
const mailServer = await startMailServer()
afterAll(async () => {
  await mailServer.close()
  rmSync(folder, { recursive: true, force: true })
})

test('a restored copy prints that it sends no mail until it is resumed, and sends none', async () => {
  const [live, copy] = [join(folder, 'live'), join(folder, 'copy')]
  const archive = join(folder, 'team.tar.gz')
  const admin = async (DATA_DIR: string, ...args: string[]) => {
    const { code, output } = await runToEnd('admin.mjs', args, { DATA_DIR, ...mailServer.settings })
    expect(code, output).toBe(0)
    return output
  }
  await admin(live, 'create', 'ada@example.com', 'Ada')
  const database = new DatabaseSync(join(live, 'daily-report.db'))
  const now = new Date().toISOString()
  database
    .prepare('insert into jobs (kind, payload, due_at, created_at, attempts) values (?, ?, ?, ?, 0)')
    .run('password.forgot', '{"email":"ada@example.com"}', now, now)
  database.close()
  await admin(live, 'backup', archive)
  expect(await admin(copy, 'restore', archive)).toContain('npm run admin -- resume-mail')

  const child = spawn(process.execPath, [join(import.meta.dirname, '../dist/server/main.mjs')], {
    cwd: folder,
    env: { PATH: process.env.PATH, PORT: '0', DATA_DIR: copy, LOG_LEVEL: 'warn', ...mailServer.settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let output = ''
  child.stdout.on('data', chunk => {
    output += chunk
  })
  await expect.poll(() => output).toContain('Email and webhooks are paused, because this server was restored')
  // Long enough for two polls, because the server looks for jobs every second.
  await sleep(2500)
  expect(mailServer.mails).toEqual([])
  expect(await admin(copy, 'resume-mail')).toContain('Email and webhooks are on again.')
  await expect.poll(() => mailServer.mails.length).toBe(1)
  const again = await runToEnd('admin.mjs', ['resume-mail'], { DATA_DIR: copy })
  expect([again.code, again.output]).toEqual([1, 'Nothing is paused\n'])
})

test('a restore without the key of authenticator apps prints a warning, and with it none', async () => {
  const [earlier, elsewhere] = [join(folder, 'with-apps'), join(folder, 'without-key')]
  const archive = join(folder, 'apps.tar.gz')
  const admin = async (DATA_DIR: string, ...args: string[]) => {
    const { code, output } = await runToEnd('admin.mjs', args, { DATA_DIR })
    expect(code, output).toBe(0)
    return output
  }
  await admin(earlier, 'create', 'ada@example.com', 'Ada')
  const secret = createFactorKey({ jwtSecret: undefined, dataDir: earlier }).encrypt('SECRET', 1)
  const database = new DatabaseSync(join(earlier, 'daily-report.db'))
  database
    .prepare('insert into authenticator_apps (user_id, secret, created_at) values (1, ?, ?)')
    .run(secret, new Date().toISOString())
  database.close()
  await admin(earlier, 'backup', archive)
  expect(await admin(earlier, 'restore', archive)).not.toContain('second-step.key')
  expect(await admin(elsewhere, 'restore', archive)).toContain(
    "1 authenticator app can't be checked here: set the JWT_SECRET of the earlier server",
  )
  // Every start says so, until the key is there.
  const started = async () => {
    const env = { PATH: process.env.PATH, PORT: '0', DATA_DIR: elsewhere, LOG_LEVEL: 'silent' }
    const child = spawn(process.execPath, [join(import.meta.dirname, '../dist/server/main.mjs')], {
      cwd: folder,
      env,
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (output += chunk))
    onTestFinished(() => void child.kill('SIGKILL'))
    const ended = new Promise(resolve => child.once('close', resolve))
    await expect.poll(() => output).toContain('ready on')
    child.kill('SIGTERM')
    await ended
    return output
  }
  for (const _start of [1, 2])
    expect(await started()).toContain("1 authenticator app can't be checked here: set the JWT_SECRET")
  copyFileSync(join(earlier, 'second-step.key'), join(elsewhere, 'second-step.key'))
  expect(await started()).not.toContain('second-step.key')
  expect(await admin(elsewhere, 'restore', archive)).not.toContain('second-step.key')
})
