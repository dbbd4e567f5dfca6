import { sql } from 'kysely'
import { expect } from 'vitest'
import { recount } from '../src/db/recount.ts'
import type { Db } from '../src/db/schema.ts'

const tables = {
  day_counts: 'subject, project_id, day',
  report_projects: 'report_id, project_id',
  project_people: 'project_id, user_id',
  report_authors: 'user_id',
  report_months: 'user_id, month',
}

/** All stored counts, in a fixed order. */
export async function keptCounts(db: Db): Promise<Record<string, object[]>> {
  const kept: Record<string, object[]> = {}
  for (const [table, key] of Object.entries(tables)) {
    const { rows } = await sql<object>`select * from ${sql.table(table)} order by ${sql.raw(key)}`.execute(db)
    // The order of what is inside of a month depends on the order in which it was written.
    kept[table] = rows.map(row =>
      'shares' in row ? { ...row, shares: JSON.parse(String(row.shares)) } : { ...row },
    )
  }
  kept.tasks = await db
    .selectFrom('tasks')
    .select(['id', 'logged_minutes'])
    .where('logged_minutes', '<>', 0)
    .orderBy('id')
    .execute()
  return kept
}

/** Fails unless the stored counts equal a recount. */
export async function expectRightCounts(db: Db): Promise<void> {
  const before = await keptCounts(db)
  await recount(db)
  expect(before).toEqual(await keptCounts(db))
}

/** Inserts people and projects as rows, for tests that need many and sign in without a password. */
export async function insertTeam(db: Db, label: string, sizes = { people: 4, projects: 3 }) {
  const created_at = '2026-03-01T09:00:00.000Z'
  const people = Array.from({ length: sizes.people }, (_, index) => ({
    name: `Person ${label} ${index}`,
    email: `${label}-${index}@example.com`,
    role: 'developer' as const,
    password_hash: 'x',
    created_at,
  }))
  const projects = Array.from({ length: sizes.projects }, (_, index) => ({
    name: `Project ${label} ${index}`,
    name_key: `project ${label} ${index}`,
    description: null,
    created_at,
  }))
  return {
    people: await db.insertInto('users').values(people).returning(['id', 'name', 'email', 'role']).execute(),
    projects: await db.insertInto('projects').values(projects).returning('id').execute(),
  }
}
