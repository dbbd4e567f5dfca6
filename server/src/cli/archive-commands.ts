import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { systemClock } from '#shared/dates.ts'
import { messages } from '#shared/messages.ts'
import { formatCount } from '#shared/numbers.ts'
import type { End } from '../backup/archive-format.ts'
import { archiveName, backupFolder } from '../backup/backup-folder.ts'
import { checkArchive } from '../backup/check-archive.ts'
import { type Backup, makeBackup } from '../backup/make-backup.ts'
import { consoleProgress, sizeText } from '../backup/progress.ts'
import { restoreBackup } from '../backup/restore-backup.ts'
import type { Config } from '../config.ts'
import { connect } from '../db/connect.ts'
import { groupCommit } from '../db/group-commit.ts'
import { requireData } from '../db/is-new-database.ts'
import { pendingMigrations } from '../db/migrate.ts'
import { byCommand } from '../events/event.ts'
import { writeRecord } from '../features/record/write-record.service.ts'
import { createFactorKey } from '../identity/factor-key.ts'
import { countUnreadableApps } from '../identity/second-step.ts'
import { prepareFolder } from '../startup/open-context.ts'
import { openStorage } from '../storage/open-storage.ts'
import { giveToOwner } from './give-to-owner.ts'
import { ranBy } from './ran-by.ts'

/** A command that needs only the settings. */
export type SettingsCommand = {
  needs: number
  takes: string
  run(config: Config, argument: string | undefined): Promise<void>
}

/** These commands don't migrate the database first. */
export const archiveCommands: Record<string, SettingsCommand> = {
  backup: {
    needs: 0,
    takes: '[file]',
    async run(config, file = join(backupFolder(config), archiveName('backup', systemClock))) {
      await requireData(config)
      const folder = dirname(resolve(file))
      const hasFolder = existsSync(folder)
      const made = await makeBackup(file, await partsOf(config))
      giveToOwner(config, hasFolder ? [made.file] : [made.file, folder])
      await recordBackup(config, made)
      warnOfLost(made)
      if (made.lost.length > 0) {
        console.error(
          `${counted(made.lost.length, 'file')} ${made.lost.length === 1 ? 'is' : 'are'} missing from the archive. Everything else is in it.`,
        )
        // Tells a calling script that the backup is incomplete.
        process.exitCode = 1
      }
      for (const { file_name } of made.removed_meanwhile)
        console.error(`"${file_name}" was deleted during the backup and is not in it.`)
      console.log(
        `${made.file}: ${counted(made.rows, 'row')}, ${counted(made.files, 'file')}, ${sizeText(made.bytes)}.`,
      )
    },
  },
  verify: {
    needs: 1,
    takes: '<file>',
    async run(_config, file = '') {
      const progress = consoleProgress()
      progress.step('Checking')
      const { manifest, end } = await checkArchive(file, progress)
      warnOfLost(end)
      const contents = `version ${manifest.version}, made on ${manifest.created_at}, ${counted(sum(end.rows), 'row')}, ${counted(end.files, 'file')}.`
      if (end.lost.length === 0) return console.log(`${file} is complete: ${contents}`)
      console.error(
        `${file} is undamaged, but ${counted(end.lost.length, 'file')} ${end.lost.length === 1 ? 'was' : 'were'} missing or damaged when it was made: ${contents}`,
      )
      process.exitCode = 1
    },
  },
  restore: {
    needs: 1,
    takes: '<file>',
    async run(config, file = '') {
      const parts = await partsOf(config)
      const restored = await restoreBackup(file, {
        ...parts,
        onRestored: (trx, { manifest, end: { rows, files } }) => {
          const event = {
            kind: 'backup.restored',
            rows: sum(rows),
            files,
            madeAt: manifest.created_at,
            ranBy: ranBy(),
          } as const
          return writeRecord({ clock: systemClock }, trx, event, byCommand)
        },
      })
      giveToOwner(config, restored.restorePoint ? [restored.restorePoint] : [])
      const { manifest, rows, files, lost, restorePoint, lostBefore, isStoreOfAnother, keepsUnknownFiles } =
        restored
      console.log(
        `Restored the data of ${manifest.created_at}: ${counted(rows, 'row')}, ${counted(files, 'file')}. All users need to sign in again.`,
      )
      for (const { id, file_name } of lost)
        console.error(
          `Warning: "${file_name}" (file ${id}) is not in the archive: it was missing when the archive was made.`,
        )
      if (restorePoint?.endsWith('.tar.gz'))
        console.log(`The previous data is in ${restorePoint}; restore that to go back.`)
      else if (restorePoint)
        console.log(`The previous data could not be read; it is kept as ${restorePoint}.`)
      if (lostBefore > 0)
        console.error(
          `Warning: ${counted(lostBefore, 'file')} of the previous data ${lostBefore === 1 ? 'was' : 'were'} missing or damaged in the file store and can't be restored from it.`,
        )
      if (isStoreOfAnother)
        console.error(
          `Note: this database now uses the files in ${parts.storage.where}. If another server still uses them, don't start ` +
            `a server here: it would ${keepsUnknownFiles ? 'move files that are not in the archive to another folder' : 'remove files uploaded since the backup'}. ` +
            'Restore again with an empty store instead.',
        )
      const unreadable = await countLostApps(config)
      if (unreadable > 0) console.error(`Warning: ${messages.secondStep.keyMissing(unreadable)}`)
      if (restored.isOutgoingPaused) console.log(messages.mail.pausedByRestore)
      if (keepsUnknownFiles)
        console.log(
          `Files in ${parts.storage.where} that are not in the archive are kept: the next start moves them to another folder and logs its name.`,
        )
    },
  },
}

/** An archive has no key of authenticator apps. */
async function countLostApps(config: Config): Promise<number> {
  const db = connect(config)
  try {
    return await countUnreadableApps(db, createFactorKey(config))
  } finally {
    await db.destroy()
  }
}

async function partsOf(config: Config) {
  prepareFolder(config.dataDir, console.error)
  return {
    config: { ...config, dataDir: resolve(config.dataDir) },
    storage: await openStorage(config),
    clock: systemClock,
    progress: consoleProgress(),
  }
}

function warnOfLost({ lost }: Pick<End, 'lost'>) {
  for (const { id, file_name } of lost)
    console.error(`Warning: "${file_name}" (file ${id}) is listed but missing or damaged in the file store.`)
}

const sum = (rows: Record<string, number>) => Object.values(rows).reduce((total, count) => total + count, 0)
const counted = (count: number, what: string) => `${formatCount(count)} ${what}${count === 1 ? '' : 's'}`

/** The database of an older version has no record yet, and a backup doesn't migrate it. */
async function recordBackup(config: Config, { rows, files }: Backup): Promise<void> {
  const db = connect(config)
  try {
    if ((await pendingMigrations(db)).length > 0) return
    const event = { kind: 'backup.made', rows, files, ranBy: ranBy() } as const
    await groupCommit(db, trx => writeRecord({ clock: systemClock }, trx, event, byCommand))
  } finally {
    await db.destroy()
  }
}
