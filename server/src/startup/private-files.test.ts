import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { makePrivateFolder } from './private-files.ts'

test('a link of the owner closes no folder and no file outside DATA_DIR', () => {
  const folder = mkdtempSync(join(tmpdir(), 'daily-report-links-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const [dataDir, system] = [join(folder, 'data'), join(folder, 'system')]
  for (const path of [join(dataDir, 'files'), system]) mkdirSync(path, { recursive: true })
  writeFileSync(join(system, 'passwd'), 'x')
  const opened = { [system]: 0o755, [join(system, 'passwd')]: 0o644, [join(dataDir, 'files')]: 0o755 }
  for (const [path, mode] of Object.entries(opened)) chmodSync(path, mode)
  symlinkSync(system, join(dataDir, 'files', 'incoming'))
  symlinkSync(join(system, 'passwd'), join(dataDir, 'second-step.key'))
  makePrivateFolder(dataDir, () => {})
  const modeOf = (path: string) => statSync(path).mode & 0o777
  expect([modeOf(system), modeOf(join(system, 'passwd'))]).toEqual([0o755, 0o644])
  expect(modeOf(join(dataDir, 'files'))).toBe(0o700)
})
