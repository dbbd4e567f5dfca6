import type {
  ActivitySource,
  ActivitySourceEditInput,
  ActivitySourceInput,
  ActivitySourcePage,
  ActivitySourcesQuery,
  NewActivitySource,
} from '#shared/contract/activity.ts'
import { messages } from '#shared/messages.ts'
import type { Context } from '../../context.ts'
import type { Trx } from '../../db/schema.ts'
import { emit } from '../../events/event.ts'
import { paginationOf } from '../../http/pagination-of.ts'
import type { SignedIn } from '../../http/plugins/access.ts'
import { refuse, refuseInput } from '../../http/refusals.ts'
import { actAs } from '../../identity/acting-user.ts'
import { findLiveProjectNames } from '../projects/projects.service.ts'
import {
  deleteSource,
  findSource,
  findSourcePage,
  insertSource,
  type SourceRow,
  updateSource,
} from './activity.queries.ts'
import { generateHookKey, generateSecret } from './signatures.ts'

export async function listSources(
  ctx: Context,
  { page, limit }: ActivitySourcesQuery,
  origin: string,
): Promise<ActivitySourcePage> {
  const { total, rows } = await findSourcePage(ctx.db, { limit, offset: (page - 1) * limit })
  return {
    data: rows.map(row => present(ctx, row, origin)),
    pagination: paginationOf(total, { page, limit }),
  }
}

export function createSource(
  ctx: Context,
  actor: SignedIn,
  input: ActivitySourceInput,
  origin: string,
): Promise<NewActivitySource> {
  const secret = generateSecret()
  return actAs(ctx, actor, 'settings.manage', async (trx, acting) => {
    await requireProject(trx, input.project_id)
    const row = await insertSource(trx, {
      name: input.name,
      kind: input.kind,
      project_id: input.project_id,
      hook_key: generateHookKey(),
      secret,
      created_at: ctx.clock.now().toISOString(),
    })
    await emit(ctx, trx, acting, { kind: 'source.created', sourceId: row.id })
    return { ...present(ctx, row, origin), secret }
  })
}

export function editSource(
  ctx: Context,
  actor: SignedIn,
  id: number,
  { name, project_id }: ActivitySourceEditInput,
  origin: string,
): Promise<ActivitySource> {
  return actAs(ctx, actor, 'settings.manage', async (trx, acting) => {
    const before = await requireSource(trx, id)
    // The project of the source may have been deleted since; it may stay.
    if (project_id !== undefined && project_id !== before.project_id) await requireProject(trx, project_id)
    await updateSource(trx, id, {
      ...(name !== undefined && { name }),
      ...(project_id !== undefined && { project_id }),
    })
    const fields = Object.entries({ name, project_id }).flatMap(([field, value]) =>
      value === undefined ? [] : [field],
    )
    await emit(ctx, trx, acting, { kind: 'source.changed', sourceId: id, fields })
    return present(ctx, await requireSource(trx, id), origin)
  })
}

/** The former secret no longer works. */
export function replaceSecret(
  ctx: Context,
  actor: SignedIn,
  id: number,
  origin: string,
): Promise<NewActivitySource> {
  const secret = generateSecret()
  return actAs(ctx, actor, 'settings.manage', async (trx, acting) => {
    const source = await requireSource(trx, id)
    await updateSource(trx, id, { secret })
    await emit(ctx, trx, acting, { kind: 'source.changed', sourceId: id, fields: ['secret'] })
    return { ...present(ctx, source, origin), secret }
  })
}

/** What people did stays until it is too old. Returns the name of the source. */
export function removeSource(ctx: Context, actor: SignedIn, id: number): Promise<string> {
  return actAs(ctx, actor, 'settings.manage', async (trx, acting) => {
    const deleted = await deleteSource(trx, id)
    if (!deleted) throw refuse('activity_source_not_found')
    await emit(ctx, trx, acting, { kind: 'source.deleted', sourceId: id })
    return deleted.name
  })
}

async function requireSource(trx: Trx, id: number): Promise<SourceRow> {
  const source = await findSource(trx, id)
  if (!source) throw refuse('activity_source_not_found')
  return source
}

async function requireProject(trx: Trx, id: number): Promise<void> {
  if ((await findLiveProjectNames(trx, [id])).size === 0)
    throw refuseInput({ project_id: messages.reports.projectMissing }, 'project_missing')
}

/** Every field is named, so that a new column is never sent by accident. */
function present(
  { config }: Context,
  { id, name, kind, project_id, hook_key, created_at, last_event_at, unmatched }: SourceRow,
  origin: string,
): ActivitySource {
  const address = new URL(`/api/hooks/${hook_key}`, config.publicUrl ?? origin).href
  return { id, name, kind, project_id, address, created_at, last_event_at, unmatched: Number(unmatched) }
}
