import { test } from 'vitest'
import { temporaryFolder } from './support/app-process.ts'
import { killUnderDeliveries } from './support/deliveries.ts'

test('a server on SQLite killed during deliveries loses none, and repeats them only with the same id', async () => {
  await killUnderDeliveries('SQLite', 1, { dataDir: temporaryFolder() })
})
