import { fork } from 'node:child_process'
import { rmSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrate } from '../../server/src/db/migrate.ts'
import type { Db } from '../../server/src/db/schema.ts'
import { findPostgres, onServer, startPostgres } from '../../server/test/postgres-server.ts'
import { temporaryFolder } from './support/app-process.ts'
import { figure, isLong } from './support/form.ts'
import { type Place, withDatabase } from './support/verify.ts'

const child = new URL('./children/killed-migration.ts', import.meta.url)

/** Every statement in the long form, and a random choice in the short one. */
const shortPoints = 5

async function killEverywhere(
  engine: string,
  newPlace: () => Promise<Place>,
  remove: (place: Place) => Promise<void>,
  schemaOf: (db: Db) => Promise<unknown>,
) {
  const reference = await newPlace()
  const { statements = 0 } = await migrateIn(reference, 0, 'never')
  expect(statements).toBeGreaterThan(20)
  const wanted = await withDatabase(reference, schemaOf)
  await remove(reference)

  const all = Array.from({ length: statements }, (_, index) => index + 1).flatMap(number =>
    (['before', 'after'] as const).map(when => ({ number, when })),
  )
  const step = isLong ? 1 : Math.ceil(all.length / shortPoints)
  const first = Math.floor(Math.random() * step)
  const points = all.filter((_, index) => index % step === first)
  for (const { number, when } of points) {
    const place = await newPlace()
    expect(await migrateIn(place, number, when)).toEqual({ signal: 'SIGKILL' })
    await withDatabase(place, async db => {
      await migrate(db)
      expect(await schemaOf(db), `killed ${when} statement ${number}`).toEqual(wanted)
      expect(await migrate(db)).toEqual([])
    })
    await remove(place)
  }
  figure(`migrations killed, ${engine}`, {
    statements,
    'killed before or after': points.length,
    different: 0,
  })
}

function migrateIn(
  { dataDir, databaseUrl }: Place,
  number: number,
  when: string,
): Promise<{ statements?: number; signal?: string }> {
  const address = JSON.stringify({ dataDir, databaseUrl })
  const running = fork(child, [address, String(number), when])
  let statements: number | undefined
  running.on('message', value => {
    statements = Number(value)
  })
  return new Promise((resolve, reject) => {
    running.once('error', reject)
    running.once('close', (code, signal) => {
      if (signal) resolve({ signal })
      else if (code === 0 && statements !== undefined) resolve({ statements })
      else reject(new Error(`The migration ended with ${code}.`))
    })
  })
}

test('migrations on SQLite killed at any statement are completed by the next start', async () => {
  await killEverywhere(
    'SQLite',
    async () => ({ dataDir: temporaryFolder() }),
    async ({ dataDir }) => rmSync(dataDir, { recursive: true, force: true }),
    async db => {
      const schema =
        await sql`select type, name, tbl_name, sql from sqlite_master order by type, name`.execute(db)
      const integrity = await sql`pragma integrity_check`.execute(db)
      return { schema: schema.rows, integrity: integrity.rows, ...(await appliedIn(db)) }
    },
  )
})

if (findPostgres()) {
  test('migrations on PostgreSQL killed at any statement are completed by the next start', async () => {
    const postgres = await startPostgres()
    try {
      await killEverywhere(
        'PostgreSQL',
        async () => ({ dataDir: '', databaseUrl: await postgres.createDatabase() }),
        ({ databaseUrl = '' }) =>
          onServer(
            postgres.url,
            `drop database if exists ${new URL(databaseUrl).pathname.slice(1)} with (force)`,
          ),
        async db => {
          const columns = await sql`select table_name, column_name, data_type, is_nullable, column_default
            from information_schema.columns where table_schema = 'public' order by 1, ordinal_position`.execute(
            db,
          )
          const indexes =
            await sql`select indexdef from pg_indexes where schemaname = 'public' order by 1`.execute(db)
          const constraints = await sql`select conrelid::regclass::text as of, conname,
            pg_get_constraintdef(oid) as definition from pg_constraint
            where connamespace = 'public'::regnamespace order by 1, 2`.execute(db)
          return {
            columns: columns.rows,
            indexes: indexes.rows,
            constraints: constraints.rows,
            ...(await appliedIn(db)),
          }
        },
      )
    } finally {
      await postgres.remove()
    }
  })
}

async function appliedIn(db: Db) {
  const applied = await db.selectFrom('schema_migrations').select('name').orderBy('name').execute()
  return { applied: applied.map(row => row.name) }
}
