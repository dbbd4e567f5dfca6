import { expect, test } from 'vitest'
import {
  filesOf,
  isOverweight,
  loginPage,
  type Manifest,
  weigh,
  weightBudget,
  weightTable,
} from './weight.ts'

const landing = 'src/pages/landing-page.tsx'
const tasks = 'src/pages/tasks-page.tsx'
const dialog = 'src/features/tasks/task-dialog.tsx'

const manifest: Manifest = {
  'index.html': {
    file: 'index.js',
    css: ['index.css'],
    imports: ['_react.js'],
    dynamicImports: [landing, loginPage, tasks],
  },
  '_react.js': { file: 'react.js' },
  // This chunk imports the start, as chunks do that share something with it.
  '_form.js': { file: 'form.js', css: ['form.css'], imports: ['_react.js', 'index.html'] },
  '_table.js': { file: 'table.js', imports: ['_react.js'] },
  [landing]: { file: 'landing.js' },
  [loginPage]: { file: 'login.js', imports: ['_form.js'] },
  [tasks]: { file: 'tasks.js', css: ['tasks.css'], imports: ['_table.js'], dynamicImports: [dialog] },
  [dialog]: { file: 'dialog.js', imports: ['_form.js', '_table.js'] },
}

const sizes: Record<string, number> = {
  'theme.js': 1,
  'index.js': 10,
  'index.css': 20,
  'react.js': 40,
  'form.js': 100,
  'form.css': 200,
  'login.js': 400,
  'landing.js': 2000,
  'tasks.js': 4000,
  'tasks.css': 8000,
  'table.js': 10_000,
  'dialog.js': 20_000,
}
const sizeOf = (file: string) => sizes[file] ?? Number.NaN

test('a page needs the start, itself and all of their imports, each once, but no dynamic imports', () => {
  expect([...filesOf(manifest, loginPage)].sort()).toEqual(
    ['theme.js', 'index.js', 'index.css', 'react.js', 'form.js', 'form.css', 'login.js'].sort(),
  )
  expect([...filesOf(manifest, tasks)].sort()).toEqual(
    ['theme.js', 'index.js', 'index.css', 'react.js', 'tasks.js', 'tasks.css', 'table.js'].sort(),
  )
})

const login = 1 + 10 + 20 + 40 + 100 + 200 + 400

test('each page is weighed with the login page, with shared files counted once, and then the whole app', () => {
  const { withLogin, app } = weightBudget
  expect(weigh(manifest, sizeOf)).toEqual([
    { name: 'login-page', bytes: login, budget: withLogin },
    { name: 'task-dialog', bytes: login + 10_000 + 20_000, budget: withLogin },
    { name: 'landing-page', bytes: login + 2000, budget: withLogin },
    { name: 'tasks-page', bytes: login + 4000 + 8000 + 10_000, budget: withLogin },
    { name: 'the whole app', bytes: login + 2000 + 4000 + 8000 + 10_000 + 20_000, budget: app },
  ])
})

test('one byte above the budget fails, and the table marks the page', () => {
  const fits = { name: 'tasks-page', bytes: 40_000, budget: 40_000 }
  const heavy = { name: 'users-page', bytes: 40_001, budget: 40_000 }
  expect([fits, heavy].map(isOverweight)).toEqual([false, true])
  const lines = weightTable([fits, heavy]).split('\n')
  expect(lines[0]).not.toContain('too heavy')
  expect(lines[1]).toMatch(/users-page .*too heavy/)
})

test('a file that is missing in the manifest is an error', () => {
  const { '_table.js': _, ...broken } = manifest
  expect(() => weigh(broken, sizeOf)).toThrow('_table.js')
})
