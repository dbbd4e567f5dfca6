import { test } from 'vitest'
import { temporaryFolder } from './support/app-process.ts'
import { count } from './support/form.ts'
import { killRepeatedly } from './support/kills.ts'

test('a server on SQLite killed at random moments under 16 writers loses no confirmed write', async () => {
  await killRepeatedly('kill -9, SQLite', count({ short: 6, long: 1000 }), async () => ({
    dataDir: temporaryFolder(),
    env: {},
  }))
})
