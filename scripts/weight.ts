// What each page weighs: script and style as sent (brotli), by the build's own list of which file needs which. Tools such as
// size-limit add up files that they are given; which files a page makes a user wait for is what is found out here.
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** In bytes: the login page with any one page, or with a part opened on it, and all files of the app. */
export const weightBudget = { withLogin: 200_000, app: 400_000 }

/** What Vite writes about a file that it made, as far as it is read here. */
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
// Named by index.html itself, and no part of what Vite bundles.
const themeScript = 'theme.js'

/** The script and style that a page needs in an empty browser until its content is there. */
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

/** The pages, and what is loaded only once it is opened on one of them, each with the login page; last the whole app. */
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

/** Of a folder with the built web. */
export function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, '.vite', 'manifest.json'), 'utf8'))
}

/** As the server sends a file to browsers, all of which accept brotli. */
export const sentSizes = (folder: string) => (file: string) => statSync(join(folder, `${file}.br`)).size
