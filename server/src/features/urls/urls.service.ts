import type { ProjectUrl, UrlInput } from '#shared/contract/urls.ts'
import { messages } from '#shared/messages.ts'
import { can } from '#shared/permissions.ts'
import type { Context } from '../../context.ts'
import { refuse } from '../../refusals.ts'
import type { SignedIn } from '../auth/sign-ins.service.ts'
import { requireProject } from '../projects/projects.service.ts'
import {
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
  await requireProject(ctx.db, projectId)
  const id = await insertUrl(ctx.db, {
    ...input,
    project_id: projectId,
    user_id: actor.id,
    created_at: ctx.clock.now().toISOString(),
  })
  return readUrl(ctx, id)
}

export async function editUrl(ctx: Context, id: number, input: UrlInput): Promise<ProjectUrl> {
  await requireUrl(ctx, id)
  // Asked by the write itself: somebody may mark it at this very moment.
  if (!(await updateUrl(ctx.db, id, input))) throw refuse.conflict(messages.url.editMarked)
  return readUrl(ctx, id)
}

/** An admin removes, a manager marks. True when only marked. */
export async function deleteUrl(ctx: Context, actor: SignedIn, id: number): Promise<boolean> {
  const url = await requireUrl(ctx, id)
  if (!can(actor, 'resource.remove')) {
    if (url.deletion_marked_at === null) await markUrl(ctx.db, id, ctx.clock.now().toISOString())
    return true
  }
  if (!(await deleteUrlRow(ctx.db, id))) throw refuse.notFound(messages.url.notFound)
  return false
}

export async function restoreUrl(ctx: Context, id: number): Promise<ProjectUrl> {
  await requireUrl(ctx, id)
  await markUrl(ctx.db, id, null)
  return readUrl(ctx, id)
}

async function readUrl(ctx: Context, id: number): Promise<ProjectUrl> {
  return presentUrl(await requireUrl(ctx, id))
}

async function requireUrl(ctx: Context, id: number): Promise<UrlRow> {
  const url = await findUrl(ctx.db, id)
  if (!url) throw refuse.notFound(messages.url.notFound)
  return url
}

function presentUrl({ id, url_type, url, deletion_marked_at, created_at }: UrlRow): ProjectUrl {
  return { id, url_type, url, is_blurred: deletion_marked_at !== null, created_at }
}
