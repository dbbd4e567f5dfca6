import { expect, test } from 'vitest'
import { type TextPart, wordChanges } from './word-changes.ts'

const signs = { same: '', removed: '-', added: '+' }
/** "the [-old][+new] one" */
const markedText = (before: string, after: string) =>
  wordChanges(before, after)
    .map(({ kind, text }) => (kind === 'same' ? text : `[${signs[kind]}${text}]`))
    .join('')

const side = (parts: TextPart[], without: TextPart['kind']) =>
  parts
    .filter(({ kind }) => kind !== without)
    .map(({ text }) => text)
    .join('')

test('equal texts have no changes', () => {
  expect(wordChanges('', '')).toEqual([])
  expect(wordChanges('Wrote it', 'Wrote it')).toEqual([])
})

test.each([
  ['Wrote the importer', 'Wrote the exporter', 'Wrote the [-importer][+exporter]'],
  ['Wrote it', 'Wrote it and its tests', 'Wrote it[+ and its tests]'],
  ['', 'New', '[+New]'],
  ['Old', '', '[-Old]'],
  ['one two three', 'one 2 drei', 'one [-two three][+2 drei]'],
  ['First\nSecond', 'First\nThird\nSecond', 'First\n[+Third\n]Second'],
  ['Написал отчёт', 'Написал письмо', 'Написал [-отчёт][+письмо]'],
])('%j → %j', (before, after, expected) => {
  expect(markedText(before, after)).toBe(expected)
})

test('words of a language without spaces are compared too', () => {
  expect(markedText('今日は会議', '今日は開発')).toBe('今日は[-会議][+開発]')
})

test('the parts contain both texts completely', () => {
  const before = 'Fixed  the login,\n\ttested it.\nNext: deploy 😀'
  const after = 'Fixed the sign-in,\ntested it twice.\n\nNext: deploy 🎉!'
  const parts = wordChanges(before, after)
  expect(side(parts, 'added')).toBe(before)
  expect(side(parts, 'removed')).toBe(after)
})

test('a text that is mostly new is replaced as a whole', () => {
  const words = (seed: string) => Array.from({ length: 2000 }, (_, at) => `${seed}${at}`).join(' ')
  const [before, after] = [words('a').slice(0, 10_000), words('b').slice(0, 10_000)]
  expect(wordChanges(before, after)).toEqual([
    { kind: 'removed', text: before },
    { kind: 'added', text: after },
  ])
})

test('one word in a text of ten thousand characters is found', () => {
  const before = 'lorem ipsum '.repeat(833)
  const after = before.replace(/ipsum $/, 'dolor ')
  expect(markedText(before, after)).toBe(before.replace(/ipsum $/, '[-ipsum][+dolor] '))
})
