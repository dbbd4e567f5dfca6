import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { hasHistory } from './server/test/history.ts'
import { hasObjectStore } from './server/test/object-store/object-store.ts'
import { findPostgres } from './server/test/postgres-server.ts'
import { missingTools } from './tests/faults/support/tools.ts'

// The API tests run once on every database; each project tells its tests which one by TEST_DATABASE.
const apiTests = ['server/**/*.api.test.ts']
// Timeouts, bodies, sockets, queues and files of the app: no database has a say in them, so one is enough.
const httpTests = ['server/**/*.http.test.ts']
// What only a PostgreSQL server can show, such as its absence.
const postgresTests = ['server/**/*.postgres.test.ts']

// They run earlier versions, which only the history has.
const rollBackTests = hasHistory() ? [] : ['server/**/roll-back.*.test.ts']

// What starts processes, or writes and reads whole archives: the slow ones, left out of `npm run test:quick`.
const programTests = ['{server,tests,scripts}/**/*.program.test.ts']

// What has to do with files, on an S3-compatible store instead of the disk; and what only such a store can show.
const objectStoreTests = ['server/**/*.s3.test.ts']
const objectStore = {
  name: 'api-s3',
  env: { TEST_DATABASE: 'sqlite', TEST_FILES: 's3' },
  include: ['server/src/features/files/*.api.test.ts', ...objectStoreTests],
  globalSetup: ['server/test/object-store/global-setup.ts'],
}

// Generous, for busy machines: a test that passes does not wait for them. Projects inherit nothing from the root.
const patience = { testTimeout: 60_000, hookTimeout: 60_000, expect: { poll: { timeout: 30_000 } } }

// One more than the cores of a small machine: a third of the tests' time is waiting, for timeouts, disks and other processes.
const maxWorkers = 3

// These wait most of their time, for leases and timeouts, while others compute: the first ones beside the rest of their
// project, the last ones beside the API's tests, which `npm test` begins after the components (scripts/test.ts).
const waitsFirst = /[\\/](mailer|sqlite)\.test\.ts$/
const waitsLast = /[\\/]mails-\w+\.faults\.ts$/

class ByWaiting extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const sorted = await super.sort(files)
    // Projects stay together: a worker serves one, and starting another takes a second.
    const projects = Map.groupBy(sorted, ({ project }) => project.name)
    const place = ({ moduleId }: TestSpecification) =>
      Number(waitsLast.test(moduleId)) - Number(waitsFirst.test(moduleId))
    return [...projects.values()].flatMap(own => own.sort((one, other) => place(one) - place(other)))
  }
}

// A worker loads the libraries once for all of its files (half of the processor time otherwise); tests of programs and of
// faults keep a process per file.
const sharedWorkers = { isolate: false }

// Processes that tests start find their modules compiled by the ones before.
const compiled = { NODE_COMPILE_CACHE: join(import.meta.dirname, 'dist/faults/compiled') }

// PGlite stands in for PostgreSQL only where no server is installed: it is the same SQL, several times slower.
// Programs are tested as they are built.
const globalSetup = ['tests/support/build-server.ts']

const databases = [
  { database: 'sqlite', include: [...apiTests, ...httpTests] },
  findPostgres()
    ? {
        database: 'postgres',
        include: [...apiTests, ...postgresTests],
        globalSetup: [...globalSetup, 'server/test/postgres-global-setup.ts'],
      }
    : { database: 'pglite', include: apiTests },
]

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...patience,
          ...sharedWorkers,
          name: 'unit',
          env: compiled,
          include: [
            'shared/src/**/*.test.ts',
            'server/src/**/*.test.ts',
            'server/test/**/*.test.ts',
            'scripts/**/*.test.ts',
            'tests/**/*.test.ts',
          ],
          exclude: [...apiTests, ...httpTests, ...postgresTests, ...objectStoreTests, ...programTests],
        },
      },
      {
        test: {
          ...patience,
          name: 'programs',
          env: compiled,
          globalSetup,
          include: programTests,
          exclude: rollBackTests,
        },
      },
      {
        extends: './vite.config.ts',
        test: {
          ...patience,
          name: 'web',
          root: '.',
          include: ['web/{src,worker}/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          ...sharedWorkers,
          // It extends another configuration than the root's.
          maxWorkers,
          setupFiles: ['web/test/fresh-modules.ts', 'web/test/setup.ts'],
        },
      },
      {
        test: {
          ...patience,
          // The long form takes as long as it takes.
          testTimeout: process.env.FAULTS_FORM === 'long' ? 0 : 1_200_000,
          name: 'faults',
          env: compiled,
          globalSetup,
          include: ['tests/faults/*.faults.ts'],
          exclude: [
            ...(findPostgres() ? [] : ['tests/faults/*postgres*']),
            ...missingTools().map(({ file }) => file),
          ],
        },
      },
      {
        test: {
          ...patience,
          testTimeout: 1_200_000,
          name: 'scale',
          globalSetup: [
            ...globalSetup,
            'server/test/postgres-global-setup.ts',
            'server/test/object-store/global-setup.ts',
          ],
          include: ['tests/scale/*.scale.ts'],
          // Measures throughput and asserts nothing, so it runs in the long form only.
          exclude: process.env.FAULTS_FORM === 'long' ? [] : ['tests/scale/throughput.scale.ts'],
          // Each of them starts a dozen processes.
          fileParallelism: false,
        },
      },
      ...databases.map(({ database, ...options }) => ({
        test: {
          ...patience,
          ...sharedWorkers,
          name: `api-${database}`,
          env: { ...compiled, TEST_DATABASE: database },
          exclude: rollBackTests,
          ...options,
        },
      })),
      ...(hasObjectStore() ? [{ test: { ...patience, ...sharedWorkers, ...objectStore } }] : []),
    ],
    maxWorkers,
    sequence: { sequencer: ByWaiting },
  },
})
