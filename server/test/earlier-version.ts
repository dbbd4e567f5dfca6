import { execFileSync } from 'node:child_process'
import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { scratchFolder } from './backup-drill.ts'

const root = join(import.meta.dirname, '../..')

/** The commits that made them. */
const commits = {
  /** It archives every table that it doesn't know, such as `known_devices`, which later versions leave out. */
  '0.1.0': '6baa2d6d7dc3c7692a8fe4997302f20012017560',
  '1.0.0': 'f9674137c856b29ae44b92a698ec1eba895b0210',
}
export type EarlierVersion = keyof typeof commits

/**
 * The sources of an earlier version, as the history has them, in a folder that is gone after the test. They run as they
 * are on the packages of today, because Node strips their types.
 */
export function sourcesOf(version: EarlierVersion): string {
  const folder = scratchFolder()
  const archive = join(folder, 'sources.tar')
  const parts = ['server/src', 'shared/src', 'package.json']
  const commit = commits[version]
  try {
    // In a container the clone may belong to another account than the one that runs the tests.
    const git = ['-c', 'safe.directory=*', 'archive', `--output=${archive}`, commit, ...parts]
    execFileSync('git', git, { cwd: root, stdio: ['ignore', 'ignore', 'pipe'] })
  } catch (error) {
    throw new Error(
      `This test runs version ${version}, which it takes from the history (commit ${commit}). Run it in a full clone: git fetch --unshallow`,
      { cause: error },
    )
  }
  execFileSync('tar', ['-xf', archive, '-C', folder])
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  return folder
}
