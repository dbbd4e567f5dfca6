import { expect, test } from 'vitest'
import type { TaskDetail } from '#shared/contract/reports.ts'
import { matchRows } from './match-rows.ts'

let lastId = 0
/** The rows of every version have different ids. */
const row = (task_description: string, hours = 1, project_id = 1): TaskDetail => ({
  id: ++lastId,
  task_description,
  hours,
  project_id,
  project_name: `Project ${project_id}`,
  task_id: null,
  task_title: null,
})

/** "changed A>B", with a star for a moved row. */
const describeChanges = (before: TaskDetail[], after: TaskDetail[]) =>
  matchRows(before, after).map(change => {
    const texts = [change.before?.task_description, change.after?.task_description].filter(Boolean)
    return `${change.kind}${change.isMoved ? '*' : ''} ${[...new Set(texts)].join('>')}`
  })

test('equal rows match, whatever their ids', () => {
  expect(describeChanges([row('Plan'), row('Build')], [row('Plan'), row('Build')])).toEqual([
    'same Plan',
    'same Build',
  ])
})

test('versions without rows can be compared', () => {
  expect(matchRows([], [])).toEqual([])
  expect(describeChanges([], [row('Plan')])).toEqual(['added Plan'])
  expect(describeChanges([row('Plan')], [])).toEqual(['removed Plan'])
})

test('other hours, or another project, change a row', () => {
  const [hours] = matchRows([row('Plan', 2)], [row('Plan', 2.3)])
  expect(hours).toMatchObject({ kind: 'changed', before: { hours: 2 }, after: { hours: 2.3 } })
  expect(describeChanges([row('Plan', 1, 1)], [row('Plan', 1, 2)])).toEqual(['changed Plan'])
})

test('hours of the same minutes are equal', () => {
  expect(describeChanges([row('Plan', 1.3)], [row('Plan', 1.3)])).toEqual(['same Plan'])
  expect(describeChanges([row('Plan', 1.75)], [row('Plan', 2.15)])).toEqual(['same Plan'])
})

test('rows match if their text differs only in case, or in a few words', () => {
  expect(describeChanges([row('plan the launch ')], [row('Plan the launch')])).toEqual([
    'changed plan the launch >Plan the launch',
  ])
  expect(describeChanges([row('Wrote the importer')], [row('Wrote the importer and its tests')])).toEqual([
    'changed Wrote the importer>Wrote the importer and its tests',
  ])
  expect(describeChanges([row('Call with Berlin')], [row('Fixed the build')])).toEqual([
    'added Fixed the build',
    'removed Call with Berlin',
  ])
})

test('rows with the same text match by project first, then by position', () => {
  const before = [row('Review', 1, 1), row('Review', 2, 2)]
  const [first, second] = matchRows(before, [row('Review', 3, 2), row('Review', 1, 1)])
  expect(first).toMatchObject({ before: { project_id: 2 }, after: { project_id: 2 }, kind: 'changed' })
  expect(second).toMatchObject({ before: { project_id: 1 }, kind: 'same' })
  expect(describeChanges([row('Review'), row('Review')], [row('Review')])).toEqual([
    'same Review',
    'removed Review',
  ])
})

test('an equal row is preferred to a similar one', () => {
  const before = [row('Fix the login page'), row('Fix the login')]
  expect(describeChanges(before, [row('Fix the login')])).toEqual([
    'removed Fix the login page',
    'same Fix the login',
  ])
})

test('only the row whose position changed counts as moved', () => {
  const before = [row('A'), row('B'), row('C'), row('D')]
  expect(describeChanges(before, [row('D'), row('A'), row('B'), row('C')])).toEqual([
    'same* D',
    'same A',
    'same B',
    'same C',
  ])
  const [moved] = matchRows(before, [row('D'), row('A'), row('B'), row('C')])
  expect(moved).toMatchObject({ from: 4, to: 1 })
})

test('of two rows that swapped positions, the one with another number counts as moved', () => {
  const before = [row('Old one'), row('B'), row('C', 1)]
  expect(describeChanges(before, [row('C', 2), row('B')])).toEqual([
    'changed* C',
    'removed Old one',
    'same B',
  ])
})

test('rows that shifted because of a new or removed row do not count as moved', () => {
  expect(describeChanges([row('A'), row('B')], [row('New'), row('A'), row('B')])).toEqual([
    'added New',
    'same A',
    'same B',
  ])
  expect(describeChanges([row('Old'), row('A'), row('B')], [row('A'), row('B')])).toEqual([
    'removed Old',
    'same A',
    'same B',
  ])
})

test('a removed row keeps its position', () => {
  expect(describeChanges([row('A'), row('Old'), row('B'), row('Last')], [row('A'), row('B')])).toEqual([
    'same A',
    'removed Old',
    'same B',
    'removed Last',
  ])
})

test('a row can be moved and changed at once', () => {
  const before = [row('A'), row('B'), row('C', 1)]
  expect(describeChanges(before, [row('C', 2), row('A'), row('B')])).toEqual([
    'changed* C',
    'same A',
    'same B',
  ])
})

test('a hundred long rows that were all rewritten are compared quickly', () => {
  const words = (seed: number) => Array.from({ length: 300 }, (_, at) => `w${(seed * 31 + at * 7) % 997}`)
  const rows = (seed: number) =>
    Array.from({ length: 100 }, (_, at) => row(words(seed + at).join(' '), 1, at % 3))
  const changes = matchRows(rows(1), rows(500))
  expect(changes.filter(({ kind }) => kind !== 'removed')).toHaveLength(100)
  expect(changes.filter(({ kind }) => kind !== 'added')).toHaveLength(100)
})
