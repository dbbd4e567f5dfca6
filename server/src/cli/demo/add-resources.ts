import { Readable } from 'node:stream'
import { addDays, localDay, noonOf } from '#shared/dates.ts'
import type { Context } from '../../context.ts'
import { addFile, deleteFile } from '../../features/files/files.service.ts'
import { addUrl, deleteUrl } from '../../features/urls/urls.service.ts'
import type { SignedIn } from '../../http/plugins/access.ts'
import { demoResources } from './resources.ts'

type Team = {
  /** By first name. */
  person: (name: string) => SignedIn
  /** Whose deletion only marks. */
  manager: SignedIn
}

/** Files and links of one project, a few of them marked for deletion. */
export async function addResources(ctx: Context, project: { id: number; name: string }, team: Team) {
  const { files, urls } = demoResources[project.name] ?? { files: [], urls: [] }
  const byAge = files.toSorted((a, b) => b.daysAgo - a.daysAgo)
  for (const { name, content, by, daysAgo, isMarked } of byAge) {
    const upload = { name, content: Readable.from([Buffer.from(content)]) }
    const { id } = await addFile(daysBefore(ctx, daysAgo), team.person(by), project.id, upload)
    if (isMarked) await deleteFile(ctx, team.manager, id)
  }
  for (const { by, isMarked, ...input } of urls) {
    const { id } = await addUrl(ctx, team.person(by), project.id, input)
    if (isMarked) await deleteUrl(ctx, team.manager, id)
  }
}

/** The same services on an earlier day. */
export function daysBefore(ctx: Context, days: number): Context {
  const moment = noonOf(addDays(localDay(ctx.clock.now()), -days))
  return { ...ctx, clock: { now: () => moment } }
}
