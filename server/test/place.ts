import { systemClock } from '#shared/dates.ts'
import { noProgress } from '../src/backup/progress.ts'
import { readConfig } from '../src/config.ts'
import { openStorage } from '../src/storage/open-storage.ts'
import type { S3Settings } from '../src/storage/s3-client.ts'
import { s3Variables } from './object-store/object-store.ts'

// A file apart from backup-drill.ts, so that a child process of a test loads no more than it needs.

export type Place = {
  dataDir: string
  databaseUrl?: string | undefined
  /** The store of its files, if they are not on the disk. */
  s3?: S3Settings | undefined
}

/** The place as environment variables. */
export const settingsOf = ({ dataDir, databaseUrl, s3 }: Place) => ({
  DATA_DIR: dataDir,
  ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  ...(s3 && s3Variables(s3)),
})

export const configOf = (place: Place) => readConfig({ ...settingsOf(place), LOG_LEVEL: 'silent' })

export async function partsOf(place: Place) {
  const config = configOf(place)
  return { config, storage: await openStorage(config), clock: systemClock, progress: noProgress }
}
