import { type Project, type ProjectInput, projectKey } from '#shared/contract/projects.ts'
import { messages } from '#shared/messages.ts'
import type { Context } from '../../context.ts'
import { isUniqueViolation } from '../../db/errors.ts'
import type { Db, Trx } from '../../db/schema.ts'
import { emit } from '../../events/event.ts'
import { authorize } from '../../http/authorize.ts'
import type { SignedIn } from '../../http/plugins/access.ts'
import { refuse, refuseInput } from '../../http/refusals.ts'
import { countUsers } from '../../identity/accounts.queries.ts'
import { areLiveUsers, requireLiveUser } from '../../identity/accounts.ts'
import { actAs } from '../../identity/acting-user.ts'
import { mapInChunks } from '../../lib/map-in-chunks.ts'
import {
  findLiveProject,
  findLiveProjects,
  findMembers,
  insertProject,
  markProjectDeleted,
  type ProjectRow,
  replaceMembers,
  updateProject,
} from './projects.queries.ts'

export { findLiveProjectNames } from './projects.queries.ts'

type Member = { project_id: number; id: number; name: string }

function presentProjects(rows: ProjectRow[], members: Member[]): Project[] {
  const byProject = Map.groupBy(members, member => member.project_id)
  return rows.map(({ id, name, description, created_at }) => ({
    id,
    name,
    description,
    developers: (byProject.get(id) ?? []).map(member => ({ id: member.id, name: member.name })),
    created_at,
  }))
}

export async function listProjects(ctx: Context, search = ''): Promise<Project[]> {
  return withMembers(ctx.db, matching(await findLiveProjects(ctx.db), search))
}

export async function listProjectIds(ctx: Context): Promise<number[]> {
  return (await findLiveProjects(ctx.db)).map(project => project.id)
}

export async function listProjectsOf(ctx: Context, userId: number, search = ''): Promise<Project[]> {
  return withMembers(ctx.db, matching(await findLiveProjects(ctx.db, userId), search))
}

export async function listProjectsOfUser(ctx: Context, actor: SignedIn, userId: number, search?: string) {
  await requireLiveUser(ctx.db, userId)
  authorize(actor, 'project.listOfUser', { id: userId })
  return listProjectsOf(ctx, userId, search)
}

export async function readProject(ctx: Context, id: number): Promise<Project> {
  return findWhole(ctx.db, id)
}

export async function createProject(ctx: Context, actor: SignedIn, input: ProjectInput): Promise<Project> {
  return save(ctx, actor, async trx => {
    const members = await liveMembers(trx, input.developers ?? [])
    const { id } = await insertProject(trx, {
      ...columnsOf(input),
      created_at: ctx.clock.now().toISOString(),
    })
    await replaceMembers(trx, id, members)
    return findWhole(trx, id)
  })
}

export async function editProject(
  ctx: Context,
  actor: SignedIn,
  id: number,
  input: ProjectInput,
): Promise<Project> {
  return save(ctx, actor, async trx => {
    if (!(await updateProject(trx, id, columnsOf(input)))) throw refuse('not_found')
    if (input.developers) await replaceMembers(trx, id, await liveMembers(trx, input.developers))
    return findWhole(trx, id)
  })
}

/** Hides a project everywhere and frees its name. What was reported on it stays. */
export async function deleteProject(ctx: Context, actor: SignedIn, id: number): Promise<string> {
  const { name, pending } = await actAs(ctx, actor, 'project.manage', async trx => {
    const pending: (() => Promise<void>)[] = []
    const name = await markProjectDeleted(trx, id, ctx.clock.now().toISOString())
    const afterCommit = (work: () => Promise<void>) => void pending.push(work)
    if (name !== undefined) await emit(ctx, trx, { kind: 'project.deleted', projectId: id, afterCommit })
    return { name, pending }
  })
  if (name === undefined) throw refuse('not_found')
  for (const work of pending) await work()
  return name
}

export async function requireProject(db: Db, id: number): Promise<ProjectRow> {
  const project = await findLiveProject(db, id)
  if (!project) throw refuse('not_found')
  return project
}

async function save(ctx: Context, actor: SignedIn, work: (trx: Trx) => Promise<Project>): Promise<Project> {
  try {
    return await actAs(ctx, actor, 'project.manage', work)
  } catch (error) {
    if (isUniqueViolation(error)) throw refuse('project_exists')
    throw error
  }
}

const columnsOf = ({ name, description }: ProjectInput) => ({ name, name_key: projectKey(name), description })

// A company has hundreds of projects, so they are filtered here: letters fold the same way for both databases.
function matching(projects: ProjectRow[], search: string): ProjectRow[] {
  const wanted = projectKey(search.trim())
  return projects.filter(({ name, description }) =>
    [name, description ?? ''].some(text => projectKey(text).includes(wanted)),
  )
}

async function liveMembers(trx: Trx, ids: readonly number[]): Promise<number[]> {
  const unique = [...new Set(ids)]
  if (!(await areLiveUsers(trx, unique))) {
    throw refuseInput({ developers: messages.projects.developerMissing }, 'member_missing')
  }
  return unique
}

async function findWhole(db: Db, id: number): Promise<Project> {
  const [project] = await withMembers(db, [await requireProject(db, id)])
  return project as Project
}

async function withMembers(db: Db, rows: ProjectRow[]): Promise<Project[]> {
  return mapInChunks(
    rows,
    async part => {
      const ids = part.map(row => row.id)
      return presentProjects(part, await findMembers(db, ids))
    },
    { chunkSize: await projectsAtOnce(db, rows.length) },
  )
}

/** Rows that take a few milliseconds to read. */
const rowsAtOnce = 4000
const mostProjectsAtOnce = 25

/** Of how many projects the people are read at a time: each can have all users there are. */
export async function projectsAtOnce(db: Db, projects: number): Promise<number> {
  if (projects <= 1) return 1
  return Math.min(mostProjectsAtOnce, Math.max(1, Math.floor(rowsAtOnce / (await countUsers(db)))))
}
