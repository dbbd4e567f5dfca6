import { closeSync, cpSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { messages } from '#shared/messages.ts'
import { runToEnd } from '../support/programs.ts'
import { type AppProcess, startApp, temporaryFolder } from './support/app-process.ts'
import { count, expectWithin, figure } from './support/form.ts'
import { makeTeam, type Team } from './support/team.ts'
import { privateMounts } from './support/tools.ts'
import { findOrphans, upload } from './support/uploads.ts'
import { expectNothingLostOrTorn } from './support/verify.ts'
import { createWriters, emptyLedger, isRetryLater } from './support/writers.ts'

const onSmallDisk = (folder: string) => [
  ...privateMounts,
  'sh',
  '-c',
  'mount -t tmpfs -o size=16m daily-report "$0" && cd "$0" && exec "$@"',
  folder,
]

test('a full disk refuses writes with a message, serves reads, and recovers once there is room', async () => {
  const dataDir = temporaryFolder()
  const app = await startApp({ dataDir, under: onSmallDisk(dataDir) })
  const disk = join(`/proc/${app.pid}/root`, dataDir)
  const team = await makeTeam(app, 4)
  const ledger = emptyLedger()
  const { run } = createWriters(team, ledger)
  const rounds = count({ short: 2, long: 50 })
  const back: number[] = []
  let refusedWrites = 0
  for (let round = 0; round < rounds; round++) {
    const running = run(app, status => {
      if (status === 507 || status === 503) refusedWrites++
    })
    await until(() => ledger.confirmed > 20 * round, 'something is written')
    const refusedBefore = refusedWrites
    fill(join(disk, 'filler'))
    await until(() => refusedWrites > refusedBefore + 20, 'writes are refused')
    await running.stop()

    const full = await sendFile(app, team, `full-${round}.bin`)
    expect(full?.status, full?.text).toBe(507)
    expect(JSON.parse(full?.text ?? '{}')).toEqual({
      msg: messages.general.diskFull,
      error: messages.general.diskFull,
      code: 'disk_full',
    })
    for (const path of ['/healthz', '/api/reports', '/api/reports/me', '/api/projects']) {
      await app.expectCall(200, { path, token: team.adminToken })
    }

    await untilReady(503)
    rmSync(join(disk, 'filler'))
    await untilReady(200)
    const from = performance.now()
    const confirmedBefore = ledger.confirmed
    const again = run(app)
    await until(() => ledger.confirmed > confirmedBefore, 'writes succeed again')
    back.push(performance.now() - from)
    await again.stop()
    expect((await sendFile(app, team, `room-${round}.bin`))?.status).toBe(201)
    await expectSound(disk)
  }
  expect(
    [...ledger.refused.keys()].filter(text => !isDecided(text)),
    app.output().slice(-2000),
  ).toEqual([])
  figure('disk full', {
    rounds,
    'writes refused with 507 or 503': refusedWrites,
    'confirmed writes': ledger.confirmed,
    lost: 0,
    torn: 0,
    'first write after there was room, slowest ms': Math.round(Math.max(...back)),
  })
  expectWithin(Math.max(...back), 5000, 'writing again')
  expect(await app.kill('SIGTERM')).toEqual({ code: 0, signal: null })

  /** Readiness probes share a check for one second. */
  async function untilReady(wanted: number) {
    const from = performance.now()
    for (;;) {
      const { status, text } = await app.call({ path: '/readyz' })
      if (status === wanted) {
        if (wanted === 503) expect(text).toContain(messages.general.diskFull)
        return
      }
      if (performance.now() - from > 30_000) throw new Error(`/readyz still answers ${status}`)
      await sleep(200)
    }
  }

  /** Checks a copy, because SQLite can't open a path in the server's private mount from outside. */
  async function expectSound(from: string) {
    const copy = temporaryFolder()
    cpSync(from, copy, { recursive: true })
    await expectNothingLostOrTorn({ dataDir: copy }, ledger)
    expect(await findOrphans({ dataDir: copy })).toEqual({ files: [], rows: [], growing: [] })
    rmSync(copy, { recursive: true, force: true })
  }
})

test('a start and a command on a full disk end with a message', async () => {
  const dataDir = temporaryFolder()
  const full =
    'mount -t tmpfs -o size=64k daily-report "$0" && { dd if=/dev/zero of="$0/filler" 2>/dev/null; exec "$@"; }'
  for (const [program, ...args] of [['main.mjs'], ['admin.mjs', 'create', 'ada@example.com', 'Ada']]) {
    const under = [...privateMounts, 'sh', '-c', full, dataDir]
    const { code, output } = await runToEnd(program ?? '', args, { DATA_DIR: join(dataDir, 'data') }, under)
    expect([program, code], output).toEqual([program, 1])
    expect(output).toMatch(/There is no space left on the disk of .*Free some space/)
    expect(output).not.toMatch(/^\s+at /m)
  }
})

test('a start and commands on an existing database without free space name the full disk', async () => {
  const dataDir = temporaryFolder()
  const full = `mount -t tmpfs -o size=4m daily-report "$0" && node=$1 && cli=$2 && shift 2 &&
    "$node" "$cli" create ada@example.com Ada >/dev/null 2>&1 </dev/null && {
    dd if=/dev/zero of="$0/filler" 2>/dev/null; exec "$@"; }`
  const admin = join(import.meta.dirname, '../../dist/server/admin.mjs')
  const elsewhere = join(temporaryFolder(), 'backup.tar.gz')
  for (const [program, ...args] of [
    ['main.mjs'],
    ['admin.mjs', 'recount'],
    ['admin.mjs', 'create', 'max@example.com', 'Max'],
    ['admin.mjs', 'backup', elsewhere],
  ]) {
    const under = [...privateMounts, 'sh', '-c', full, dataDir, process.execPath, admin]
    const { code, output } = await runToEnd(program ?? '', args, { DATA_DIR: join(dataDir, 'data') }, under)
    expect([program, args, code], output).toEqual([program, args, 1])
    expect(output).toMatch(/There (is no space left on the disk of|isn't enough disk space for)/)
    expect(output).not.toMatch(/^\s+at /m)
  }
})

test('a start and commands that run out of space at any point name the full disk', async () => {
  const dataDir = temporaryFolder()
  const elsewhere = temporaryFolder()
  const archive = join(elsewhere, 'team.tar.gz')
  const made = { DATA_DIR: join(elsewhere, 'made') }
  await runToEnd('admin.mjs', ['create', 'ada@example.com', 'Ada'], made)
  expect((await runToEnd('admin.mjs', ['backup', archive], made)).code).toBe(0)
  const withRoom = (room: string) => [
    ...privateMounts,
    'sh',
    '-c',
    `mount -t tmpfs -o size=2m daily-report "$0" && cp -r "$1" "$0/old" && shift &&
      free=$(df -k --output=avail "$0" | tail -1) &&
      dd if=/dev/zero of="$0/filler" bs=1k count=$((free - ${room})) 2>/dev/null && exec "$@"`,
    dataDir,
    made.DATA_DIR,
  ]
  const restore = ['admin.mjs', 'restore', archive]
  const create = ['admin.mjs', 'create', 'max@example.com', 'Max']
  // SQLite fails in different ways if there is no space for its shared memory (32 kB), its log or its pages.
  const runs: [room: string, folder: string, program: string[]][] = [
    ['0', 'new', restore],
    ['16', 'new', restore],
    ['200', 'new', restore],
    ['0', 'old', restore],
    ['16', 'new', create],
    ['200', 'new', create],
    ['4', 'old', create],
    ['16', 'new', ['main.mjs']],
    ['200', 'new', ['main.mjs']],
    ['0', 'old', ['main.mjs']],
  ]
  for (const [room, folder, [program = '', ...args]] of runs) {
    const env = { DATA_DIR: join(dataDir, folder), BACKUP_DIR: elsewhere }
    const { code, output } = await runToEnd(program, args, env, withRoom(room))
    expect([room, folder, program, code], output).toEqual([room, folder, program, 1])
    expect(output, `${room} ${folder} ${program}`).toContain(
      'There is no space left on the disk of DATA_DIR. Free some space, then try again.',
    )
    expect(output).not.toMatch(/^\s+at /m)
  }
})

const isDecided = (text: string) =>
  text.includes(messages.general.diskFull) ||
  isRetryLater(text) ||
  text.includes(messages.reports.alreadySubmitted)

const sendFile = (app: AppProcess, team: Team, name: string) =>
  upload({
    url: app.url,
    token: team.adminToken,
    project: team.projects[0] ?? 0,
    name,
    content: Buffer.alloc(50_000, 7),
  })

/** Fills the disk to the last byte. */
function fill(file: string) {
  const handle = openSync(file, 'w')
  for (const size of [1_000_000, 4096, 1]) {
    try {
      for (;;) writeSync(handle, Buffer.alloc(size, 1))
    } catch (error) {
      expect((error as NodeJS.ErrnoException).code).toBe('ENOSPC')
    }
  }
  closeSync(handle)
}

async function until(isSo: () => boolean, what: string) {
  const from = performance.now()
  while (!isSo()) {
    await sleep(5)
    if (performance.now() - from > 120_000) throw new Error(`Two minutes, and not yet: ${what}`)
  }
}

test('a read-only disk is named, with an existing and with a missing data folder', async () => {
  const disk = temporaryFolder()
  const under = [...privateMounts, 'sh', '-c', 'mount -t tmpfs -o ro daily-report "$0" && exec "$@"', disk]
  for (const DATA_DIR of [disk, join(disk, 'new/data')]) {
    const { code, output } = await runToEnd('main.mjs', [], { DATA_DIR }, under)
    expect(code, output).toBe(1)
    expect(output).toContain(
      `DATA_DIR: the folder "${DATA_DIR}" cannot be used (EROFS): its disk is read-only.`,
    )
  }
})
