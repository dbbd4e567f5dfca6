import { chmodSync, lstatSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { isArchiveName } from '../backup/backup-folder.ts'
import { factorKeyFile } from '../identity/factor-key.ts'
import { isStoreEntry } from '../storage/disk-storage.ts'
import { isOurName } from '../storage/storage.ts'

const folderMode = 0o700
const fileMode = 0o600
/** The permissions of the group and of other accounts. */
const othersMask = 0o077

const isDatabaseFile = (name: string) => name.startsWith('daily-report.db')
const isDataEntry = (name: string) =>
  isDatabaseFile(name) ||
  name.startsWith(factorKeyFile) ||
  /^(files|backups|lost\+found|\.restoring-.*)$/.test(name)

/**
 * Makes the data folder and takes the rights of other accounts from what earlier versions left readable there. A
 * folder that also holds something else, such as a home folder, keeps its own mode: only our files in it are closed.
 */
export function makePrivateFolder(dataDir: string, print: (line: string) => void): void {
  const made = makeFolders(resolve(dataDir))
  if (made.length > 1)
    print(
      `DATA_DIR: ${made.slice(0, -1).join(' and ')} didn't exist and ${made.length > 2 ? 'were' : 'was'} made, with ${made.at(-1)} in it. If a disk should be mounted there, stop this and mount it.`,
    )
  const refused: string[] = []
  const tighten = (path: string, mode: number) => {
    try {
      if ((statSync(path).mode & othersMask) !== 0) chmodSync(path, mode)
    } catch (error) {
      // The file was deleted meanwhile, such as the log of a database that another process closes.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') refused.push(path)
    }
  }
  const tightenFolder = (folder: string, isOurs: (name: string) => boolean) => {
    const names = namesIn(folder)
    if (names?.every(name => isOurs(name))) tighten(folder, folderMode)
  }
  const tightenFiles = (folder: string, isOurs: (name: string) => boolean) => {
    for (const name of namesIn(folder) ?? []) {
      const path = join(folder, name)
      if (isOurs(name) && isA('file', path)) tighten(path, fileMode)
    }
  }

  tightenFolder(dataDir, isDataEntry)
  tightenFiles(dataDir, name => isDatabaseFile(name) || name === factorKeyFile)
  const files = join(dataDir, 'files')
  // A store may hold very many files, so they are checked only while their folder is still open to others.
  if (isOpenToOthers(files)) {
    tightenFiles(files, name => isOurName(name) || name === 'store-mark')
    // Whatever is in it, so not through a link, which could lead to a folder of the system.
    const incoming = join(files, 'incoming')
    if (isA('folder', incoming)) tightenFolder(incoming, () => true)
    tightenFolder(files, isStoreEntry)
  }
  const backups = join(dataDir, 'backups')
  tightenFiles(backups, isArchiveName)
  tightenFolder(backups, name => isArchiveName(name) || name.startsWith('.unfinished-'))
  if (refused.length > 0)
    print(
      `DATA_DIR: other accounts of this machine may read ${refused.slice(0, 3).join(', ')}, and this process may not change that. Its owner should run: chmod -R go= "${dataDir}"`,
    )
}

/**
 * Creates parents one by one: Node's recursive mkdir reports ENOENT on a read-only disk and never returns in /proc.
 * Returns what was made, the parents first.
 */
function makeFolders(folder: string): string[] {
  try {
    mkdirSync(folder, { mode: folderMode })
    return [folder]
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST' && statSync(folder).isDirectory()) return []
    if (code !== 'ENOENT' || dirname(folder) === folder) throw error
    const parents = makeFolders(dirname(folder))
    mkdirSync(folder, { mode: folderMode })
    return [...parents, folder]
  }
}

/** Undefined if the folder doesn't exist or can't be read. */
function namesIn(folder: string): string[] | undefined {
  try {
    return readdirSync(folder)
  } catch {
    return undefined
  }
}

function isOpenToOthers(path: string): boolean {
  try {
    return (statSync(path).mode & othersMask) !== 0
  } catch {
    return false
  }
}

/** False for links to one. */
function isA(kind: 'file' | 'folder', path: string): boolean {
  try {
    const entry = lstatSync(path)
    return kind === 'file' ? entry.isFile() : entry.isDirectory()
  } catch {
    return false
  }
}
