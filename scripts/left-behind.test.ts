import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { contentOf, leftBehind } from './left-behind.ts'

test('new files and folders are found, including empty folders but not builds', () => {
  const checkout = mkdtempSync(join(tmpdir(), 'daily-report-checkout-'))
  onTestFinished(() => rmSync(checkout, { recursive: true, force: true }))
  const makeFolder = (name: string) => mkdirSync(join(checkout, name), { recursive: true })
  makeFolder('server/src')
  const before = contentOf(checkout)
  expect(before).toEqual(['server', 'server/src'])
  for (const name of ['dist/web', 'node_modules/.vite', 'test-results', '.git']) makeFolder(name)
  expect(leftBehind(checkout, before)).toEqual([])
  makeFolder('files/incoming')
  writeFileSync(join(checkout, 'server/src/core'), '')
  expect(leftBehind(checkout, before).sort()).toEqual(['files', 'files/incoming', 'server/src/core'])
})
