import { readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { fileURLToPath } from 'node:url'

/**
 * Maps the positions of a stack trace from the build to the source. Node's own --enable-source-maps reads every
 * map at the start, which costs 45 MB; here a map is read when the first unexpected error is logged.
 */
export function sourceStack(stack: string): string {
  return stack.replace(/(file:\/\/[^\s()]+\.mjs):(\d+):(\d+)/g, (place, file, line, column) => {
    const { originalSource, originalLine, originalColumn } = (mapOf(file)?.findEntry(
      Number(line) - 1,
      Number(column) - 1,
    ) ?? {}) as { originalSource?: string; originalLine?: number; originalColumn?: number }
    if (originalSource === undefined || originalLine === undefined || originalColumn === undefined)
      return place
    return `${new URL(originalSource, file).href}:${originalLine + 1}:${originalColumn + 1}`
  })
}

/** Replaces the stack of an error by its source positions and returns the error, which is about to be printed. */
export function atSource(error: unknown): unknown {
  if (error instanceof Error && error.stack !== undefined) error.stack = sourceStack(error.stack)
  return error
}

const maps = new Map<string, SourceMap | undefined>()

function mapOf(file: string): SourceMap | undefined {
  if (!maps.has(file)) maps.set(file, readMap(file))
  return maps.get(file)
}

/** Returns undefined if the program runs from source: there is no map, and its stack needs no change. */
function readMap(file: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(`${fileURLToPath(file)}.map`, 'utf8')))
  } catch {
    return undefined
  }
}
