import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { projectKey } from '#shared/contract/projects.ts'
import { limits } from '#shared/limits.ts'
import type { Context } from '../../context.ts'
import type { Db, Trx } from '../../db/schema.ts'
import { type ActedBy, emit } from '../../events/event.ts'
import {
  countMembers,
  findProjectIdsByKey,
  insertMembers,
  insertMissingProjects,
} from './projects.queries.ts'

/** The ids of live projects by the key of their name. */
export type ProjectIds = ReadonlyMap<string, number>

export { findProjectIdsByKey } from './projects.queries.ts'

/** Creates the projects that don't exist yet, and returns the ids of all live projects. */
export async function createMissingProjects(
  ctx: Context,
  trx: Trx,
  by: ActedBy,
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
  const all = await findProjectIdsByKey(trx)
  const ids = [...missing.keys()].flatMap(key => all.get(key) ?? [])
  await emit(ctx, trx, by, { kind: 'texts.changed', type: 'project', ids })
  return all
}

/** Returns how many more people each of these projects can have, by project id. */
export async function countFreePlaces(db: Db, projectIds: readonly number[]): Promise<Map<number, number>> {
  const counts = projectIds.length === 0 ? new Map<number, number>() : await countMembers(db, projectIds)
  return new Map(projectIds.map(id => [id, limits.membersMax - (counts.get(id) ?? 0)]))
}

/** Inserting this many rows takes a few milliseconds. An import can have 25,000. */
const rowsPerInsert = 2500

/** Assigns users to projects. The caller passes only users who aren't assigned yet. */
export async function addMembers(
  trx: Trx,
  rows: readonly { project_id: number; user_id: number }[],
): Promise<void> {
  for (let from = 0; from < rows.length; from += rowsPerInsert) {
    if (from > 0) await yieldToEventLoop()
    await insertMembers(trx, rows.slice(from, from + rowsPerInsert))
  }
}
