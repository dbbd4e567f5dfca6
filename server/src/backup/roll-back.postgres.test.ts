import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { scratchFolder } from '../../test/backup-drill.ts'
import { testRollBack } from '../../test/roll-back-suite.ts'
import { createTestDatabase } from '../../test/test-database.ts'

testRollBack(async () => {
  const database = await createTestDatabase('postgres')
  onTestFinished(() => database.remove())
  return { dataDir: join(scratchFolder(), 'data'), databaseUrl: database.address?.databaseUrl }
}, ['0.1.0'])
