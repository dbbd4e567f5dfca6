import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Invitation } from '#shared/contract/invitations.ts'
import { projectKey } from '#shared/contract/projects.ts'
import {
  type ImportedPerson,
  type ImportUsersInput,
  type ImportUsersReply,
  repeatedEmails,
} from '#shared/contract/users.ts'
import { messages } from '#shared/messages.ts'
import { can, type ScopedActor } from '#shared/permissions.ts'
import type { Role } from '#shared/roles.ts'
import type { Context } from '../../context.ts'
import { acquireLock } from '../../db/engine.ts'
import type { Trx } from '../../db/schema.ts'
import { emit } from '../../events/event.ts'
import { authorize } from '../../http/authorize.ts'
import type { SignedIn } from '../../http/plugins/access.ts'
import { Refusal, refuseInput } from '../../http/refusals.ts'
import { actAs } from '../../identity/acting-user.ts'
import { withScope } from '../../identity/visible-people.ts'
import { makeFirstInvitations } from '../invitations/invitations.service.ts'
import {
  addMembers,
  countFreePlaces,
  createMissingProjects,
  findProjectIdsByKey,
  type ProjectIds,
} from '../projects/assign-by-name.service.ts'
import { addTeamMembers, findTeamsOfLines } from '../teams/join-teams.service.ts'
import { findTakenEmails, insertInvited } from './users.queries.ts'

type Errors = Record<string, string>

/** Invites all people, or none: a refusal has the error of each line. */
export async function importUsers(
  ctx: Context,
  actor: SignedIn,
  input: ImportUsersInput,
  origin: string,
): Promise<ImportUsersReply> {
  const { people, create_projects, dry_run } = input
  authorizeLines(await withScope(ctx.db, actor), input)
  return actAs(ctx, actor, 'user.register', async (trx, acting) => {
    authorizeLines(await withScope(trx, acting), input)
    // Imports run one at a time: two with the same people in a different order would deadlock.
    await acquireLock(trx, 'import-users')
    const existing = await findProjectIdsByKey(trx)
    // The longest list takes a tenth of a second, so other requests run between the steps.
    await yieldToEventLoop()
    const { errors: teamErrors, teamIds } = await findTeamsOfLines(trx, acting, people)
    await refuseBadLines(trx, input, existing, teamErrors)
    if (dry_run) return { created: people.length, invitations: [] }

    await yieldToEventLoop()
    const projects = await createMissingProjects(ctx, trx, acting, create_projects, existing)
    const ids = await insertInvited(trx, people, ctx.clock.now().toISOString())
    // Another request may have registered an e-mail since the check above.
    refuseIfAny(takenErrors(people, email => !ids.has(email)))
    const users = people.map(person => ({ ...person, id: ids.get(person.email) as number }))
    await addMembers(
      trx,
      users.flatMap(({ id, projects: names }) =>
        findProjectIds(names, projects).map(project_id => ({ project_id, user_id: id })),
      ),
    )
    await yieldToEventLoop()
    await emit(ctx, trx, acting, { kind: 'texts.changed', type: 'person', ids: users.map(({ id }) => id) })
    await addTeamMembers(
      trx,
      users.flatMap(({ id }, index) => (teamIds[index] ?? []).map(team_id => ({ team_id, user_id: id }))),
    )
    await yieldToEventLoop()
    await emit(ctx, trx, acting, { kind: 'user.created', userIds: users.map(({ id }) => id) })
    const invitations = await makeFirstInvitations(
      ctx,
      trx,
      acting,
      users.map(({ id }) => id),
      origin,
    )
    const answers = users.map(({ id, name, email }, index) => ({
      id,
      name,
      email,
      ...(invitations[index] as Invitation),
    }))
    return { created: users.length, invitations: answers }
  })
}

/** Applies the permission of a single registration to every line. */
function authorizeLines(actor: ScopedActor, { people, create_projects }: ImportUsersInput): void {
  const errors: Errors = {}
  const may = (role: Role) => can(actor, 'user.register', { role })
  for (const [index, { role }] of people.entries())
    if (!may(role)) errors[`people.${index}.role`] = messages.users.notToRegister(may)
  if (Object.keys(errors).length > 0) throw new Refusal('forbidden', messages.general.notAllowed, errors)
  if (create_projects.length > 0) authorize(actor, 'project.manage', undefined)
}

async function refuseBadLines(
  trx: Trx,
  { people, create_projects }: ImportUsersInput,
  existing: ProjectIds,
  teamErrors: Errors,
): Promise<void> {
  const errors: Errors = { ...teamErrors }
  for (const [index, first] of repeatedEmails(people.map(({ email }) => email)))
    errors[`people.${index}.email`] = messages.users.importSameEmail(first + 1)
  const taken = await findTakenEmails(
    trx,
    people.map(({ email }) => email),
  )
  Object.assign(
    errors,
    takenErrors(people, email => taken.has(email)),
  )

  const known = new Set([...existing.keys(), ...create_projects.map(projectKey)])
  const room = await countFreePlaces(trx, [
    ...new Set(people.flatMap(({ projects }) => findProjectIds(projects, existing))),
  ])
  for (const [index, { projects }] of people.entries()) {
    const unknown = projects.find(name => !known.has(projectKey(name)))
    if (unknown !== undefined)
      errors[`people.${index}.projects`] = messages.users.importProjectUnknown(unknown)
    for (const id of findProjectIds(projects, existing)) {
      const left = (room.get(id) ?? 0) - 1
      room.set(id, left)
      if (left < 0) errors[`people.${index}.projects`] ??= messages.projects.developersTooMany
    }
  }
  refuseIfAny(errors)
}

function takenErrors(people: readonly ImportedPerson[], isTaken: (email: string) => boolean): Errors {
  return Object.fromEntries(
    people.flatMap(({ email }, index) =>
      isTaken(email) ? [[`people.${index}.email`, messages.users.exists]] : [],
    ),
  )
}

/** Returns each project once, even if its name is repeated or in another case. */
function findProjectIds(names: readonly string[], projects: ProjectIds): number[] {
  const ids = names.map(name => projects.get(projectKey(name)))
  return [...new Set(ids.filter(id => id !== undefined))]
}

function refuseIfAny(errors: Errors): void {
  if (Object.keys(errors).length > 0) throw refuseInput(errors)
}
