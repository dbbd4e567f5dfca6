import type { User } from '#shared/contract/users.ts'
import { staff } from '#shared/roles.ts'
import type { Context } from '../../context.ts'
import { createProject } from '../../features/projects/projects.service.ts'
import { createAccount } from '../../features/users/users.service.ts'
import type { SignedIn } from '../../http/plugins/access.ts'
import { addResources, daysBefore } from './add-resources.ts'
import { liveThroughDays } from './days.ts'
import { demoProjects } from './projects.ts'
import { giveOutTasks } from './tasks.ts'
import { demoPassword, demoTeam } from './team.ts'

/** Fills an empty database with the team and its last three months, through the services people use. */
export async function fillWithDemoTeam(ctx: Context): Promise<void> {
  const people: (User & SignedIn)[] = []
  for (const [index, person] of demoTeam.entries()) {
    // Joined one after the other, before the first project.
    const joined = daysBefore(ctx, 400 - 17 * index)
    people.push({ ...(await createAccount(joined, { ...person, password: demoPassword })), signInId: null })
  }
  const firstName = (name: string) => name.split(' ')[0] ?? ''
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
    const begun = daysBefore(ctx, 160 - 9 * index)
    const project = await createProject(begun, named('Max'), { ...input, developers })
    projects.push(project)
    for (const developer of developers) projectIds.get(developer)?.push(project.id)
    await addResources(ctx, project, { person: named, manager: named('Max') })
  }
  await giveOutTasks(ctx, people, projects)
  const isStaff = (person: { role: string }) => (staff as readonly string[]).includes(person.role)
  await liveThroughDays(
    ctx,
    people.filter(isStaff).map(person => ({ ...person, projectIds: projectIds.get(person.id) ?? [] })),
    people.filter(person => !isStaff(person)),
  )
}
