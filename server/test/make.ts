import { expect } from 'vitest'
import type { Project } from '#shared/contract/projects.ts'
import type { Report } from '#shared/contract/reports.ts'
import type { Cast, Person, Reply } from './start-test-app.ts'

type As = (who: Person) => {
  post(url: string, payload?: object): Promise<Reply>
}

/** Things tests need but are not about, made the way people make them. */
export function makerOf(as: As, cast: Cast) {
  let counter = 0

  async function project(
    more: { name?: string; description?: string; developers?: number[] } = {},
  ): Promise<Project> {
    const reply = await as(cast.ada).post('/api/projects', { name: `Project ${++counter}`, ...more })
    expect(reply.status, reply.text).toBe(201)
    return reply.body
  }

  async function report(
    author: Person,
    more: Partial<ReturnType<typeof reportBody>> & { project_id: number },
  ): Promise<Report> {
    const reply = await as(author).post('/api/reports', reportBody(more))
    expect(reply.status, reply.text).toBe(201)
    return reply.body.report
  }

  return { project, report }
}

/** A valid report of the test clock's day, with whatever a test wants to be different. */
export function reportBody<More extends object>(more: More & { project_id: number }) {
  return {
    date: '2026-03-10',
    tasks: 'Fixed the login page',
    blockers: 'Waiting for the design',
    tomorrow_plan: 'Start on the reports',
    hours_worked: 99,
    task_details: [{ description: 'Found the bug', hours: '1.30', project_id: more.project_id }],
    ...more,
  }
}
