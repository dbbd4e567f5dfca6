import { Readable } from 'node:stream'
import type { User } from '#shared/contract/users.ts'
import { addDays, localDay, noonOf } from '#shared/dates.ts'
import { staff } from '#shared/roles.ts'
import type { Context } from '../../context.ts'
import { groupCommit } from '../../db/group-commit.ts'
import { byCommand } from '../../events/event.ts'
import { addFile, deleteFile } from '../../features/files/files.service.ts'
import { createProject } from '../../features/projects/projects.service.ts'
import { createTeam } from '../../features/teams/teams.service.ts'
import { addUrl, deleteUrl } from '../../features/urls/urls.service.ts'
import type { SignedIn } from '../../http/plugins/access.ts'
import { createAccount, insertAccount } from '../../identity/accounts.ts'
import { issueCode } from '../../identity/one-time-codes.ts'
import { openSignIn, withoutSignIn } from '../../identity/sign-ins.ts'
import { pushCommits } from './activity.ts'
import { planTimeOff, setOwnDays } from './calendar.ts'
import { liveThroughDays } from './days.ts'
import { fillInboxes } from './inbox.ts'
import { demoResources } from './resources.ts'
import { giveOutTasks } from './tasks.ts'
import { demoPassword, demoTeam, demoTeams, invitedPerson } from './team.ts'

/** The projects of the company, with the first names of the assigned users. */
const demoProjects = [
  {
    name: 'Customer Portal',
    description: 'Self-service for orders, invoices and support.',
    people: ['Dina', 'Omar', 'Desi'],
  },
  {
    name: 'Mobile App',
    description: 'Field app for iOS and Android, works without a network.',
    people: ['Yuki', 'Lena', 'Tomas'],
  },
  {
    name: 'Website Relaunch',
    description: 'New public site with the new brand.',
    people: ['Desi', 'Tomas', 'Mark', 'Zanele', 'Lena'],
  },
  {
    name: 'Billing Engine',
    description: 'Replaces the monthly spreadsheet run.',
    people: ['Dina', 'Yuki'],
  },
  {
    name: 'Spring Campaign',
    description: 'Newsletter, landing pages and the trade fair in May.',
    people: ['Mark', 'Zanele', 'Desi'],
  },
  {
    name: 'Internal Tools',
    description: null,
    people: ['Omar', 'Lena', 'Dina', 'Yuki', 'Tomas', 'Mark', 'Zanele', 'Desi'],
  },
] as const

/** Fills an empty database with the team and its last months, through the services of the app. */
export async function fillWithDemoTeam(given: Context): Promise<void> {
  // Events from before the demo send no mails.
  const ctx: Context = { ...given, config: { ...given.config, mail: undefined } }
  const people: (User & SignedIn)[] = []
  for (const [index, person] of demoTeam.entries()) {
    // They joined one after the other, and the staff have reported since then.
    const joined = daysBefore(ctx, 140 - 5 * index)
    const account = {
      ...(await createAccount(joined, { ...person, password: demoPassword })),
      ...withoutSignIn,
    }
    people.push(account)
    await setOwnDays(joined, account, firstName(person.name))
  }
  await signInOnDevices(ctx, people)
  await inviteOne(daysBefore(ctx, 2))
  const projectIds = new Map<number, number[]>(people.map(person => [person.id, []]))
  const named = (name: string) => {
    const person = people.find(each => firstName(each.name) === name)
    if (!person) throw new Error(`The demo team has no member called ${name}.`)
    return person
  }
  const projects: { id: number; name: string }[] = []
  for (const [index, { people: names, ...input }] of demoProjects.entries()) {
    const developers = people
      .filter(person => (names as readonly string[]).includes(firstName(person.name)))
      .map(person => person.id)
    // The projects began one after the other, before the first report.
    const begun = daysBefore(ctx, 139 - 2 * index)
    const project = await createProject(begun, named('Max'), { ...input, developers })
    projects.push(project)
    for (const developer of developers) projectIds.get(developer)?.push(project.id)
    await addResources(ctx, project, { person: named, manager: named('Max') })
  }
  for (const { leads, members, ...input } of demoTeams) {
    const idsOf = (names: readonly string[]) => names.map(name => named(name).id)
    const lead_ids = idsOf(leads)
    // Before the first report, like the projects.
    await createTeam(daysBefore(ctx, 120), named('Ada'), { ...input, lead_ids, member_ids: idsOf(members) })
  }
  const tasks = await giveOutTasks(ctx, people, projects)
  const plan = await planTimeOff(ctx, { person: named, admin: named('Ada') })
  const isStaff = (person: { role: string }) => (staff as readonly string[]).includes(person.role)
  await liveThroughDays(ctx, {
    plan,
    tasks,
    staff: people.filter(isStaff).map(person => ({
      ...person,
      firstName: firstName(person.name),
      projectIds: projectIds.get(person.id) ?? [],
    })),
    reviewers: people.filter(person => !isStaff(person)),
  })
  await fillInboxes(ctx, named)
  const [portal] = projects
  if (portal) await pushCommits(ctx, { person: named, admin: named('Ada'), projectId: portal.id })
}

const firstName = (name: string) => name.split(' ')[0] ?? ''

/** The service of reviewers would send a mail, so it isn't used here. */
async function inviteOne(ctx: Context): Promise<void> {
  await groupCommit(ctx.db, async trx => {
    const { id } = await insertAccount(ctx, trx, byCommand, invitedPerson, null)
    await issueCode(ctx, trx, id, 'invitation')
  })
}

const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:142.0) Gecko/20100101 Firefox/142.0'
const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) Version/18.6 Mobile/15E148 Safari/604.1'

/** Most have signed in lately; the first developer is signed in on two devices. */
async function signInOnDevices(ctx: Context, people: readonly User[]): Promise<void> {
  await groupCommit(ctx.db, async trx => {
    for (const [index, { id }] of people.slice(0, -1).entries()) {
      await openSignIn(daysBefore(ctx, 1 + (index % 4)), trx, id)
    }
    const developer = people.find(({ role }) => role === 'developer')
    if (!developer) return
    await openSignIn(ctx, trx, developer.id, { address: '203.0.113.24', userAgent: windows })
    await openSignIn(ctx, trx, developer.id, { address: '198.51.100.80', userAgent: iPhone })
  })
}

type Team = {
  /** Finds a user by first name. */
  person: (name: string) => SignedIn
  /** The deletion by a manager only marks a file or link. */
  manager: SignedIn
}

/** Files and links of one project, a few of them marked for deletion. */
async function addResources(ctx: Context, project: { id: number; name: string }, team: Team) {
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

/** A context whose clock is this many days earlier. */
function daysBefore(ctx: Context, days: number): Context {
  const moment = noonOf(addDays(localDay(ctx.clock.now()), -days))
  return { ...ctx, clock: { now: () => moment } }
}
