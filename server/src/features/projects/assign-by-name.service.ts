import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { projectKey } from '#shared/contract/projects.ts'
import { limits } from '#shared/limits.ts'
import type { Context } from '../../context.ts'
import type { Db, Trx } from '../../db/schema.ts'
import { countMembers, findProjectKeys, insertMembers, insertMissingProjects } from './projects.queries.ts'

/** Ids of live projects, by the key of their name. */
export type ProjectIds = ReadonlyMap<string, number>

export function projectIdsByKey(db: Db): Promise<ProjectIds> {
  return findProjectKeys(db)
}

/** Creates the projects among these that are not there, and answers all that are there then. */
export async function createMissingProjects(
  ctx: Context,
  trx: Trx,
  names: readonly string[],
  existing: ProjectIds,
): Promise<ProjectIds> {
  const missing = new Map(names.map(name => [projectKey(name), name]))
  for (const key of existing.keys()) missing.delete(key)
  if (missing.size === 0) return existing
  const created_at = ctx.clock.now().toISOString()
  await insertMissingProjects(
    trx,
    [...missing].map(([name_key, name]) => ({ name, name_key, created_at })),
  )
  return findProjectKeys(trx)
}

/** How many more people each of these projects can have. */
export async function roomIn(db: Db, projectIds: readonly number[]): Promise<Map<number, number>> {
  const counts = projectIds.length === 0 ? new Map<number, number>() : await countMembers(db, projectIds)
  return new Map(projectIds.map(id => [id, limits.membersMax - (counts.get(id) ?? 0)]))
}

/** Takes a few milliseconds: an import can name 25,000. */
const rowsAtOnce = 2500

/** Assigns users who are not assigned yet. */
export async function assignNewcomers(
  trx: Trx,
  rows: readonly { project_id: number; user_id: number }[],
): Promise<void> {
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    if (from > 0) await yieldToEventLoop()
    await insertMembers(trx, rows.slice(from, from + rowsAtOnce))
  }
}
