import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { messages } from '#shared/messages.ts'

// Texts for users should sound as people speak. Each of these phrases was once in the app, the API or the documents.
const stiff = [
  /\b(some|every|no)body\b|\bwhoever\b/i,
  /report is still to come/,
  /\bWell done!/,
  /The status is updated/,
  /unsent draft of/,
  /Nothing is waiting/,
  /What holds you up/,
  /The few things that matter/,
  /Say how far/,
  /Should it get requests/,
  /Take a mark off/,
  /API of Daily Report/,
]

const root = join(import.meta.dirname, '..')
const isTest = /\.test\.tsx?$/

function sentencesIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  // Messages with a value in them are functions.
  if (typeof value === 'function') return [String(value)]
  return Object.values(value as object).flatMap(sentencesIn)
}

const texts: [string, string][] = [
  ['shared/src/messages', sentencesIn(messages).join('\n')],
  ...[
    ...globSync(['*.md', 'docs/*.md'], { cwd: root }),
    // These files have headings, hints and buttons, and the descriptions of the API and of the commands.
    ...globSync('web/src/**/*.tsx', { cwd: root }),
    ...globSync(['server/src/**/*.{routes,notes}.ts', 'server/src/cli/*.ts'], { cwd: root }),
  ]
    .filter(file => !isTest.test(file))
    .map((file): [string, string] => [file, readFileSync(join(root, file), 'utf8')]),
]

test('no text for users is worded stiffly', () => {
  expect(texts.length).toBeGreaterThan(100)
  const found = texts.flatMap(([file, text]) =>
    stiff.flatMap(words => (words.test(text) ? `${file}: ${words}` : [])),
  )
  expect(found).toEqual([])
})
