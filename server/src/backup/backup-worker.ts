import { parentPort, workerData } from 'node:worker_threads'
import { systemClock } from '#shared/dates.ts'
import type { Config } from '../config.ts'
import { openStorage } from '../storage/open-storage.ts'
import { makeBackup } from './make-backup.ts'
import { noProgress } from './progress.ts'

// A worker thread: serialising a million rows would block the event loop, and with it every request.
const { config, file } = workerData as { config: Config; file: string }
const storage = await openStorage(config)
parentPort?.postMessage(await makeBackup(file, { config, storage, clock: systemClock, progress: noProgress }))
