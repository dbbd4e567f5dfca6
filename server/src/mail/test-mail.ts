import { messages } from '#shared/messages.ts'
import { linkedPaths } from '#shared/paths.ts'
import type { Mail } from './compose-mail.ts'

/** For operators: if the mail arrives and its link opens the app, mail is configured correctly. */
export const testMail = (email: string): Mail => ({
  to: { name: email, email },
  subject: messages.mail.testSubject,
  paragraphs: [messages.mail.testText],
  link: { text: messages.mail.openApp, path: linkedPaths.landing() },
  reason: messages.mail.testReason,
})
