import type { Task, TaskPage } from '#shared/contract/tasks.ts'
import { limits } from '#shared/limits.ts'

/** A task of the person that `personOf` makes, as reviewers see it unless `expected_hours` is undefined. */
export const makeTask = (given: Partial<Task> = {}): Task => ({
  id: 5,
  title: 'Build the page',
  description: 'With care',
  project_id: 1,
  project_name: 'Apollo',
  assigned_to: 7,
  assignee_name: 'Robin Reyes',
  assigner_name: 'Max Manager',
  expected_hours: 7.5,
  actual_hours: null,
  completion_note: null,
  status: 'pending',
  created_at: '2026-03-02T08:00:00.000Z',
  completed_at: null,
  logged_minutes: 0,
  ...given,
})

/** One page of a list of so many tasks in all. */
export const makeTaskPage = (data: Task[], total = data.length, page = 1): TaskPage => ({
  data,
  pagination: { total, pages: Math.ceil(total / limits.pageSize), page, limit: limits.pageSize },
})
