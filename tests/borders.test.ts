import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { borderCrossings } from '../scripts/borders.ts'

test('no file of this project crosses a border', () => {
  expect(borderCrossings(join(import.meta.dirname, '..'))).toEqual([])
})

/** The complaints about a project that consists of these files. */
function complaintsAbout(...files: [file: string, text: string][]) {
  const root = mkdtempSync(join(tmpdir(), 'daily-report-borders-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  for (const [file, text] of files) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
  }
  return borderCrossings(root)
}

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
])('in %s, %s crosses a border', (file, text) => {
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
  ['web/src/main.tsx', "import { b } from './app/router.tsx'"],
])('in %s, %s is fine', (file, text) => {
  expect(complaintsAbout([file, text])).toEqual([])
})

/** A service of each feature that imports the next one, and the last of them the first. */
function circle(...names: string[]) {
  return names.map((name, index): [string, string] => {
    const next = names[(index + 1) % names.length]
    return [
      `server/src/features/${name}/${name}.service.ts`,
      `import { b } from '../${next}/${next}.service.ts'`,
    ]
  })
}

test.each([[['tasks', 'users']], [['projects', 'tasks', 'users']]])(
  'features that import each other are named once: %s',
  names => {
    expect(complaintsAbout(...circle(...names))).toEqual([
      expect.stringContaining(`closes the circle ${[...names, names[0]].join(' → ')}`),
    ])
  },
)

test('features that share another one are fine', () => {
  const text = "import { b } from '../users/users.service.ts'"
  const files: [string, string][] = ['tasks', 'projects'].map(name => [
    `server/src/features/${name}/${name}.service.ts`,
    text,
  ])
  expect(complaintsAbout(...files)).toEqual([])
})

test('two files of features with the same name are named', () => {
  const files: [string, string][] = ['tasks', 'users'].map(name => [
    `server/src/features/${name}/days.ts`,
    '',
  ])
  expect(complaintsAbout(...files)).toEqual([expect.stringContaining('server/src/features/users/days.ts: ')])
})
