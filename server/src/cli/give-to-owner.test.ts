import {
  chownSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { giveToOwner } from './give-to-owner.ts'

const owner = 1234
/** Only root can give files away; any other account gives none. */
const isRoot = process.getuid?.() === 0

function folders() {
  const folder = mkdtempSync(join(tmpdir(), 'daily-report-given-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const print = vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => print.mockRestore())
  const dataDir = join(folder, 'data')
  const system = join(folder, 'system')
  for (const path of [join(dataDir, 'backups', 'deep'), join(system, 'deep')])
    mkdirSync(path, { recursive: true })
  for (const path of ['data/made', 'data/backups/deep/made', 'system/shadow', 'system/deep/key'])
    writeFileSync(join(folder, path), 'x')
  if (isRoot) chownSync(dataDir, owner, owner)
  return { dataDir, system, elsewhere: join(folder, 'elsewhere'), print }
}

const ownerOf = (...path: string[]) => statSync(join(...path)).uid

test('what root made in DATA_DIR and elsewhere belongs to the owner of DATA_DIR', () => {
  const { dataDir, elsewhere, print } = folders()
  writeFileSync(elsewhere, 'x')
  giveToOwner({ dataDir }, [elsewhere])
  const expected = isRoot ? owner : process.getuid?.()
  for (const path of [
    elsewhere,
    ...['made', 'backups', 'backups/deep', 'backups/deep/made'].map(name => join(dataDir, name)),
  ])
    expect([path, ownerOf(path)]).toEqual([path, expected])
  expect(print).toHaveBeenCalledTimes(isRoot ? 1 : 0)
  print.mockClear()
  giveToOwner({ dataDir }, [elsewhere])
  expect(print).not.toHaveBeenCalled()
})

test('nothing outside is given through a link of the owner', () => {
  const { dataDir, system } = folders()
  const before = ownerOf(system)
  symlinkSync(system, join(dataDir, 'link'))
  symlinkSync(join(system, 'shadow'), join(dataDir, 'backups', 'link'))
  linkSync(join(system, 'deep', 'key'), join(dataDir, 'second-name'))
  // A path that leads through such a link.
  giveToOwner({ dataDir }, [join(dataDir, 'link', 'shadow'), join(dataDir, 'link', 'deep')])
  for (const name of ['.', 'shadow', 'deep', 'deep/key'])
    expect([name, ownerOf(system, name)]).toEqual([name, before])
})
