import { fileURLToPath } from 'node:url'

// The program runs from server/src or, when it is built, from dist/server, where the files have other names.
const builtFile = /\/dist\/server\/(?:assets\/)?[^/]+\.mjs$/
const isBuilt = builtFile.test(import.meta.url)
const here = isBuilt ? import.meta.url.replace(builtFile, '/dist/server/') : new URL('../', import.meta.url)

/** The folder of the built web app. */
export const builtWeb = fileURLToPath(new URL(isBuilt ? '../web/' : '../../dist/web/', here))

/** Holds the commit that was built (scripts/build.mjs, Dockerfile). A program that runs from its sources has none. */
export const builtCommit = isBuilt ? new URL('../commit', here) : undefined

/** The script of the worker thread that makes backups. */
export const backupWorker = new URL(isBuilt ? 'backup-worker.mjs' : 'backup/backup-worker.ts', here)

/** The most common passwords, one per line. */
export const commonPasswords = new URL(
  isBuilt ? 'common-passwords.txt' : 'identity/common-passwords.txt',
  here,
)
