/// <reference types="vite/types/importMeta.d.ts" />
import type { Cases } from './cases.ts'

const files = import.meta.glob<{ cases: Cases }>('../../src/features/*/*.cases.ts', { eager: true })

/** The cases of all features. */
export const allCases: readonly Cases[] = Object.values(files).map(({ cases }) => cases)

/** Merges one part of all cases into a table. It refuses a name that two features use, because one would hide the other. */
export function mergeCases<Value>(part: (cases: Cases) => Record<string, Value> | undefined) {
  const table: Record<string, Value> = {}
  for (const [name, value] of allCases.flatMap(cases => Object.entries(part(cases) ?? {}))) {
    if (name in table) throw new Error(`The cases of two features name ${name}`)
    table[name] = value
  }
  return table
}

export const prepared = mergeCases(cases => cases.prepared)
