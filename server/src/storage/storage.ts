import type { Readable } from 'node:stream'

/** Where uploaded files live. Names are ours, never the uploader's. */
export interface Storage {
  /** How messages to the operator name it. */
  readonly where: string
  /** A file without a row is a leftover once it is this old; a younger one may get its row in a moment. */
  readonly settledAfterMs: number
  /** Fails with a sentence for the operator when it cannot be used with the given settings. */
  check(): Promise<void>
  /** The mark that tells this store from every other; undefined until it has one. */
  readMark(): Promise<string | undefined>
  writeMark(mark: string): Promise<void>
  /**
   * Resolves with the size once the whole content is there to stay; otherwise nothing of it is left. With `isAgain`
   * the name may be in use: then what was there stays until the new content is whole.
   */
  write(name: string, content: Readable, options?: { isAgain?: boolean }): Promise<number>
  /** Undefined if there is no such file. `end` is the last byte, included. */
  read(name: string, range?: { start: number; end: number }): Promise<Readable | undefined>
  /** Does nothing for what is not there. */
  remove(name: string): Promise<void>
  /** All whole files, some hundreds at a time. */
  list(): AsyncIterable<StoredFile[]>
  /**
   * Moves files to a place of this name where no sweep looks. They keep their names. Returns how messages to
   * the operator name the place.
   */
  setAside(names: readonly string[], place: string): Promise<string>
  /** Removes what abandoned uploads have left behind; returns how many there were. */
  removeUnfinished(): Promise<number>
}

export type StoredFile = { name: string; ageMs: number }

/** Every name we give. Whatever else is in the place is not ours to touch. */
export const isOurName = (name: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(name)

/** The store does not answer, or not as it should. The same request may well succeed in a moment. */
export class StoreAwayError extends Error {
  constructor(problem: string, options?: ErrorOptions) {
    super(problem, options)
    this.name = 'StoreAwayError'
  }
}

/** The store has no room left. */
export class StoreFullError extends Error {
  constructor(problem: string) {
    super(problem)
    this.name = 'StoreFullError'
  }
}
