import type { Config } from '../config.ts'
import { composeMail, type Mail } from './compose-mail.ts'

// A job is tried again later: a mail server that doesn't answer must not hold it for minutes.
const answersWithinMs = 15_000

/** Says what to do or what the mail server said, so it is shown as it is. */
export class MailError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'MailError'
  }
}

/** Returns once the mail server has taken the mail, and throws a MailError otherwise. Tries once: jobs try again. */
export async function sendMail({ config }: { config: Config }, mail: Mail): Promise<void> {
  if (!config.mail) throw new MailError('Mail is not set up: set SMTP_URL, MAIL_FROM and PUBLIC_URL.')
  const { smtpUrl, from, publicUrl } = config.mail
  // Loaded with the first mail: most starts send none.
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: answersWithinMs,
    greetingTimeout: answersWithinMs,
    socketTimeout: answersWithinMs,
    dnsTimeout: answersWithinMs,
  })
  try {
    await transport.sendMail({
      from,
      to: { name: mail.to.name, address: mail.to.email },
      subject: mail.subject,
      ...composeMail(mail, publicUrl),
      // Out-of-office programs don't answer what is marked so.
      headers: { 'Auto-Submitted': 'auto-generated' },
      ...(mail.settingsPath && { list: { unsubscribe: new URL(mail.settingsPath, publicUrl).href } }),
      // Texts come from users: never may one of them name a file or URL to attach.
      disableFileAccess: true,
      disableUrlAccess: true,
    })
  } catch (error) {
    throw new MailError(`The mail server didn't take the mail: ${sentenceOf(error)}`, error)
  } finally {
    transport.close()
  }
}

/** The password may be part of the URL, so the URL is never printed. */
function sentenceOf(error: unknown): string {
  const { response, message, code } = error as { response?: string; message?: string; code?: string }
  return (response ?? message ?? code ?? 'unknown reason').split('\n')[0] ?? ''
}
