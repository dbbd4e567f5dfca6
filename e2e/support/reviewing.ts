import type { APIRequestContext } from '@playwright/test'
import { apiAs } from './api.ts'
import { cast, type Person, registerCast, tokenOf } from './cast.ts'
import type { Server } from './server.ts'

export type Row = { project: string; description: string; minutes: number }
export type Written = { id: number; author: Person; date: string; summary: string; rows: Row[] }

const hourMinutes = (minutes: number) =>
  `${Math.floor(minutes / 60)}.${String(minutes % 60).padStart(2, '0')}`

/** Formats 450 as "7h 30m". It is implemented again, so that screens are not compared with their own code. */
export function formatMinutes(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return [hours && `${hours}h`, (rest || !hours) && `${rest}m`].filter(Boolean).join(' ')
}

export const sum = (rows: readonly Row[]) => rows.reduce((total, row) => total + row.minutes, 0)

export type Reviewing = Awaited<ReturnType<typeof fillReviewing>>

/**
 * A server where four people have reported: Dina on 13 days, the others on three each. The tests of a worker share it, so
 * each may comment only on its own report, and must remove projects, people and reports that it adds.
 */
export async function fillReviewing(request: APIRequestContext, server: Server) {
  await registerCast(request, server.url)
  const manager = await apiAs(request, server.url, cast.max)
  const users: { id: number; email: string }[] = await manager.get('/users')
  const idOf = ({ email }: Person) => users.find(user => user.email === email)?.id ?? 0
  const projects: Record<string, number> = {}
  for (const [name, developers] of [
    ['Website', [cast.dina, cast.desi]],
    ['Mobile app', [cast.dina, cast.omar]],
    ['Unborn', []],
  ] as const) {
    projects[name] = (await manager.post('/projects', { name, developers: developers.map(idOf) })).id
  }

  const reports: Written[] = []
  for (const author of [cast.dina, cast.omar, cast.desi, cast.mark]) {
    const api = await apiAs(request, server.url, author)
    for (let day = 1; day <= (author === cast.dina ? 13 : 3); day++) {
      const date = `2026-03-${String(day).padStart(2, '0')}`
      const rows = [
        { project: 'Website', description: `Pages of ${author.name}, day ${day}`, minutes: 35 + 10 * day },
        { project: 'Mobile app', description: `=Screens; "quoted", day ${day}`, minutes: 50 + day },
      ]
      const summary = `Day ${day} of ${author.name}`
      const { report } = await api.post('/reports', {
        date,
        tasks: summary,
        task_details: rows.map(({ project, description, minutes }) => ({
          project_id: projects[project],
          description,
          hours: hourMinutes(minutes),
        })),
      })
      reports.push({ id: report.id, author, date, summary, rows })
    }
  }

  return {
    url: server.url,
    idOf,
    projects: projects as { Website: number; 'Mobile app': number; Unborn: number },
    reports,
    /** Newest first, as in the lists. */
    of: (author: Person) => reports.filter(report => report.author === author).reverse(),
    as: (author: Person) => apiAs(request, server.url, author),
    tokenOf: (person: Person) => tokenOf(request, server.url, person),
  }
}
