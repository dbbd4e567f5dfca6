import {
  closeSync,
  constants,
  existsSync,
  fchownSync,
  fstatSync,
  openSync,
  readdirSync,
  statSync,
} from 'node:fs'
import { join, relative, sep } from 'node:path'
import type { Config } from '../config.ts'

type Owner = { uid: number; gid: number }

/** Linux leads from here to an open folder, whatever its path has become meanwhile. */
const openFolders = '/proc/self/fd'

/**
 * The server's account could neither read nor replace what a command makes as root: a restored database, an archive, a
 * folder for backups. So it is given to the owner of DATA_DIR. `made` names what is outside of that folder.
 */
export function giveToOwner({ dataDir }: Pick<Config, 'dataDir'>, made: string[] = []): void {
  if (process.getuid?.() !== 0 || !existsSync(openFolders)) return
  const owner = statSync(dataDir, { throwIfNoEntry: false })
  if (!owner || owner.uid === 0) return
  const elsewhere = made.filter(path => relative(dataDir, path).split(sep)[0] === '..')
  const given = [
    ...elsewhere.flatMap(path => give(path, path, owner, false)),
    ...readdirSync(dataDir).flatMap(name => give(join(dataDir, name), join(dataDir, name), owner, true)),
  ]
  if (given.length === 0) return
  const rest = given.length > 3 ? ` and ${given.length - 3} more` : ''
  console.error(
    `This command ran as root, so what it made belongs to the owner of DATA_DIR now (uid ${owner.uid}): ${given.slice(0, 3).join(', ')}${rest}`,
  )
}

/**
 * Gives only what is root's, and returns its names. The owner of the folder could put links to files of the system into it,
 * also while this runs: no link is followed, no file with a second name is given, and what is in a folder is opened
 * through that open folder instead of a path.
 */
function give(path: string, name: string, owner: Owner, withContent: boolean): string[] {
  let opened: number
  try {
    opened = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  } catch {
    return []
  }
  try {
    const entry = fstatSync(opened)
    const isFolder = entry.isDirectory()
    const isGiven = entry.uid === 0 && (isFolder || (entry.isFile() && entry.nlink === 1))
    if (isGiven) fchownSync(opened, owner.uid, owner.gid)
    const folder = join(openFolders, String(opened))
    const content = isFolder && withContent ? readdirSync(folder) : []
    return [
      ...(isGiven ? [name] : []),
      ...content.flatMap(child => give(join(folder, child), join(name, child), owner, true)),
    ]
  } finally {
    closeSync(opened)
  }
}
