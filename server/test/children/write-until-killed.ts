import { flushCompileCache } from 'node:module'
import { addDays, noonOf } from '#shared/dates.ts'
import type { Role } from '#shared/roles.ts'
import { readConfig } from '../../src/config.ts'
import { connect } from '../../src/db/connect.ts'
import { editReport, submitReport } from '../../src/features/reports/reports.service.ts'
import { reviewReports } from '../../src/features/reviews/reviews.service.ts'
import { createTask, deleteTask, updateTaskStatus } from '../../src/features/tasks/tasks.service.ts'
import { withoutSignIn } from '../../src/identity/sign-ins.ts'
import { contextOn } from '../../src/startup/open-context.ts'

// A test starts this process and kills it at a random moment: all users write reports and tasks, one day after another.
const [, , address = '{}', team = '{}', firstDay = '2020-01-01', folder = ''] = process.argv
const { people, projects } = JSON.parse(team) as {
  people: { id: number; name: string; email: string; role: Role }[]
  projects: { id: number }[]
}
const db = connect(JSON.parse(address))
const ctx = await contextOn(db, readConfig({ LOG_LEVEL: 'silent', DATA_DIR: folder }))

// Node writes its compile cache when a process exits, and this process is killed before that.
flushCompileCache()

const written: number[] = []

async function writeDays(person: (typeof people)[number]): Promise<never> {
  const actor = { ...person, created_at: '', ...withoutSignIn }
  for (let day = firstDay, nth = 0; ; day = addDays(day, 1), nth++) {
    const then = { ...ctx, clock: { now: () => noonOf(day) } }
    const bodyOf = (count: number) => ({
      date: day,
      tasks: 'Work',
      blockers: null,
      tomorrow_plan: null,
      task_details: Array.from({ length: count }, (_, index) => ({
        description: 'Work',
        hours: 30 + index,
        project_id: projects[(nth + index) % projects.length]?.id ?? 0,
      })),
    })
    const report = await submitReport(then, actor, bodyOf(1 + (nth % 3)))
    process.send?.(report.id)
    await editReport(then, actor, report.id, bodyOf(1 + ((nth + 1) % 3)))
    written.push(report.id)
    const state = nth % 3 === 0 ? 'unreviewed' : 'reviewed'
    await reviewReports(then, actor, { ids: written.slice(-5), state })
    const task = await createTask(then, actor, {
      title: 'Work',
      description: null,
      project_id: projects[nth % projects.length]?.id ?? 0,
      assigned_to: person.id,
      expected_hours: 10,
    })
    await updateTaskStatus(then, actor, task.id, { status: 'in_progress' })
    if (nth % 2 === 0) await deleteTask(then, actor, task.id)
  }
}

await Promise.all(people.map(writeDays))
