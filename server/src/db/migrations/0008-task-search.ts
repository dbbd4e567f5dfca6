import { indexTitles } from '../engine.ts'
import type { Migration } from '../migration.ts'

/** Text inside a task's title is found by an index instead of by reading every title. */
export const taskSearch: Migration = {
  name: '0008-task-search',
  up: indexTitles,
}
