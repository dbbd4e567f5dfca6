import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { isInstalled } from './install.mjs'

type Packages = Record<string, object>
const everything = { dev: true }

function folderWith(wanted: Packages, present?: Packages) {
  const folder = mkdtempSync(join(tmpdir(), 'daily-report-install-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages: { '': {}, ...wanted } }))
  if (present) {
    mkdirSync(join(folder, 'node_modules'))
    writeFileSync(join(folder, 'node_modules/.package-lock.json'), JSON.stringify({ packages: present }))
  }
  return folder
}

const zod = { 'node_modules/zod': { version: '4.0.0', integrity: 'sha512-a' } }
const vitest = { 'node_modules/vitest': { version: '5.0.0', integrity: 'sha512-b', dev: true } }
const otherPlatform = { 'node_modules/x': { version: '1.0.0', integrity: 'sha512-c', optional: true } }

test('a fresh clone is not installed', () => {
  expect(isInstalled(everything, folderWith(zod))).toBe(false)
})

test('all packages of the lockfile are needed, except those for other platforms', () => {
  expect(isInstalled(everything, folderWith({ ...zod, ...otherPlatform }, zod))).toBe(true)
})

test('another version or another integrity hash is not installed', () => {
  const changed = { 'node_modules/zod': { version: '4.0.1', integrity: 'sha512-a' } }
  const tampered = { 'node_modules/zod': { version: '4.0.0', integrity: 'sha512-z' } }
  expect(isInstalled(everything, folderWith(changed, zod))).toBe(false)
  expect(isInstalled(everything, folderWith(tampered, zod))).toBe(false)
})

test('development packages are needed only for development', () => {
  const folder = folderWith({ ...zod, ...vitest }, zod)
  expect(isInstalled({ dev: false }, folder)).toBe(true)
  expect(isInstalled(everything, folder)).toBe(false)
})
