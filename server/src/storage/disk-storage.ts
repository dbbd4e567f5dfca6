import { createWriteStream } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { syncToDisk } from '../lib/disk.ts'
import { isOurName, type Storage, type StoredFile } from './storage.ts'

const markName = 'store-mark'
const batchSize = 500

/** Whether a name belongs to a store. A folder with other names is used for something else too. */
export const isStoreEntry = (name: string) =>
  isOurName(name) || name === markName || /^(incoming|lost\+found|set-aside-.*)$/.test(name)

/**
 * Stores files in a folder. An upload is written to `incoming`, synced, and only then renamed, so every name in the folder
 * belongs to a complete file.
 */
export async function diskStorage(folder: string): Promise<Storage> {
  const incoming = join(folder, 'incoming')
  await mkdir(incoming, { recursive: true })
  const me = `${hostname()}-${process.pid}`
  const pathOf = (name: string) => join(folder, name)

  /** Writes the file to `incoming` and renames it when it is complete and synced. */
  async function put(name: string, growingName: string, content: Readable): Promise<number> {
    const growing = join(incoming, growingName)
    try {
      // `flush` syncs the content before the file is closed.
      const file = createWriteStream(growing, { flags: 'wx', flush: true })
      await pipeline(content, file)
      await rename(growing, pathOf(name))
      await syncToDisk(folder)
      return file.bytesWritten
    } catch (error) {
      await rm(growing, { force: true })
      throw error
    }
  }

  return {
    where: `the folder ${folder}`,
    // An upload gets its row shortly after its file.
    settledAfterMs: 10_000,

    // The code above has already checked that the folder is writable.
    async check() {},

    async readMark() {
      try {
        return (await readFile(pathOf(markName), 'utf8')).trim()
      } catch (error) {
        if (isMissing(error)) return undefined
        throw error
      }
    },

    async writeMark(mark) {
      await put(markName, `${me}-${crypto.randomUUID()}`, Readable.from([`${mark}\n`]))
    },

    write: (name, content) => put(name, `${me}-${name}`, content),

    async read(name, range) {
      try {
        const handle = await open(pathOf(name))
        return handle.createReadStream(range ?? {})
      } catch (error) {
        if (isMissing(error)) return undefined
        throw error
      }
    },

    async remove(name) {
      await rm(pathOf(name), { force: true })
    },

    async *list() {
      const names = (await readdir(folder)).filter(isOurName)
      for (let from = 0; from < names.length; from += batchSize) {
        const some = names.slice(from, from + batchSize)
        const files = await Promise.all(some.map(name => storedFile(name, pathOf(name))))
        yield files.filter(file => file !== undefined)
      }
    },

    async setAside(names, place) {
      // The place is inside the store, so that a rename works even if the store is a separate disk.
      const aside = join(folder, place)
      await mkdir(aside, { recursive: true, mode: 0o700 })
      for (const name of names) {
        await rename(pathOf(name), join(aside, name)).catch(error => {
          if (!isMissing(error)) throw error
        })
      }
      await syncToDisk(aside)
      await syncToDisk(folder)
      return `the folder ${aside}`
    },

    async removeUnfinished() {
      let removed = 0
      for (const name of await readdir(incoming)) {
        const path = join(incoming, name)
        if (await isBeingWritten(name, path, me)) continue
        await rm(path, { force: true })
        removed++
      }
      return removed
    },
  }
}

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'

/** Undefined if the file was deleted meanwhile. */
async function storedFile(name: string, path: string): Promise<StoredFile | undefined> {
  const info = await stat(path).catch(() => undefined)
  return info && { name, ageMs: performance.timeOrigin + performance.now() - info.mtimeMs }
}

/** Far longer than any request, and than the difference between two clocks. */
const abandonedAfterMs = 3_600_000

/** Names in `incoming` begin with the machine and process that writes them. */
async function isBeingWritten(name: string, path: string, me: string): Promise<boolean> {
  const [, host = '', pid = ''] = /^(.*)-(\d+)-[0-9a-f-]{36}$/.exec(name) ?? []
  if (host === '' || `${host}-${pid}` === me) return false
  if (host === hostname()) return isRunning(Number(pid))
  // From another machine or a renamed container: its process can't be checked here, so the file's age decides.
  const file = await storedFile(name, path)
  return file !== undefined && file.ageMs < abandonedAfterMs
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: the process exists and belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
