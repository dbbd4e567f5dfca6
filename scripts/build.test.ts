import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { hashSources, recordCommit, web } from './build.mjs'

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

describe('the commit beside a build', () => {
  const [one, two] = ['9f8e7d6c5b4a39281706f5e4d3c2b1a098765432', 'ab12cd3e5b4a39281706f5e4d3c2b1a098765432']
  function write(path: string, text: string) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  function recorded(checkout = folder) {
    recordCommit(folder, checkout)
    return existsSync(join(folder, 'commit')) ? readFileSync(join(folder, 'commit'), 'utf8') : null
  }

  test('follows the checkout, and needs no new build', () => {
    expect(recorded()).toBe(null)
    write('.git/HEAD', 'ref: refs/heads/main\n')
    expect(recorded()).toBe(null)
    const before = hashSources(web.sources, folder)
    write('.git/packed-refs', `# pack-refs with: peeled\n${two} refs/heads/other\n${one} refs/heads/main\n`)
    expect(recorded()).toBe(one)
    write('.git/refs/heads/main', `${two}\n`)
    expect(recorded()).toBe(two)
    write('.git/HEAD', `${one}\n`)
    expect(recorded()).toBe(one)
    expect(hashSources(web.sources, folder)).toBe(before)
  })

  test('is the one of a worktree', () => {
    write('.git/HEAD', `${one}\n`)
    write('.git/refs/heads/branch', `${two}\n`)
    write('.git/worktrees/tree/HEAD', 'ref: refs/heads/branch\n')
    write('.git/worktrees/tree/commondir', '../..\n')
    write('tree/.git', `gitdir: ${join(folder, '.git/worktrees/tree')}\n`)
    expect(recorded(join(folder, 'tree'))).toBe(two)
  })

  test('is not the one of a repository around the folder', () => {
    write('.git/HEAD', `${one}\n`)
    expect(recorded(join(folder, 'web'))).toBe(null)
  })
})
