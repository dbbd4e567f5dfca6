import type { User } from '#shared/contract/users.ts'
import { staff } from '#shared/roles.ts'
import type { Context } from '../../context.ts'
import { groupCommit } from '../../db/group-commit.ts'
import { createProject } from '../../features/projects/projects.service.ts'
import type { SignedIn } from '../../http/plugins/access.ts'
import { createAccount, insertAccount } from '../../identity/accounts.ts'
import { issueCode } from '../../identity/one-time-codes.ts'
import { openSignIn } from '../../identity/sign-ins.ts'
import { addResources, daysBefore } from './add-resources.ts'
import { planTimeOff, setOwnDays } from './calendar.ts'
import { liveThroughDays } from './days.ts'
import { fillInboxes } from './inbox.ts'
import { demoProjects } from './projects.ts'
import { giveOutTasks } from './tasks.ts'
import { demoPassword, demoTeam, invitedPerson } from './team.ts'

/** Fills an empty database with the team and its last months, through the services people use. */
export async function fillWithDemoTeam(given: Context): Promise<void> {
  // What happened before the demo began has been mailed long ago.
  const ctx: Context = { ...given, config: { ...given.config, mail: undefined } }
  const people: (User & SignedIn)[] = []
  for (const [index, person] of demoTeam.entries()) {
    // Joined one after the other; since then the staff report.
    const joined = daysBefore(ctx, 140 - 5 * index)
    const account = {
      ...(await createAccount(joined, { ...person, password: demoPassword })),
      signInId: null,
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
    // Begun one after the other, before the first report.
    const begun = daysBefore(ctx, 139 - 2 * index)
    const project = await createProject(begun, named('Max'), { ...input, developers })
    projects.push(project)
    for (const developer of developers) projectIds.get(developer)?.push(project.id)
    await addResources(ctx, project, { person: named, manager: named('Max') })
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
}

const firstName = (name: string) => name.split(' ')[0] ?? ''

/** Not through the service that reviewers use: the demo sends no mail. */
async function inviteOne(ctx: Context): Promise<void> {
  await groupCommit(ctx.db, async trx => {
    const { id } = await insertAccount(ctx, trx, invitedPerson, null)
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
