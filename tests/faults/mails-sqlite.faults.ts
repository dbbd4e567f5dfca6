import { test } from 'vitest'
import { temporaryFolder } from './support/app-process.ts'
import { killUnderMails } from './support/mails.ts'

test('a server on SQLite killed during mail failures notifies each user once and delivers every mail', async () => {
  await killUnderMails('SQLite', 1, { dataDir: temporaryFolder() })
})
