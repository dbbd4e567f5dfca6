import type { Context } from '../../context.ts'
import type { SignedIn } from '../../http/plugins/access.ts'
import { refuse } from '../../http/refusals.ts'
import { actAs } from '../auth/acting-user.service.ts'
import { discardFiles, dropFilesOf } from '../files/files.service.ts'
import { markProjectDeleted } from './projects.queries.ts'

/**
 * Hides a project everywhere and frees its name. What was reported on it stays; its files leave the store, after
 * the row is hidden for good: a crash in between leaves files that the next start sweeps away.
 */
export async function deleteProject(ctx: Context, actor: SignedIn, id: number): Promise<string> {
  const { name, files } = await actAs(ctx, actor, 'project.manage', async trx => ({
    name: await markProjectDeleted(trx, id, ctx.clock.now().toISOString()),
    files: await dropFilesOf(trx, id),
  }))
  if (name === undefined) throw refuse('not_found')
  await discardFiles(ctx, files)
  return name
}
