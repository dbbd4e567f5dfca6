import { setTimeout as sleep } from 'node:timers/promises'
import { ConfigError } from '../config.ts'
import type { Context } from '../context.ts'
import { closedStorage } from '../storage/closed-storage.ts'
import { joinFileStore, OtherFileStoreError } from '../storage/file-store.ts'
import type { Storage } from '../storage/storage.ts'
import { openFileStore } from './open-context.ts'

const lookEverySeconds = 5

type FileStore = {
  storage: Storage
  /** Whether the store has answered and is not that of this database, so that this start would have been refused. */
  isRefused(): boolean
  stop(): void
}

/**
 * Opens the file store. If it doesn't answer, the server starts without files, and the mark is checked as soon as the store
 * answers. If it is not that of the database, files stay closed: nothing is written or deleted there.
 */
export async function startFileStore(
  ctx: Context,
  print: (line: string) => void,
  onOpened: () => Promise<void>,
): Promise<FileStore> {
  const away = await openFileStore(ctx, print)
  if (!away) {
    await onOpened()
    return { storage: ctx.storage, isRefused: () => false, stop() {} }
  }
  print(
    `The file store cannot be reached (${away.message}), so the server starts without files. It looks for the store every ${lookEverySeconds} seconds.`,
  )
  const { storage, open } = closedStorage(ctx.storage)
  const stopping = new AbortController()
  let refusal = ''

  async function lookUntilOpened() {
    while (!stopping.signal.aborted) {
      await sleep(lookEverySeconds * 1000, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
      if (stopping.signal.aborted) return
      try {
        await ctx.storage.check()
        await joinFileStore(ctx.db, ctx.storage)
        open()
        refusal = ''
        ctx.log.info('the file store answers: files are served')
        return await onOpened()
      } catch (error) {
        if (stopping.signal.aborted) return
        // Any other failure means that the store, or the database, is still away.
        if (!(error instanceof OtherFileStoreError || error instanceof ConfigError)) continue
        if (refusal !== error.message) ctx.log.error(`Files are not served. ${error.message}`)
        refusal = error.message
      }
    }
  }
  void lookUntilOpened()
  return { storage, isRefused: () => refusal !== '', stop: () => stopping.abort() }
}
