import type { ProjectUrl, UrlInput } from '#shared/contract/urls.ts'
import { limits } from '#shared/limits.ts'
import { can } from '#shared/permissions.ts'
import type { Context } from '../../context.ts'
import { lockRow } from '../../db/engine.ts'
import type { Trx } from '../../db/schema.ts'
import { emit } from '../../events/event.ts'
import type { SignedIn } from '../../http/plugins/access.ts'
import { refuse } from '../../http/refusals.ts'
import { actAs } from '../../identity/acting-user.ts'
import { requireProject } from '../projects/projects.service.ts'
import {
  countUrlsOf,
  deleteUrlRow,
  findUrl,
  findUrlsOf,
  insertUrl,
  markUrl,
  type UrlRow,
  updateUrl,
} from './urls.queries.ts'

export async function listUrls(ctx: Context, projectId: number): Promise<ProjectUrl[]> {
  await requireProject(ctx.db, projectId)
  return (await findUrlsOf(ctx.db, projectId)).map(presentUrl)
}

export async function addUrl(
  ctx: Context,
  actor: SignedIn,
  projectId: number,
  input: UrlInput,
): Promise<ProjectUrl> {
  return actAs(ctx, actor, 'signedIn', async (trx, acting) => {
    // The lock makes concurrent requests count one after the other, so that they can't exceed the limit.
    await lockRow(trx, 'projects', projectId)
    await requireProject(trx, projectId)
    if ((await countUrlsOf(trx, projectId)) >= limits.urlsMax) throw refuse('too_many_urls')
    const id = await insertUrl(trx, {
      ...input,
      project_id: projectId,
      user_id: acting.id,
      created_at: ctx.clock.now().toISOString(),
    })
    return readUrl(trx, id)
  })
}

export function editUrl(ctx: Context, actor: SignedIn, id: number, input: UrlInput): Promise<ProjectUrl> {
  return actAs(ctx, actor, 'signedIn', async trx => {
    await requireUrl(trx, id)
    // The update itself checks the mark, because another request may set it at the same moment.
    if (!(await updateUrl(trx, id, input))) throw refuse('url_marked')
    return readUrl(trx, id)
  })
}

/** An admin deletes the URL, a manager marks it for deletion. Returns true if it was only marked. */
export function deleteUrl(ctx: Context, actor: SignedIn, id: number): Promise<boolean> {
  return actAs(ctx, actor, 'resource.delete', async (trx, acting) => {
    const url = await requireUrl(trx, id)
    if (!can(acting, 'resource.remove')) {
      if (url.deletion_marked_at !== null) return true
      await markUrl(trx, id, ctx.clock.now().toISOString())
      await emit(ctx, trx, acting, { kind: 'url.deleted', url, isMarked: true })
      return true
    }
    if (!(await deleteUrlRow(trx, id))) throw refuse('url_not_found')
    await emit(ctx, trx, acting, { kind: 'url.deleted', url })
    return false
  })
}

export function restoreUrl(ctx: Context, actor: SignedIn, id: number): Promise<ProjectUrl> {
  return actAs(ctx, actor, 'resource.restore', async (trx, acting) => {
    const url = await requireUrl(trx, id)
    await markUrl(trx, id, null)
    if (url.deletion_marked_at !== null) await emit(ctx, trx, acting, { kind: 'url.restored', url })
    return readUrl(trx, id)
  })
}

async function readUrl(trx: Trx, id: number): Promise<ProjectUrl> {
  return presentUrl(await requireUrl(trx, id))
}

async function requireUrl(trx: Trx, id: number): Promise<UrlRow> {
  const url = await findUrl(trx, id)
  if (!url) throw refuse('url_not_found')
  return url
}

function presentUrl({ id, url_type, url, deletion_marked_at, created_at }: UrlRow): ProjectUrl {
  return { id, url_type, url, is_blurred: deletion_marked_at !== null, created_at }
}
