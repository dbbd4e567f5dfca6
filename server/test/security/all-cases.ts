/// <reference types="vite/types/importMeta.d.ts" />
import type { Cases } from './cases.ts'

const files = import.meta.glob<{ cases: Cases }>('../../src/features/*/*.cases.ts', { eager: true })

/** Of every feature that has some. */
export const allCases: readonly Cases[] = Object.values(files).map(({ cases }) => cases)

/** One table of what the features say. A name that two of them use would hide one of the two. */
export function together<Value>(part: (cases: Cases) => Record<string, Value> | undefined) {
  const table: Record<string, Value> = {}
  for (const [name, value] of allCases.flatMap(cases => Object.entries(part(cases) ?? {}))) {
    if (name in table) throw new Error(`The cases of two features name ${name}`)
    table[name] = value
  }
  return table
}

export const prepared = together(cases => cases.prepared)
