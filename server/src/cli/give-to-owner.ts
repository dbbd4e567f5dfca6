import { closeSync, constants, fchownSync, fstatSync, openSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'

/**
 * What a command makes as root, the server's account could neither read nor replace: a restored database, an archive, a
 * folder for backups. It belongs to the owner of DATA_DIR afterwards. `made` names what is elsewhere.
 */
export function giveToOwner({ dataDir }: Pick<Config, 'dataDir'>, made: string[] = []): void {
  if (process.getuid?.() !== 0) return
  const owner = statSync(dataDir, { throwIfNoEntry: false })
  if (!owner || owner.uid === 0) return
  const inside = readdirSync(dataDir, { recursive: true, encoding: 'utf8' }).map(name => join(dataDir, name))
  const given = [...made, ...inside].filter(path => give(path, owner))
  if (given.length === 0) return
  const rest = given.length > 3 ? ` and ${given.length - 3} more` : ''
  console.error(
    `This command ran as root, so what it made belongs to the owner of DATA_DIR now (uid ${owner.uid}): ${given.slice(0, 3).join(', ')}${rest}`,
  )
}

/** Only what is root's. A link could lead to a file of the system, so none is followed, and no file with a second name given. */
function give(path: string, { uid, gid }: { uid: number; gid: number }): boolean {
  let file: number
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  } catch {
    return false
  }
  try {
    const entry = fstatSync(file)
    if (entry.uid !== 0 || !(entry.isDirectory() || (entry.isFile() && entry.nlink === 1))) return false
    fchownSync(file, uid, gid)
    return true
  } finally {
    closeSync(file)
  }
}
