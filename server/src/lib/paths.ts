import { fileURLToPath } from 'node:url'

// The program runs from server/src, or built from dist/server, where its files have other names.
const builtFile = /\/dist\/server\/(?:assets\/)?[^/]+\.mjs$/
const isBuilt = builtFile.test(import.meta.url)
const here = isBuilt ? import.meta.url.replace(builtFile, '/dist/server/') : new URL('../', import.meta.url)

/** The folder of the built web app. */
export const builtWeb = fileURLToPath(new URL(isBuilt ? '../web/' : '../../dist/web/', here))

/** The script of the thread that makes backups. */
export const backupWorker = new URL(isBuilt ? 'backup-worker.mjs' : 'backup/backup-worker.ts', here)

/** The most common passwords, one a line. */
export const commonPasswords = new URL(
  isBuilt ? 'common-passwords.txt' : 'identity/common-passwords.txt',
  here,
)
