import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Tests may write these into a checkout: builds, which the next run uses again, and pictures of failed journeys. */
const expected = new Set(['.git', 'dist', 'node_modules', 'test-results'])

/** Every file and folder of a checkout. Not read from Git, which doesn't list empty folders. */
export function contentOf(checkout: string): string[] {
  const walk = (folder: string): string[] =>
    readdirSync(join(checkout, folder), { withFileTypes: true }).flatMap(entry => {
      const path = join(folder, entry.name)
      if (expected.has(path)) return []
      return entry.isDirectory() ? [path, ...walk(path)] : [path]
    })
  return walk('')
}

/** The paths in the checkout that were not there before. */
export function leftBehind(checkout: string, before: readonly string[]): string[] {
  const known = new Set(before)
  return contentOf(checkout).filter(path => !known.has(path))
}
