import { expect, test } from 'vitest'
import { isTooNested } from './json-shape.ts'

const long = 'x'.repeat(100_000)

test.each([
  ['many levels', '['.repeat(200_000) + ']'.repeat(200_000)],
  ['many levels of objects', '{"a":'.repeat(50_000)],
  ['many arrays', `[${'[],'.repeat(200_000)}0]`],
  ['many levels after a text', JSON.stringify([long]).slice(0, -1) + ','.padEnd(201, '[')],
])('%s are too many', (_what, json) => {
  expect(isTooNested(json)).toBe(true)
})

test.each([
  ['brackets in texts', JSON.stringify({ tasks: '[{'.repeat(100_000) })],
  ['quotes and backslashes in texts', JSON.stringify({ tasks: '\\"[{\\\\"['.repeat(20_000) })],
  ['a text without an end', `{"tasks":"${'['.repeat(100_000)}`],
  ['many rows', JSON.stringify(Array.from({ length: 10_000 }, () => ({ ids: [1], name: 'A name' })))],
  ['a short text', '['.repeat(50_000)],
  ['a megabyte of backslashes and quotes', `"${'\\'.repeat(1_000_001)}"${'\\"'.repeat(500_000)}`],
])('%s are not', (_what, json) => {
  expect(isTooNested(json)).toBe(false)
})
