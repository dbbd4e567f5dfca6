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
  return withMembers(ctx.db, filterProjects(await findLiveProjects(ctx.db), search))
}

export async function listProjectIds(ctx: Context): Promise<number[]> {
  return (await findLiveProjects(ctx.db)).map(project => project.id)
}

export async function listProjectsOf(ctx: Context, userId: number, search = ''): Promise<Project[]> {
  return withMembers(ctx.db, filterProjects(await findLiveProjects(ctx.db, userId), search))
}

export async function listProjectsOfUser(ctx: Context, actor: SignedIn, userId: number, search?: string) {
  await requireLiveUser(ctx.db, userId)
  authorize(actor, 'project.listOfUser', { id: userId })
  return listProjectsOf(ctx, userId, search)
}

export async function readProject(ctx: Context, id: number): Promise<Project> {
  return readProjectWithMembers(ctx.db, id)
}

export async function createProject(ctx: Context, actor: SignedIn, input: ProjectInput): Promise<Project> {
  return saveProject(ctx, actor, async trx => {
    const members = await requireLiveMembers(trx, input.developers ?? [])
    const { id } = await insertProject(trx, {
      ...toColumns(input),
      created_at: ctx.clock.now().toISOString(),
    })
    await replaceMembers(trx, id, members)
    return readProjectWithMembers(trx, id)
  })
}

export async function editProject(
  ctx: Context,
  actor: SignedIn,
  id: number,
  input: ProjectInput,
): Promise<Project> {
  return saveProject(ctx, actor, async trx => {
    if (!(await updateProject(trx, id, toColumns(input)))) throw refuse('not_found')
    if (input.developers) await replaceMembers(trx, id, await requireLiveMembers(trx, input.developers))
    return readProjectWithMembers(trx, id)
  })
}

/** Hides a project everywhere and frees its name. Reported hours stay. */
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

async function saveProject(
  ctx: Context,
  actor: SignedIn,
  work: (trx: Trx) => Promise<Project>,
): Promise<Project> {
  try {
    return await actAs(ctx, actor, 'project.manage', work)
  } catch (error) {
    if (isUniqueViolation(error)) throw refuse('project_exists')
    throw error
  }
}

const toColumns = ({ name, description }: ProjectInput) => ({ name, name_key: projectKey(name), description })

// The filter runs here because the two databases fold case differently, and a company has only hundreds of projects.
function filterProjects(projects: ProjectRow[], search: string): ProjectRow[] {
  const wanted = projectKey(search.trim())
  return projects.filter(({ name, description }) =>
    [name, description ?? ''].some(text => projectKey(text).includes(wanted)),
  )
}

async function requireLiveMembers(trx: Trx, ids: readonly number[]): Promise<number[]> {
  const unique = [...new Set(ids)]
  if (!(await areLiveUsers(trx, unique))) {
    throw refuseInput({ developers: messages.projects.developerMissing }, 'member_missing')
  }
  return unique
}

async function readProjectWithMembers(db: Db, id: number): Promise<Project> {
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
    { chunkSize: await getProjectsPerChunk(db, rows.length) },
  )
}

/** Reading this many rows takes a few milliseconds. */
const rowsPerChunk = 4000
const projectsPerChunkMax = 25

/** Limits the members read at a time: each project can have every user as a member. */
export async function getProjectsPerChunk(db: Db, projects: number): Promise<number> {
  if (projects <= 1) return 1
  return Math.min(projectsPerChunkMax, Math.max(1, Math.floor(rowsPerChunk / (await countUsers(db)))))
}
