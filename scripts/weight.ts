// Computes the weight of each page: its scripts and styles as sent (brotli), which the build's manifest names. Tools such
// as size-limit only add up given files and don't find the files of a page.
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The limits in bytes for the login page together with any one page or dialog, and for all files of the app. The targets
 * are 200 and 400 kB. Libraries and shared styles are two thirds of the first target, so the largest page, Today, is 14 %
 * above it. More and smaller files would make each page lighter, but a first dashboard would load up to 50 instead of 15.
 */
export const weightBudget = { withLogin: 230_000, app: 430_000 }

/** The fields of Vite's manifest that are used here. */
export type Chunk = {
  file: string
  css?: string[]
  imports?: string[]
  dynamicImports?: string[]
}
export type Manifest = Record<string, Chunk>
export type Weight = { name: string; bytes: number; budget: number }

export const loginPage = 'src/pages/login-page.tsx'
const start = 'index.html'
// index.html loads this script directly, so it is not in the manifest.
const themeScript = 'theme.js'

/** The scripts and styles that a page needs with an empty cache. */
export function filesOf(manifest: Manifest, source: string): Set<string> {
  const files = new Set([themeScript])
  const seen = new Set<string>()
  const waiting = [start, source]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (seen.has(next)) continue
    seen.add(next)
    const chunk = manifest[next]
    if (!chunk) throw new Error(`${next} is not in the build's manifest.`)
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file)
    waiting.push(...(chunk.imports ?? []))
  }
  return files
}

/** The weights of all dynamically imported pages and dialogs, each with the login page, and of the whole app. */
export function weigh(manifest: Manifest, sizeOf: (file: string) => number): Weight[] {
  const login = filesOf(manifest, loginPage)
  const withLogin = (files: Iterable<string>) =>
    [...new Set([...login, ...files])].reduce((total, file) => total + sizeOf(file), 0)
  const opened = new Set(Object.values(manifest).flatMap(chunk => chunk.dynamicImports ?? []))
  const others = [...opened].filter(source => source !== loginPage).sort()
  const app = others.flatMap(source => [...filesOf(manifest, source)])
  return [
    ...[loginPage, ...others].map(source => ({
      name: nameOf(source),
      bytes: withLogin(filesOf(manifest, source)),
      budget: weightBudget.withLogin,
    })),
    { name: 'the whole app', bytes: withLogin(app), budget: weightBudget.app },
  ]
}

const nameOf = (source: string) => source.replace(/^.*\/([^/]+)\.tsx?$/, '$1')

export const isOverweight = ({ bytes, budget }: Weight) => bytes > budget

export function weightTable(weights: readonly Weight[]): string {
  const lines = weights.map(weight => {
    const bytes = (weight.bytes / 1000).toFixed(1)
    const budget = `of ${weight.budget / 1000} kB`
    return `  ${weight.name.padEnd(22)} ${bytes.padStart(6)} ${budget}${isOverweight(weight) ? '  ✗ too heavy' : ''}`
  })
  return lines.join('\n')
}

/** Reads the manifest in the folder of the web build. */
export function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, '.vite', 'manifest.json'), 'utf8'))
}

/** The size of a file as sent, because all browsers accept brotli. */
export const sentSizes = (folder: string) => (file: string) => statSync(join(folder, `${file}.br`)).size
