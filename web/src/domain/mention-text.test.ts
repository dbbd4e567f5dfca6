import { expect, test } from 'vitest'
import { matchingReaders, mentionAt, mentionedIn } from './mention-text.ts'

const reader = (id: number, name: string) => ({ id, name })
const ann = reader(1, 'Ann')
const annLee = reader(2, 'Ann Lee')
const jose = reader(3, 'José Núñez')

test.each([
  ['@', 1, { start: 0, typed: '' }],
  ['Thanks @Ma', 10, { start: 7, typed: 'Ma' }],
  ['Thanks @Max Mu', 14, { start: 7, typed: 'Max Mu' }],
  ['(@Ma', 4, { start: 1, typed: 'Ma' }],
  ['Thanks @Max, fine', 10, { start: 7, typed: 'Ma' }],
  ['max@example', 11, null],
  ['Thanks @ you', 12, null],
  ['@Max\nnext', 9, null],
  ['no at', 5, null],
  ['@Max', 0, null],
  [`@${'x'.repeat(80)}`, 81, null],
])('finds the mention being typed in %j at %i', (text, caret, found) => {
  expect(mentionAt(text, caret)).toEqual(found)
})

test.each([
  ['', [ann, annLee, jose]],
  ['an', [ann, annLee]],
  ['lee', [annLee]],
  ['nun', [jose]],
  ['JOSE nú', [jose]],
  ['x', []],
  // A name that is complete needs no suggestion.
  ['José Núñez ', []],
])('%j matches the expected names', (typed, offered) => {
  expect(matchingReaders([ann, annLee, jose], typed)).toEqual(offered)
})

test('a user counts as mentioned once if the text contains the full name', () => {
  expect(mentionedIn('@Ann Lee and @José Núñez, @Ann Lee!', [ann, annLee, jose], [], 50)).toEqual([2, 3])
  expect(mentionedIn('@Ann, @Anna', [ann, annLee], [], 50)).toEqual([1])
  expect(mentionedIn('Ann', [ann], [1], 50)).toEqual([])
})

test('of two users with the same name, the chosen one is mentioned', () => {
  const readers = [reader(4, 'Max'), reader(5, 'Max')]
  expect(mentionedIn('@Max', readers, [5], 50)).toEqual([5])
  expect(mentionedIn('@Max', readers, [], 50)).toEqual([])
})
