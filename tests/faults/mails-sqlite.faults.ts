import { test } from 'vitest'
import { temporaryFolder } from './support/app-process.ts'
import { killUnderMails } from './support/mails.ts'

test('one server on SQLite, killed while the mail server fails in every way: all are told once, every mail arrives', async () => {
  await killUnderMails('SQLite', 1, { dataDir: temporaryFolder() })
})
