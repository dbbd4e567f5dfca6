import { type Storage, StorageUnavailableError } from './storage.ts'

/**
 * A store whose mark is not known yet. It may belong to another database, so no call reads, writes or deletes a file until
 * `open` is called: it fails as if the store didn't answer.
 */
export function closedStorage(storage: Storage): { storage: Storage; open(): void } {
  let isOpen = false
  const opened = () => {
    if (!isOpen)
      throw new StorageUnavailableError("it isn't known yet whether the file store is that of this database")
    return storage
  }
  return {
    open() {
      isOpen = true
    },
    storage: {
      where: storage.where,
      settledAfterMs: storage.settledAfterMs,
      check: () => storage.check(),
      readMark: () => storage.readMark(),
      writeMark: async mark => opened().writeMark(mark),
      async write(name, content, options) {
        if (!isOpen) content.destroy()
        return opened().write(name, content, options)
      },
      read: async (name, range) => opened().read(name, range),
      remove: async name => opened().remove(name),
      async *list() {
        yield* opened().list()
      },
      setAside: async (names, place) => opened().setAside(names, place),
      removeUnfinished: async () => opened().removeUnfinished(),
    },
  }
}
