import { readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { fileURLToPath } from 'node:url'

/**
 * A stack trace with the places of the source instead of those of the build. Node's own --enable-source-maps reads every
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

/** The error itself, for where it is printed, with the places of the source in its stack. */
export function atSource(error: unknown): unknown {
  if (error instanceof Error && error.stack !== undefined) error.stack = sourceStack(error.stack)
  return error
}

const maps = new Map<string, SourceMap | undefined>()

function mapOf(file: string): SourceMap | undefined {
  if (!maps.has(file)) maps.set(file, readMap(file))
  return maps.get(file)
}

/** From source there is none, and the stack is right as it is. */
function readMap(file: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(`${fileURLToPath(file)}.map`, 'utf8')))
  } catch {
    return undefined
  }
}
