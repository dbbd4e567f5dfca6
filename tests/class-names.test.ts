import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { compile } from 'sass'
import { expect, test } from 'vitest'
import { root } from '../scripts/child.mjs'

const read = (file: string) => readFileSync(join(root, file), 'utf8')
const classesIn = (css: string) =>
  new Set([...css.matchAll(/\.(-?[a-z][\w-]*)/gi)].map(([, name = '']) => name))
const compiled = (file: string) =>
  compile(join(root, file), {
    loadPaths: [join(root, 'node_modules')],
    quietDeps: true,
    silenceDeprecations: ['import', 'global-builtin', 'color-functions', 'if-function'],
  }).css
const components = globSync('web/src/**/*.tsx', { cwd: root }).filter(file => !file.includes('.test.'))

// The theme includes only parts of Bootstrap. A class of another part would have no effect, without any error.
test('every class of Bootstrap that a component uses is in the theme', () => {
  const theme = compiled('web/src/theme/theme.scss')
  const ours = globSync('web/src/**/*.scss', { cwd: root }).map(read)
  const styled = classesIn([theme, ...ours].join('\n'))
  const isMissing = (name: string) => bootstrap.has(name) && !styled.has(name)
  const bootstrap = classesIn(read('node_modules/bootstrap/dist/css/bootstrap.css'))
  const found = components.flatMap(file => {
    // Only names with a hyphen are compared, because others are also words of texts and of the language.
    const names = new Set(
      read(file)
        .match(/[a-z]+(-[a-z0-9]+)+/g)
        ?.filter(isMissing),
    )
    return [...names].map(name => `${file}: ${name}`)
  })
  expect(found).toEqual([])
})

// A style that only another page loads would arrive when a link to that page is hovered, and move what is about to be
// clicked.
test('every class of a component is styled by the files that are loaded with it', () => {
  const styles = globSync('web/src/**/*.scss', { cwd: root }).filter(file => !file.includes('/_'))
  const classesOf = new Map(styles.map(file => [file, classesIn(compiled(file))]))
  const isStyled = (name: string, files: Iterable<string>) =>
    [...files].some(file => classesOf.get(file)?.has(name))
  const found = new Set<string>()
  for (const [start, importers] of chunks()) {
    const chunk = loadedWith(start)
    const loaded = new Set([
      ...loadedWith(entry),
      ...chunk,
      ...importers.flatMap(file => [...loadedWith(file)]),
    ])
    for (const file of chunk) {
      if (!components.includes(file)) continue
      for (const name of classNamesIn(read(file)))
        if (isStyled(name, styles) && !isStyled(name, loaded))
          found.add(`${start} loads no style of ${name} in ${file}`)
    }
  }
  expect([...found]).toEqual([])
})

const entry = 'web/src/main.tsx'

/** The files that are loaded when they are needed, each with the files that do so. */
function chunks(): Map<string, string[]> {
  const found = new Map<string, string[]>([[entry, []]])
  for (const file of globSync('web/src/**/*.{ts,tsx}', { cwd: root }).filter(
    name => !name.includes('.test.'),
  ))
    for (const start of pathsIn(file, /import\(\s*'([^']+)'/g)) {
      // The router knows every page, but is not part of any.
      const importers = loadedWith(entry).has(file) ? [] : [file]
      found.set(start, [...(found.get(start) ?? []), ...importers])
    }
  return found
}

const known = new Map<string, Set<string>>()

/** All files that this one imports, and that those import. */
function loadedWith(start: string): Set<string> {
  const before = known.get(start)
  if (before) return before
  const files = new Set([start])
  // A set that grows is read to its end.
  for (const file of files)
    if (/\.tsx?$/.test(file))
      for (const path of pathsIn(file, /^(?:import|export)\s(?!type\b)(?:[^'";]*\sfrom\s+)?'([^']+)'/gm))
        files.add(path)
  known.set(start, files)
  return files
}

const pathsIn = (file: string, specifiers: RegExp) =>
  [...read(file).matchAll(specifiers)]
    .filter(([, path = '']) => path.startsWith('.'))
    .map(([, path = '']) => normalize(join(dirname(file), path)))

/** The names in the `className` attributes of a component. */
function classNamesIn(text: string): Set<string> {
  const values = [...text.matchAll(/className=("[^"]*"|\{)/g)].map(({ 1: value = '', index }) =>
    value === '{' ? braced(text.slice(index)) : value,
  )
  const texts = values.flatMap(value =>
    [...value.matchAll(/(["'`])(.*?)\1/gs)].map(([, , inner = '']) => inner),
  )
  return new Set(texts.flatMap(inner => inner.replace(/\$\{[^}]*\}/g, '?').split(/\s+/)))
}

/** From the first brace to the one that closes it. */
function braced(text: string): string {
  let depth = 0
  for (let end = text.indexOf('{'); end < text.length; end++) {
    if (text[end] === '{') depth++
    if (text[end] === '}' && --depth === 0) return text.slice(0, end)
  }
  return text
}
