import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { hashSources, web } from './build.mjs'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'daily-report-build-'))
  for (const name of ['web/src', 'shared/src', 'scripts']) mkdirSync(join(folder, name), { recursive: true })
  for (const name of ['web/src/main.tsx', 'shared/src/roles.ts']) writeFileSync(join(folder, name), 'one')
  for (const name of ['vite.config.ts', 'package.json', 'package-lock.json', 'scripts/daily.mjs'])
    writeFileSync(join(folder, name), '{}')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('the same content needs no new build, even if its files have other times', () => {
  const before = hashSources(web.sources, folder)
  utimesSync(join(folder, 'web/src/main.tsx'), 1, 1)
  expect(hashSources(web.sources, folder)).toBe(before)
})

test.each(['web/src/main.tsx', 'shared/src/roles.ts', 'vite.config.ts', 'package-lock.json'])(
  'a change of %s needs a new build',
  name => {
    const before = hashSources(web.sources, folder)
    writeFileSync(join(folder, name), 'two')
    expect(hashSources(web.sources, folder)).not.toBe(before)
  },
)

test('a new or renamed file needs a new build, a new test does not', () => {
  const before = hashSources(web.sources, folder)
  writeFileSync(join(folder, 'web/src/main.test.tsx'), 'test')
  expect(hashSources(web.sources, folder)).toBe(before)
  writeFileSync(join(folder, 'web/src/more.tsx'), 'one')
  expect(hashSources(web.sources, folder)).not.toBe(before)
})
