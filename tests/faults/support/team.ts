import { admin, type CalledApp } from './app-process.ts'

export type Member = { id: number; email: string; password: string; token: string }
export type Team = { adminToken: string; members: Member[]; projects: number[] }

/** An administrator, so many developers, all signed in, and three projects, made the way people make them. */
export async function makeTeam(app: CalledApp, size: number): Promise<Team> {
  const adminToken = await app.signIn(admin)
  const members = await Promise.all(
    Array.from({ length: size }, async (_, index): Promise<Member> => {
      const person = { email: `dev${index}@example.com`, password: `dev${index}-password` }
      const { body } = await app.expectCall(201, {
        method: 'POST',
        path: '/api/auth/register',
        token: adminToken,
        body: { ...person, name: `Developer ${index}`, role: 'developer' },
      })
      return { ...person, id: body.user.id, token: await app.signIn(person) }
    }),
  )
  const projects: number[] = []
  for (const name of ['North', 'South', 'West']) {
    const { body } = await app.expectCall(201, {
      method: 'POST',
      path: '/api/projects',
      token: adminToken,
      body: { name },
    })
    projects.push(body.id)
  }
  return { adminToken, members, projects }
}

/** A report whose text tells how many rows it was sent with. */
export function reportFor(team: Team, date: string, name: string, rows: number) {
  return {
    date,
    tasks: `${name} rows=${rows}`,
    blockers: null,
    tomorrow_plan: 'The next one',
    task_details: Array.from({ length: rows }, (_, index) => ({
      description: name,
      hours: `${1 + (index % 3)}.${10 + rows}`,
      project_id: team.projects[index % team.projects.length],
    })),
  }
}

const firstDay = Date.UTC(2001, 0, 1)
/** Consecutive days in the past: each user may write one report on each. */
export const dayNumber = (number: number) =>
  new Date(firstDay + number * 86_400_000).toISOString().slice(0, 10)
export const today = () => new Date().toISOString().slice(0, 10)
