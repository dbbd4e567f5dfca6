import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { commentsReply } from '#shared/contract/comments.ts'
import { allProjectHoursReply } from '#shared/contract/hours.ts'
import { reportPageReply } from '#shared/contract/reports.ts'
import { userReply } from '#shared/contract/users.ts'
import { anyText as text } from '../../test/any-text.ts'
import { piecesOf, serializerCompiler, writeInChunks } from './serialize.ts'

const compile = (schema: Parameters<typeof serializerCompiler>[0]['schema']) =>
  serializerCompiler({ schema, method: 'GET', url: '/' })

const number = fc.integer()
const row = fc.record({
  id: number,
  task_description: text,
  hours: fc.constantFrom(0.01, 1.5, 23.59, 24),
  project_id: number,
  project_name: text,
  task_id: fc.option(number),
  task_title: fc.option(text),
})
const report = fc.record(
  {
    id: number,
    user_id: number,
    user_name: text,
    user_email: text,
    date: text,
    tasks: text,
    hours_worked: fc.constantFrom(0.1, 8.3, 99.59),
    blockers: fc.option(text),
    tomorrow_plan: fc.option(text),
    project_id: fc.option(number),
    created_at: text,
    is_edited: fc.boolean(),
    revision: number,
    review: fc.record({
      state: fc.constantFrom('unreviewed', 'reviewed', 'needs_changes'),
      reviewer_name: fc.option(text),
      reviewed_at: fc.option(text),
      comment_id: fc.option(number),
    }),
    is_shortened: fc.boolean(),
    task_details: fc.array(row, { maxLength: 3 }),
    comment_count: number,
    project_hours: fc.constantFrom(0.1, 7.15),
  },
  {
    requiredKeys: [
      'id',
      'user_id',
      'user_name',
      'user_email',
      'date',
      'tasks',
      'hours_worked',
      'blockers',
      'tomorrow_plan',
      'project_id',
      'created_at',
      'is_edited',
      'revision',
      'review',
      'is_shortened',
      'comment_count',
    ],
  },
)
const page = fc.record({
  reports: fc.array(report, { maxLength: 3 }),
  total: number,
  totalPages: number,
  page: number,
  limit: number,
})

test('a parsed reply equals the original', async () => {
  const write = compile(reportPageReply)
  await fc.assert(
    fc.property(page, reply => {
      expect(JSON.parse(write(reply))).toEqual(reply)
    }),
  )
})

test('fields that the schema does not name are not sent, at any depth', async () => {
  const write = compile(reportPageReply)
  await fc.assert(
    fc.property(page, reply => {
      const withMore = {
        ...reply,
        secret: 1,
        reports: reply.reports.map(one => ({
          ...one,
          password: 'x',
          ...(one.task_details && { task_details: one.task_details.map(each => ({ ...each, expected: 2 })) }),
        })),
      }
      expect(JSON.parse(write(withMore))).toEqual(reply)
    }),
  )
})

test('lists by id keep every id', () => {
  const hours = {
    totalHours: 1.5,
    taskCount: 2,
    userDistribution: [{ user_id: 1, user_name: '"A"', hours: 1.5 }],
    of_your_teams: false,
  }
  expect(JSON.parse(compile(allProjectHoursReply)({ 1: hours, 20: { ...hours, more: true } }))).toEqual({
    1: hours,
    20: hours,
  })
})

test('a missing field is a failure', () => {
  const { reports: _, ...rest } = { reports: [], total: 0, totalPages: 0, page: 1, limit: 10 }
  expect(() => compile(reportPageReply)(rest)).toThrow('reports')
})

test.each([
  ['page', reportPageReply, { reports: [], total: 0, totalPages: 0, limit: 10 }],
  ['invited', userReply, { id: 1, name: 'A', email: 'a@b.c', role: 'admin', created_at: '' }],
])('a missing field is a failure even if clients have a default for it: %s', (name, schema, reply) => {
  expect(() => compile(schema)(reply)).toThrow(name)
  expect(() => inPieces(schema, reply)).toThrow(name)
})

const inPieces = (schema: Parameters<typeof piecesOf>[0], reply: unknown) => [...piecesOf(schema)(reply)]

test('the pieces joined are the same text', async () => {
  const write = compile(reportPageReply)
  await fc.assert(
    fc.property(page, reply => {
      expect(inPieces(reportPageReply, { ...reply, secret: 1 }).join('')).toBe(write(reply))
    }),
  )
  const hours = { totalHours: 1, taskCount: 2, userDistribution: [], of_your_teams: false }
  const comment = {
    id: 1,
    comment: '"',
    parent_id: null,
    user_id: 1,
    user_name: 'A',
    user_role: 'admin',
    created_at: '',
  }
  for (const [schema, reply] of [
    [allProjectHoursReply, { 1: hours, '"a"': hours }],
    [allProjectHoursReply, {}],
    [
      commentsReply,
      [
        { ...comment, mentions: [] },
        { ...comment, id: 2, mentions: [{ id: 1, name: 'B' }] },
      ],
    ],
    [commentsReply, []],
  ] as const)
    expect(inPieces(schema, reply).join('')).toBe(compile(schema)(reply))
})

test('a missing field is a failure in pieces too', () => {
  expect(() => inPieces(reportPageReply, { total: 0, totalPages: 0, page: 1, limit: 10 })).toThrow('reports')
})

/** Yields twelve entries of 100,000 characters and counts how many were written. */
function longList() {
  const state = { written: 0 }
  function* pieces() {
    for (; state.written < 12; state.written++) yield `${state.written}`.padStart(100_000)
  }
  return { state, pieces: pieces() }
}

test('a short reply is written at once', () => {
  expect(writeInChunks(['[', '1', ']'], () => true)).toBe('[1]')
})

test('a long reply is written in chunks, complete and in order', async () => {
  const { state, pieces } = longList()
  const parts: number[] = []
  const isDisconnected = () => {
    parts.push(state.written)
    return false
  }
  const written = await writeInChunks(pieces, isDisconnected)
  expect(String(written)).toBe(
    Array.from({ length: 12 }, (_, index) => `${index}`.padStart(100_000)).join(''),
  )
  // Three entries per chunk.
  expect(parts).toEqual([2, 5, 8, 11])
})

test('writing a long reply stops once the client has disconnected', async () => {
  const { state, pieces } = longList()
  await expect(writeInChunks(pieces, () => state.written > 5)).rejects.toMatchObject({ code: 'bad_request' })
  expect(state.written).toBe(8)
})
