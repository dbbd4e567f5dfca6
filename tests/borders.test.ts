import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { borderCrossings } from '../scripts/borders.ts'
import { pictureProblems } from '../scripts/import-pictures.ts'

const projectRoot = join(import.meta.dirname, '..')

test('no file of this project has a forbidden import', () => {
  expect(borderCrossings(projectRoot)).toEqual([])
})

test('the pictures in ARCHITECTURE.md show the imports of this project', () => {
  expect(pictureProblems(projectRoot)).toEqual([])
})

type File = [file: string, text: string]

function makeProject(files: readonly File[]) {
  const root = mkdtempSync(join(tmpdir(), 'daily-report-borders-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  for (const [file, text] of files) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
  }
  return root
}

const complaintsAbout = (...files: File[]) => borderCrossings(makeProject(files))

test.each([
  ['shared/src/a.ts', "import { b } from '../../server/src/b.ts'"],
  ['shared/src/a.ts', "export { b } from '../../web/src/b.ts'"],
  ['shared/src/a.ts', "import { readFileSync } from 'node:fs'"],
  ['server/src/a.ts', "import { b } from '../../web/src/b.ts'"],
  ['web/src/lib/a.ts', "import type { B } from '../../../server/src/b.ts'"],
  ['web/src/lib/a.ts', "const b = await import('../../../server/src/b.ts')"],
  ['web/src/components/a.tsx', "import { b } from '../features/reports/b.ts'"],
  ['web/src/features/reports/a.tsx', "import { b } from '../../pages/b.tsx'"],
  ['web/src/pages/a.tsx', "import { b } from '../app/router.tsx'"],
  ['web/src/features/reports/a.tsx', "import { b } from '../tasks/b.ts'"],
  ['web/src/features/reports/a.tsx', "import { b } from '../tasks/log/api.ts'"],
  ['web/src/components/a.tsx', "import { b } from '../domain/b.ts'"],
  ['web/src/domain/a.tsx', "import { b } from '../features/tasks/api.ts'"],
  ['server/src/features/reports/reports.service.ts', "import { b } from '../tasks/tasks.queries.ts'"],
  ['server/src/features/reports/reports.service.ts', "import { b } from '../tasks/tasks.presenter.ts'"],
  ['server/src/features/reports/reports.service.ts', 'const port = process.env.PORT'],
  ['server/src/features/reports/reports.service.ts', 'const now = new Date()'],
  ['web/src/lib/a.ts', 'const now = Date.now()'],
  ['server/src/features/reports/reports.service.ts', 'await ctx.db.transaction().execute(work)'],
  ['server/src/http/plugins/a.ts', 'const address = request.ip'],
  ['server/src/http/plugins/a.ts', "import { b } from '../../features/users/users.service.ts'"],
  ['server/src/db/a.ts', "import type { B } from '../identity/tokens.ts'"],
  ['server/src/identity/a.ts', "import { b } from '../features/users/users.service.ts'"],
  ['server/src/features/tasks/tasks.service.ts', "export { b as c } from './tasks.queries.ts'"],
  ['server/src/db/migrations/0001-a.ts', "import type { Migration } from '../migrate.ts'"],
  ['web/src/pages/a.tsx', "const isAdmin = user.role === 'admin'"],
  ['web/src/components/a.tsx', "const isStaff = user.role !== 'admin'"],
])('in %s, %s is forbidden', (file, text) => {
  expect(complaintsAbout([file, text])).toEqual([expect.stringContaining(`${file}: `)])
})

test.each([
  ['shared/src/a.ts', "import { b } from './b.ts'"],
  ['shared/src/dates.ts', 'export const now = () => new Date()'],
  ['server/src/a.ts', "import { b } from '#shared/b.ts'"],
  ['server/src/config.ts', 'export const port = process.env.PORT'],
  ['server/src/features/reports/reports.service.ts', "import { b } from '../tasks/tasks.service.ts'"],
  ['server/src/features/reports/reports.api.test.ts', "import { b } from '../tasks/tasks.queries.ts'"],
  ['server/src/app.ts', "import { b } from './features/tasks/tasks.routes.ts'"],
  ['server/src/features/tasks/tasks.service.ts', "import { b } from '../../identity/accounts.queries.ts'"],
  ['server/src/identity/a.ts', "import { b } from '../http/refusals.ts'"],
  ['server/src/a.ts', '// never process.env, never new Date()'],
  ['server/src/db/group-commit.ts', 'await db.transaction().execute(work)'],
  ['web/src/components/a.tsx', "import { b } from '../lib/b.ts'"],
  ['web/src/features/reports/a.tsx', "import { paths } from '../../app/paths.ts'"],
  ['web/src/features/reports/a.tsx', "import { b } from '../tasks/api.ts'"],
  ['web/src/features/reports/a.tsx', "import { b } from '../../domain/b.ts'"],
  ['web/src/main.tsx', "import { b } from './app/router.tsx'"],
])('in %s, %s is allowed', (file, text) => {
  expect(complaintsAbout([file, text])).toEqual([])
})

/** A service in each feature, which imports the service of the next one; the last imports the first. */
function circle(...names: string[]) {
  return names.map((name, index): File => {
    const next = names[(index + 1) % names.length]
    return [
      `server/src/features/${name}/${name}.service.ts`,
      `import { b } from '../${next}/${next}.service.ts'`,
    ]
  })
}

test.each([[['tasks', 'users']], [['projects', 'tasks', 'users']]])(
  'features that import each other are reported once: %s',
  names => {
    expect(complaintsAbout(...circle(...names))).toEqual([
      expect.stringContaining(`closes the circle ${[...names, names[0]].join(' → ')}`),
    ])
  },
)

test('two features may import the same third one', () => {
  const text = "import { b } from '../users/users.service.ts'"
  const files: File[] = ['tasks', 'projects'].map(name => [
    `server/src/features/${name}/${name}.service.ts`,
    text,
  ])
  expect(complaintsAbout(...files)).toEqual([])
})

test('two files of features must not have the same name', () => {
  const files: File[] = ['tasks', 'users'].map(name => [`server/src/features/${name}/days.ts`, ''])
  expect(complaintsAbout(...files)).toEqual([expect.stringContaining('server/src/features/users/days.ts: ')])
})

/** A project with two features, of which one imports the other, a layer below them, and shared. */
function drawnProject({ layers = '', features = '' }, ...more: File[]) {
  return makeProject([
    ['ARCHITECTURE.md', ['# Pictures', mermaid(layers), 'Text', mermaid(features), ''].join('\n')],
    ['shared/src/limits.ts', ''],
    ['server/src/lib/a.ts', "import { b } from '#shared/limits.ts'"],
    ['server/src/features/projects/projects.service.ts', "import { b } from '#shared/limits.ts'"],
    [
      'server/src/features/tasks/tasks.service.ts',
      "import { b } from '../projects/projects.service.ts'\nimport { a } from '../../lib/a.ts'",
    ],
    ['server/src/features/tasks/tasks.api.test.ts', "import { b } from '../users/users.service.ts'"],
    ...more,
  ])
}

const mermaid = (lines: string) => `\`\`\`mermaid\nflowchart TB\n${lines}\n\`\`\``
const boxes = `subgraph server["server/src"]
    features["features"]
    ground["db<br>lib"]
  end
  shared["shared/src"]`
const drawn = {
  layers: `${boxes}\n  features --> ground\n  ground --> shared`,
  features: 'tasks --> projects',
}
const db: File = ['server/src/db/a.ts', '']

test('pictures with the right boxes and arrows are fine; arrows that follow from others are left out', () => {
  expect(pictureProblems(drawnProject(drawn, db))).toEqual([])
})

test.each([
  [
    'a missing arrow between layers',
    { ...drawn, layers: `${boxes}\n  features --> ground` },
    ['ARCHITECTURE.md: add the line "ground --> shared" to the picture of the layers.'],
  ],
  [
    'an arrow between layers that no import needs',
    { ...drawn, layers: `${drawn.layers}\n  shared --> features` },
    ['ARCHITECTURE.md: remove the line "shared --> features" from the picture of the layers.'],
  ],
  [
    'a missing arrow between features',
    { ...drawn, features: '' },
    ['ARCHITECTURE.md: add the line "tasks --> projects" to the picture of the features.'],
  ],
  [
    'an arrow between features too many',
    { ...drawn, features: 'tasks --> projects & users' },
    [
      'ARCHITECTURE.md: remove the line "tasks --> projects & users" from the picture of the features.',
      'ARCHITECTURE.md: add the line "tasks --> projects" to the picture of the features.',
    ],
  ],
])('%s: a sentence names the line', (_name, pictures, sentences) => {
  expect(pictureProblems(drawnProject(pictures, db))).toEqual(sentences)
})

test('a feature without arrows has a line of its own', () => {
  const urls: File = ['server/src/features/urls/urls.service.ts', '']
  expect(pictureProblems(drawnProject(drawn, db, urls))).toEqual([
    'ARCHITECTURE.md: add the line "urls" to the picture of the features.',
  ])
})

test('folders that are in no box, and boxes of folders that no longer exist, are reported', () => {
  const mail: File = ['server/src/mail/a.ts', "import { a } from '../lib/a.ts'"]
  expect(pictureProblems(drawnProject(drawn, mail))).toEqual([
    'ARCHITECTURE.md: add server/src/mail to a box of the picture of the layers.',
    "ARCHITECTURE.md: remove server/src/db, which doesn't exist, from the picture of the layers.",
  ])
})
