import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compile } from 'sass'
import { expect, test } from 'vitest'
import { root } from '../scripts/child.mjs'

const read = (file: string) => readFileSync(join(root, file), 'utf8')
const classesIn = (css: string) =>
  new Set([...css.matchAll(/\.(-?[a-z][\w-]*)/gi)].map(([, name = '']) => name))

// The theme includes only parts of Bootstrap. A class of another part would have no effect, without any error.
test('every class of Bootstrap that a component uses is in the theme', () => {
  const theme = compile(join(root, 'web/src/theme/theme.scss'), {
    loadPaths: [join(root, 'node_modules')],
    quietDeps: true,
    silenceDeprecations: ['import', 'global-builtin', 'color-functions', 'if-function'],
  }).css
  const ours = globSync('web/src/**/*.scss', { cwd: root }).map(read)
  const styled = classesIn([theme, ...ours].join('\n'))
  const isMissing = (name: string) => bootstrap.has(name) && !styled.has(name)
  const bootstrap = classesIn(read('node_modules/bootstrap/dist/css/bootstrap.css'))
  const found = globSync('web/src/**/*.tsx', { cwd: root })
    .filter(file => !file.includes('.test.'))
    .flatMap(file => {
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
