import { type Project, type ProjectInput, projectKey } from '#shared/contract/projects.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import type { Context } from '../../context.ts'
import { isUniqueViolation } from '../../db/errors.ts'
import type { Db, Trx } from '../../db/schema.ts'
import { emit } from '../../events/event.ts'
import { authorize } from '../../http/authorize.ts'
import type { SignedIn } from '../../http/plugins/access.ts'
import { refuse, refuseInput } from '../../http/refusals.ts'
import { countUsers } from '../../identity/accounts.queries.ts'
import { areVisibleUsers, requireLiveUser } from '../../identity/accounts.ts'
import { actAs } from '../../identity/acting-user.ts'
import { peopleInSight, type VisiblePeople, visiblePeople } from '../../identity/visible-people.ts'
import { mapInChunks } from '../../lib/map-in-chunks.ts'
import {
  countMembers,
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

export async function listProjects(ctx: Context, viewer: SignedIn, search = ''): Promise<Project[]> {
  return withMembers(ctx.db, viewer, filterProjects(await findLiveProjects(ctx.db), search))
}

export async function listProjectIds(ctx: Context): Promise<number[]> {
  return (await findLiveProjects(ctx.db)).map(project => project.id)
}

export async function listOwnProjects(ctx: Context, viewer: SignedIn, search = ''): Promise<Project[]> {
  return listProjectsOf(ctx, viewer, viewer.id, search)
}

async function listProjectsOf(ctx: Context, viewer: SignedIn, userId: number, search = '') {
  return withMembers(ctx.db, viewer, filterProjects(await findLiveProjects(ctx.db, userId), search))
}

export async function listProjectsOfUser(ctx: Context, actor: SignedIn, userId: number, search?: string) {
  await requireLiveUser(ctx.db, await peopleInSight(ctx.db, actor), userId)
  authorize(actor, 'project.listOfUser', { id: userId })
  return listProjectsOf(ctx, actor, userId, search)
}

export async function readProject(ctx: Context, viewer: SignedIn, id: number): Promise<Project> {
  return readProjectWithMembers(ctx.db, viewer, id)
}

export async function createProject(ctx: Context, actor: SignedIn, input: ProjectInput): Promise<Project> {
  return saveProject(ctx, actor, async (trx, acting) => {
    const people = await visiblePeople(trx, acting)
    const members = await requireLiveMembers(trx, people, input.developers ?? [])
    const { id } = await insertProject(trx, {
      ...toColumns(input),
      created_at: ctx.clock.now().toISOString(),
    })
    await replaceMembers(trx, people, id, members)
    await emit(ctx, trx, acting, { kind: 'texts.changed', type: 'project', ids: [id] })
    return readProjectWithMembers(trx, acting, id)
  })
}

export async function editProject(
  ctx: Context,
  actor: SignedIn,
  id: number,
  input: ProjectInput,
): Promise<Project> {
  return saveProject(ctx, actor, async (trx, acting) => {
    if (!(await updateProject(trx, id, toColumns(input)))) throw refuse('not_found')
    await emit(ctx, trx, acting, { kind: 'texts.changed', type: 'project', ids: [id] })
    if (input.developers) {
      const people = await visiblePeople(trx, acting)
      await replaceMembers(trx, people, id, await requireLiveMembers(trx, people, input.developers))
      await assertRoom(trx, id)
    }
    return readProjectWithMembers(trx, acting, id)
  })
}

/** Hides a project everywhere and frees its name. Reported hours stay. */
export async function deleteProject(ctx: Context, actor: SignedIn, id: number): Promise<string> {
  const { name, pending } = await actAs(ctx, actor, 'project.manage', async (trx, acting) => {
    const pending: (() => Promise<void>)[] = []
    const name = await markProjectDeleted(trx, id, ctx.clock.now().toISOString())
    const afterCommit = (work: () => Promise<void>) => void pending.push(work)
    if (name !== undefined) {
      await emit(ctx, trx, acting, { kind: 'project.deleted', projectId: id, afterCommit })
      await emit(ctx, trx, acting, { kind: 'texts.changed', type: 'project', ids: [id] })
    }
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
  work: (trx: Trx, acting: SignedIn) => Promise<Project>,
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

async function requireLiveMembers(
  trx: Trx,
  people: VisiblePeople,
  ids: readonly number[],
): Promise<number[]> {
  const unique = [...new Set(ids)]
  if (!(await areVisibleUsers(trx, people, unique))) {
    throw refuseInput({ developers: messages.projects.developerMissing }, 'member_missing')
  }
  return unique
}

/** A limited manager doesn't see all people of the project, so the list that they save can be too long without being long. */
async function assertRoom(trx: Trx, projectId: number): Promise<void> {
  const count = (await countMembers(trx, [projectId])).get(projectId) ?? 0
  if (count > limits.membersMax) throw refuseInput({ developers: messages.projects.developersTooMany })
}

async function readProjectWithMembers(db: Db, viewer: SignedIn, id: number): Promise<Project> {
  const [project] = await withMembers(db, viewer, [await requireProject(db, id)])
  return project as Project
}

async function withMembers(db: Db, viewer: SignedIn, rows: ProjectRow[]): Promise<Project[]> {
  const people = await peopleInSight(db, viewer)
  return mapInChunks(
    rows,
    async part => {
      const ids = part.map(row => row.id)
      return presentProjects(part, await findMembers(db, people, ids))
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
