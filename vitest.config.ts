import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { hasHistory } from './server/test/history.ts'
import { hasLibreOffice } from './server/test/libre-office.ts'
import { hasObjectStore } from './server/test/object-store/object-store.ts'
import { findPostgres } from './server/test/postgres-server.ts'
import { missingTools } from './tests/faults/support/tools.ts'
import { hasRealProxies } from './tests/scale/support/real-proxies-installed.ts'

// The API tests run once on every database, which TEST_DATABASE names.
const apiTests = ['server/**/*.api.test.ts']
// Tests of timeouts, bodies, sockets, queues and files don't depend on the database, so they run on one.
const httpTests = ['server/**/*.http.test.ts']
// These tests need a PostgreSQL server, for instance to stop it.
const postgresTests = ['server/**/*.postgres.test.ts']

// These tests run earlier versions, which only a full clone has.
const rollBackTests = hasHistory() ? [] : ['server/**/roll-back.*.test.ts']

// Tests that start processes, or write and read whole archives. They are slow, so `npm run test:quick` leaves them out.
const programTests = ['{server,tests,scripts}/**/*.program.test.ts']

// LibreOffice opens the files of exports, which don't depend on the database.
const officeTests = ['server/**/*.office.test.ts']

// The API tests of files run on an S3-compatible store too, beside tests that need such a store.
const objectStoreTests = ['server/**/*.s3.test.ts']
const objectStore = {
  name: 'api-s3',
  env: { TEST_DATABASE: 'sqlite', TEST_FILES: 's3' },
  include: ['server/src/features/files/*.api.test.ts', ...objectStoreTests],
  globalSetup: ['server/test/object-store/global-setup.ts'],
}

// The long forms measure and compare times, so they run one file at a time (scripts/test.ts).
const isLong = process.env.TEST_FORM === 'long'

// Projects inherit nothing from the root.
const base = {
  // The timeouts allow for busy machines; a passing test does not wait for them.
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 30_000 } },
  // Two workers per core of a small machine, because tests spend half of their time waiting.
  maxWorkers: isLong ? 1 : 4,
}

// A worker loads the libraries once for all of its files, which saves half of the processor time. Tests of programs and
// of faults keep a process per file.
const sharedWorkers = { isolate: false }

// Processes that tests start share a cache of compiled modules.
const compiled = { NODE_COMPILE_CACHE: join(import.meta.dirname, 'dist/faults/compiled') }

// Tests of programs run the build.
const globalSetup = ['tests/support/build-server.ts']

// PGlite replaces PostgreSQL only where no server is installed, because it is several times slower.
const databases = [
  {
    database: 'sqlite',
    include: [...apiTests, ...httpTests, ...(hasLibreOffice() ? officeTests : [])],
  },
  findPostgres()
    ? {
        database: 'postgres',
        include: [...apiTests, ...postgresTests],
        globalSetup: [...globalSetup, 'server/test/postgres-global-setup.ts'],
      }
    : { database: 'pglite', include: apiTests },
]

// Several instances share a database server and a store of files.
const scale = {
  name: 'scale',
  testTimeout: 1_200_000,
  globalSetup: [
    ...globalSetup,
    'server/test/postgres-global-setup.ts',
    'server/test/object-store/global-setup.ts',
  ],
  include: ['tests/scale/*.scale.ts'],
  exclude: [
    // This test measures throughput and asserts nothing, so it runs in the long form only.
    ...(isLong ? [] : ['tests/scale/throughput.scale.ts']),
    ...(hasRealProxies() ? [] : ['tests/scale/restarts.scale.ts']),
  ],
  // Each of these tests starts a dozen processes, so Vitest runs them one by one, after all other projects.
  maxWorkers: 1,
}

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...base,
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
          exclude: [
            ...apiTests,
            ...httpTests,
            ...postgresTests,
            ...objectStoreTests,
            ...officeTests,
            ...programTests,
          ],
        },
      },
      {
        test: {
          ...base,
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
          ...base,
          name: 'web',
          root: '.',
          include: ['web/{src,worker}/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          ...sharedWorkers,
          setupFiles: ['web/test/fresh-modules.ts', 'web/test/setup.ts'],
        },
      },
      {
        test: {
          ...base,
          // The long form has no time limit.
          testTimeout: isLong ? 0 : 1_200_000,
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
      ...databases.map(({ database, ...options }) => ({
        test: {
          ...base,
          ...sharedWorkers,
          name: `api-${database}`,
          env: { ...compiled, TEST_DATABASE: database },
          exclude: rollBackTests,
          ...options,
        },
      })),
      ...(hasObjectStore() ? [{ test: { ...base, ...sharedWorkers, ...objectStore } }] : []),
      ...(hasObjectStore() && findPostgres() ? [{ test: { ...base, ...scale } }] : []),
    ],
  },
})
