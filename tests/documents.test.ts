import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { sampleJwtSecret, settings } from '../server/src/config.ts'

const root = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')

const documents = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'CHANGELOG.md',
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.md'))
    .map(name => `docs/${name}`),
]
const scripts: Record<string, string> = JSON.parse(read('package.json')).scripts

describe.each(documents)('%s', document => {
  test('names only scripts that exist', () => {
    const named = read(document).matchAll(/\bnpm (?:run (?:--silent )?([\w:-]+)|(start|test)\b)/g)
    const missing = [...named].map(([, run, short]) => run ?? short ?? '').filter(name => !(name in scripts))
    expect(missing).toEqual([])
  })

  test('names only paths that exist', () => {
    const quoted = [...read(document).matchAll(/`([^`\n]+)`/g)].map(([, text = '']) => text)
    expect(quoted.filter(isPath).filter(path => !existsSync(join(root, path)))).toEqual([])
  })

  test('links only to files that exist', () => {
    const links = /\]\(([^)#\s]+)[^)]*\)|\bsrc(?:set)?="([^"]+)"/g
    const targets = [...read(document).matchAll(links)].map(([, link, image]) => link ?? image ?? '')
    const local = targets.filter(target => !/^\w+:/.test(target))
    expect(local.filter(target => !existsSync(join(root, document, '..', target)))).toEqual([])
  })
})

// These are made when the app is built or runs, so a fresh clone has none of them.
const madeLater = /^(\.\/)?(data|dist|node_modules|test-results|\.env$)/

/** Text in backticks that must be a path: a folder with a slash, or a file with an extension. */
function isPath(text: string) {
  if (!/^(?:\.{0,2}[\w-][\w.-]*\/)*[\w.-]*$/.test(text) || madeLater.test(text)) return false
  const isFile = /\.(ts|tsx|mjs|js|json|md|html|scss|css|sh|yml|yaml|example)$/.test(text)
  return text.endsWith('/') || (isFile && (text.includes('/') || /^[\w.-]+$/.test(text)))
}

type Shown = { name: string; description: string; default: string }
const shown: Shown[] = Object.entries<{ description: string; default?: string; secret?: true }>(settings).map(
  ([name, setting]) => ({
    name,
    default: setting.default ?? '',
    description: setting.secret ? `${setting.description} (*secret*)` : setting.description,
  }),
)

test('the settings table of README.md lists exactly the settings that the program reads', () => {
  const rows = read('README.md').matchAll(/^\| *`([A-Z0-9_]+)` *\| *(?:`([^`]*)`)? *\| *(.*?) *\|$/gm)
  const table = [...rows].map(([, name = '', preset = '', description = '']) => ({
    name,
    default: preset,
    description,
  }))
  expect(table).toEqual(shown)
})

test('.env.example has every setting, with its default if there is one', () => {
  const lines = read('.env.example').matchAll(/^# ([A-Z0-9_]+)=(.*)$/gm)
  const offered = [...lines].map(([, name = '', value = '']) => ({ name, value }))
  expect(offered.map(({ name }) => name)).toEqual(shown.map(({ name }) => name))
  const values = Object.fromEntries(offered.map(({ name, value }) => [name, value]))
  // The value is public, so the server refuses to start with it.
  expect(values).toMatchObject({ JWT_SECRET: sampleJwtSecret })
  const presets = shown.filter(setting => setting.default !== '')
  expect(values).toMatchObject(Object.fromEntries(presets.map(setting => [setting.name, setting.default])))
})

test('the lockfile names no registry', () => {
  expect(read('package-lock.json')).not.toMatch(/"resolved"/)
})

test('the changelog has the version of the program with its date, or what came after the last release', () => {
  const { version } = JSON.parse(read('package.json'))
  const [, newest = ''] = /^## (.+)$/m.exec(read('CHANGELOG.md')) ?? []
  // Between releases, migrations raise the version.
  expect(newest).toMatch(
    new RegExp(`^(Unreleased|${version.replaceAll('.', '\\.')} \\(\\d{4}-\\d\\d-\\d\\d\\))$`),
  )
})
