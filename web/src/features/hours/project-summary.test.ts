import { expect, test } from 'vitest'
import { hoursColour, hoursPercent, summarizeProject } from './project-summary.ts'

const task = (project_id: number, hours: number) => ({
  project_id,
  project_name: `Project ${project_id}`,
  task_description: 'Work',
  hours,
})
const report = (id: number, date: string, hours_worked: number, task_details = [task(1, hours_worked)]) => ({
  id,
  project_id: 1,
  date,
  user_name: 'Dina',
  tasks: 'Work',
  hours_worked,
  is_shortened: false,
  task_details,
})

test('hours are added in minutes, days are sorted newest first, and tasks of other projects are left out', () => {
  const summary = summarizeProject({
    project: { id: 1, name: 'Apollo' },
    user: null,
    of_your_teams: false,
    reports: [
      report(1, '2026-03-01', 0.45),
      report(2, '2026-03-02', 0.3),
      report(3, '2026-03-01', 7.3, [task(1, 7), task(1, 0.3), task(2, 1)]),
    ],
  })
  expect(summary).toMatchObject({ minutes: 45 + 30 + 450, reports: 3, tasks: 4 })
  expect(summary.days.map(day => [day.date, day.reports.map(({ id }) => id)])).toEqual([
    ['2026-03-02', [2]],
    ['2026-03-01', [1, 3]],
  ])
})

test.each([
  [450, 10, 75],
  [600, 10, 100],
  [6000, 10, 100],
  [240, 12.5, 50],
  [481, 12.5, 100],
  [0, 12.5, 0],
])('%d minutes at %d percent an hour fill %d percent', (minutes, percentPerHour, percent) => {
  expect(hoursPercent(minutes, percentPerHour)).toBe(percent)
})

test.each([
  [361, 'success'],
  [360, 'primary'],
  [181, 'primary'],
  [180, 'secondary'],
  [0, 'secondary'],
])('%d minutes are %s', (minutes, colour) => {
  expect(hoursColour(minutes)).toBe(colour)
})
