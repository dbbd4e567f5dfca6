import { expect, test } from 'vitest'
import { fieldNotes, type Notes, withNote } from './notes.ts'

const about = (fields: Notes['fields']): Notes => ({ contract: [], fields })

test('two features cannot explain the same name in two ways', () => {
  const [blockers, absences] = [about({ note: { example: 'Solved' } }), about({ note: { example: 'Ill' } })]
  expect(() => fieldNotes([blockers, absences])).toThrow('Two notes explain note')
  expect([...fieldNotes([about({ 'Blocker.note': {} }), absences]).keys()]).toEqual(['Blocker.note', 'note'])
})

test('a note on a nullable field leaves it nullable', () => {
  const note = { type: 'integer', description: 'Of the task.', example: 1 }
  expect(withNote({ type: ['number', 'null'] }, note)).toEqual({
    type: ['integer', 'null'],
    description: 'Of the task.',
    examples: [1],
  })
  expect(withNote({ $ref: '#/components/schemas/Task' }, note)).toEqual({ $ref: '#/components/schemas/Task' })
  expect(withNote({ type: 'string' }, undefined)).toEqual({ type: 'string' })
})

test('a note about an integer cannot make a number of a field of another type', () => {
  const note = { type: 'integer', description: 'How many are unread.' }
  expect(() => withNote({ type: 'boolean' }, note, 'unread')).toThrow('unread is boolean')
  expect(() => withNote({ type: ['string', 'null'] }, note, 'id')).toThrow('id is string,null')
  expect(withNote({ type: 'number' }, note)).toMatchObject({ type: 'integer' })
})
