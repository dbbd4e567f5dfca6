import type { Readable } from 'node:stream'

/** Stores uploaded files, under names that the app chooses and not the uploader. */
export interface Storage {
  /** The name of the store in messages to the operator. */
  readonly where: string
  /** A file without a row is abandoned once it is this old; a younger one may still get its row. */
  readonly settledAfterMs: number
  /** Fails with a sentence for the operator if the store can't be used with the given settings. */
  check(): Promise<void>
  /** The mark that identifies this store; undefined until it has one. */
  readMark(): Promise<string | undefined>
  writeMark(mark: string): Promise<void>
  /**
   * Resolves with the size once the whole content is stored durably; after a failure nothing of it is left. With `isAgain`
   * the name may be in use: then the old content stays until the new content is complete.
   */
  write(name: string, content: Readable, options?: { isAgain?: boolean }): Promise<number>
  /** Undefined if there is no such file. `end` is the last byte, included. */
  read(name: string, range?: { start: number; end: number }): Promise<Readable | undefined>
  /** Does nothing if the file doesn't exist. */
  remove(name: string): Promise<void>
  /** All complete files, some hundreds at a time. */
  list(): AsyncIterable<StoredFile[]>
  /**
   * Moves files to a place of this name that no sweep reads. They keep their names. Returns the name of the place for
   * messages to the operator.
   */
  setAside(names: readonly string[], place: string): Promise<string>
  /** Removes the remains of abandoned uploads; returns how many there were. */
  removeUnfinished(): Promise<number>
}

export type StoredFile = { name: string; ageMs: number }

/** Whether the app has given this name. Other files in the store must not be touched. */
export const isOurName = (name: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(name)

/** The store doesn't answer, or not correctly. The same request may succeed in a moment. */
export class StorageUnavailableError extends Error {
  constructor(problem: string, options?: ErrorOptions) {
    super(problem, options)
    this.name = 'StorageUnavailableError'
  }
}

/** The store has no room left. */
export class StoreFullError extends Error {
  constructor(problem: string) {
    super(problem)
    this.name = 'StoreFullError'
  }
}
