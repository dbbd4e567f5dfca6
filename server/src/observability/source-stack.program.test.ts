import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { atSource, sourceStack } from './source-stack.ts'

const built = join(import.meta.dirname, '../../../dist/server')
// The folder also holds files of former builds.
const files = Object.values<{ file: string }>(
  JSON.parse(readFileSync(join(built, '.vite/manifest.json'), 'utf8')),
).map(({ file }) => join(built, file))

test('a position in the build is mapped to its position in the source', () => {
  const words = 'Daily Report App is ready on'
  const file = files.find(path => readFileSync(path, 'utf8').includes(words)) ?? ''
  const before = readFileSync(file, 'utf8').split(words)[0]?.split('\n') ?? []
  const place = `${pathToFileURL(file)}:${before.length}:${(before.at(-1)?.length ?? 0) + 1}`
  const source = readFileSync(join(import.meta.dirname, '../server.ts'), 'utf8')
  const line = source.split(words)[0]?.split('\n').length
  const stack = sourceStack(`Error: no\n    at startServer (${place})\n    at other`)
  expect(stack).toMatch(
    new RegExp(
      `^Error: no\\n    at startServer \\(file://.*/server/src/server\\.ts:${line}:\\d+\\)\\n    at other$`,
    ),
  )
})

test('all other positions stay unchanged', () => {
  const stack = 'Error: no\n    at a (node:internal/x:1:2)\n    at file:///none/b.mjs:3:4\n    at c.ts:5:6'
  expect(sourceStack(stack)).toBe(stack)
  expect(atSource('no error')).toBe('no error')
  const error = Object.assign(new Error('no'), { stack })
  expect(atSource(error)).toBe(error)
})
