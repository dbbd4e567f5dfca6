import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** The commits that made earlier versions. */
export const commits = {
  /** This version backs up every table that it doesn't know, such as `known_devices`, which later versions leave out. */
  '0.1.0': '6baa2d6d7dc3c7692a8fe4997302f20012017560',
  '1.0.0': 'f9674137c856b29ae44b92a698ec1eba895b0210',
}

/** `safe.directory` because in a container the clone may belong to another account than the one that runs the tests. */
export const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'safe.directory=*', ...args], { cwd: root, stdio: ['ignore', 'ignore', 'pipe'] })

export const historyMissing =
  'Earlier versions are not in the history of this folder: rolling back to them is not tested. A full clone has them (git fetch --unshallow).'

/** False in a shallow clone or an unpacked archive, which have no earlier versions. */
export function hasHistory(): boolean {
  try {
    for (const commit of Object.values(commits)) git('cat-file', '-e', `${commit}^{commit}`)
    return true
  } catch {
    return false
  }
}
