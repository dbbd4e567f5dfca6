import { open, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config.ts'

/** How many bytes this process can still write to the disk of the folder. */
export async function freeBytes(folder: string): Promise<number> {
  const { bsize, bavail, bfree } = await statfs(folder)
  // Some blocks are reserved for root.
  return bsize * (process.getuid?.() === 0 ? bfree : bavail)
}

/** The folder of uploaded files; undefined if they are in an object store. */
export const fileFolder = ({ s3, dataDir }: Config) => (s3 ? undefined : join(dataDir, 'files'))

/** Resolves once a file's content, or a folder's list of names, is safe from a power cut. */
export async function syncToDisk(path: string): Promise<void> {
  const handle = await open(path)
  await handle.sync().finally(() => handle.close())
}
