import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { messages } from '#shared/messages.ts'
import { startMailServer } from '../server/test/mail-server.ts'
import { runToEnd } from './support/programs.ts'

const DATA_DIR = mkdtempSync(join(tmpdir(), 'daily-report-mail-'))
const server = await startMailServer()
afterAll(async () => {
  await server.close()
  rmSync(DATA_DIR, { recursive: true, force: true })
})
const testMail = (settings: object, email = 'ada@example.com') =>
  runToEnd('admin.mjs', ['test-mail', email], { DATA_DIR, ...settings })

test('test-mail prints a missing or wrong setting in one sentence and exits with 1', async () => {
  const withoutMail = await testMail({})
  expect(withoutMail.code).toBe(1)
  expect(withoutMail.output).toContain('Mail is not set up: set SMTP_URL, MAIL_FROM and PUBLIC_URL.')
  const badAddress = await testMail(server.settings, 'ada')
  expect(badAddress).toEqual({ code: 1, output: expect.stringContaining(messages.users.emailInvalid) })
  const nowhere = await testMail({ ...server.settings, SMTP_URL: 'smtp://127.0.0.1:1' })
  expect(nowhere.code).toBe(1)
  expect(nowhere.output).toContain("The mail server didn't accept the email: ")
  expect(nowhere.output).toContain(messages.mail.problems.unreachable)
  expect(nowhere.output).not.toContain('    at ')
  expect(server.mails).toEqual([])
})

test('test-mail sends one mail and names the mail server', async () => {
  const { code, output } = await testMail(server.settings)
  expect([code, output]).toEqual([0, 'We sent a test email to ada@example.com. Check that it arrives.\n'])
  expect(server.mails.map(({ subject }) => subject)).toEqual([messages.mail.testSubject])
})
