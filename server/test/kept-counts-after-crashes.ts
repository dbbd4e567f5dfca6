import { fork } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { migrate } from '../src/db/migrate.ts'
import { expectRightCounts, insertTeam } from './kept-counts.ts'
import { createTestDatabase } from './test-database.ts'
import { createTestFolder } from './test-folder.ts'

const rounds = 3

/** Kills a process during its writes several times, and checks the reports and counts each time. */
export async function killDuringWrites(engine: 'sqlite' | 'postgres'): Promise<void> {
  const database = await createTestDatabase(engine)
  const folder = createTestFolder('daily-report-killed-')
  try {
    let db = database.open()
    await migrate(db)
    const team = await insertTeam(db, 'team')
    // Only managers may create and delete tasks.
    await db.updateTable('users').set({ role: 'manager' }).execute()
    await db.destroy()
    for (let round = 0; round < rounds; round++) {
      const confirmed = await writeUntilKilled(database.address, team, `20${20 + round}-01-01`, folder)
      db = database.open()
      try {
        if (engine === 'postgres') await waitForOtherConnectionsToEnd(db)
        const { found } = await db
          .selectFrom('reports')
          .select(db.fn.countAll<number>().as('found'))
          .where('id', 'in', confirmed)
          .executeTakeFirstOrThrow()
        expect(found).toBe(confirmed.length)
        await expectRightCounts(db)
      } finally {
        await db.destroy()
      }
    }
  } finally {
    await database.remove()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The ids of the reports that the process confirmed. */
async function writeUntilKilled(
  address: unknown,
  team: unknown,
  firstDay: string,
  folder: string,
): Promise<number[]> {
  const child = fork(new URL('./children/write-until-killed.ts', import.meta.url), [
    JSON.stringify(address),
    JSON.stringify(team),
    firstDay,
    folder,
  ])
  const ended = once(child, 'exit')
  const confirmed: number[] = []
  const enough = 5 + Math.floor(Math.random() * 40)
  try {
    await new Promise<void>((resolve, reject) => {
      child.on('message', id => {
        confirmed.push(Number(id))
        if (confirmed.length >= enough) resolve()
      })
      ended.then(([code]) => reject(new Error(`It ended by itself with ${code}.`)))
    })
    await delay(Math.random() * 20)
  } finally {
    child.kill('SIGKILL')
    await ended
  }
  return confirmed
}

/** PostgreSQL notices a killed client only after a moment, and may commit its last statements until then. */
async function waitForOtherConnectionsToEnd(db: Parameters<typeof expectRightCounts>[0]): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ others: number }>`select count(*) as others from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(db)
    if (Number(rows[0]?.others) === 0) return
    await delay(50)
  }
}
