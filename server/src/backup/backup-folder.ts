import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Clock } from '#shared/dates.ts'
import type { Config } from '../config.ts'
import { BackupError } from './backup-error.ts'

// The folder holds three kinds of archives: `backup-…` made by a command, `scheduled-…` made and later removed by the
// server, and `before-restore-…` made by a restore to undo it.

type Kind = 'backup' | 'scheduled' | 'before-restore'

export function backupFolder(config: {
  dataDir: string
  backupDir?: Config['backupDir'] | undefined
}): string {
  return config.backupDir ?? join(config.dataDir, 'backups')
}

/** Doesn't create parents: a missing one is usually a disk that is not mounted, and the archive would be on another disk. */
export async function makeBackupFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { mode: 0o700 })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') return
    if (code !== 'ENOENT') throw error
    throw new BackupError(
      `There is no folder ${dirname(folder)}, so no backup can be written to ${folder}. Is its disk mounted? If it is a new folder, create it first.`,
    )
  }
}

/** Names sort by time. */
export function archiveName(kind: Kind, clock: Clock): string {
  return `${kind}-${clock.now().toISOString().replaceAll(/[:.]/g, '-')}.tar.gz`
}

/** Whether this is an archive of any of the three kinds. */
export const isArchiveName = (name: string) =>
  /^(backup|scheduled|before-restore)-[0-9TZ-]+\.tar\.gz$/.test(name)

/** Keeps the newest scheduled archives; no other file is ever touched. */
export async function removeOldBackups(folder: string, keep: number, clock: Clock): Promise<string[]> {
  const scheduled = (await readdir(folder)).filter(name => /^scheduled-[0-9TZ-]+\.tar\.gz$/.test(name)).sort()
  // An archive from the future was made by a wrong clock, so it counts as the oldest.
  const now = archiveName('scheduled', clock)
  scheduled.sort((one, other) => Number(other > now) - Number(one > now))
  const old = scheduled.slice(0, Math.max(0, scheduled.length - keep))
  for (const name of old) await rm(join(folder, name), { force: true })
  return old
}

/** The folder of an unfinished archive names its process, so that the remains of a killed process can be found. */
export const unfinishedPrefix = (pid: number) => `.unfinished-${pid}-`

/** Removes the unfinished archives of this process once it no longer writes. */
export async function removeUnfinished(folder: string, pid: number): Promise<void> {
  for (const name of await readdir(folder)) {
    if (name.startsWith(unfinishedPrefix(pid))) await rm(join(folder, name), { recursive: true, force: true })
  }
}

const abandonedAfterMs = 24 * 3_600_000

/** Removes the unfinished archives of killed processes. */
export async function removeAbandoned(folder: string, clock: Clock): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.startsWith('.unfinished-')) continue
    const path = join(folder, name)
    const info = await stat(path).catch(() => undefined)
    if (info && clock.now().getTime() - info.mtimeMs > abandonedAfterMs)
      await rm(path, { recursive: true, force: true })
  }
}
