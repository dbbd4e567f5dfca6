import { mailSettingsMessages } from '#shared/messages/mail-settings.ts'
import type { Config } from '../config.ts'
import { onOneLine } from '../lib/cut-text.ts'
import { composeMail, type Mail, unsubscribeCall } from './compose-mail.ts'

// A job is tried again later: a mail server that doesn't answer must not hold it for minutes.
const answersWithinMs = 15_000

/** A mail that is being sent when the server stops may still be taken: sent again, it would come twice. */
const graceMs = 5000

/** Says what to do or what the mail server said, so it is shown as it is. */
export class MailError extends Error {
  /** What the mail server said. */
  readonly reason: string
  constructor(message: string, reason = message, cause?: unknown) {
    super(message, { cause })
    this.name = 'MailError'
    this.reason = reason
  }
}

/**
 * Returns once the mail server has taken the mail, and throws a MailError otherwise. Tries once: jobs try again. An
 * aborted `signal` ends the wait for the mail server.
 */
export async function sendMail(
  { config }: { config: Config },
  mail: Mail,
  signal?: AbortSignal,
): Promise<void> {
  if (!config.mail) throw new MailError('Mail is not set up: set SMTP_URL, MAIL_FROM and PUBLIC_URL.')
  const { smtpUrl, from, publicUrl, print } = config.mail
  const composed = composeMail(mail, publicUrl)
  // An encoded line break is no second header, yet strict mail servers refuse it.
  const to = { ...mail.to, name: onOneLine(mail.to.name) }
  const subject = onOneLine(mail.subject)
  if (print) return print({ to, subject, text: composed.text })
  // Loaded with the first mail: most starts send none.
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: answersWithinMs,
    greetingTimeout: answersWithinMs,
    socketTimeout: answersWithinMs,
    dnsTimeout: answersWithinMs,
  })
  const { unsubscribe, id } = mail
  const sending = transport.sendMail({
    from,
    to: { name: to.name, address: to.email },
    subject,
    ...composed,
    ...(id && { messageId: `<${id}@${new URL(publicUrl).hostname}>` }),
    headers: {
      // Out-of-office programs don't answer what is marked so.
      'Auto-Submitted': 'auto-generated',
      // Mail programs then show a button of their own, which posts to the URL (RFC 8058).
      ...(unsubscribe && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
    },
    ...(unsubscribe && { list: { unsubscribe: new URL(unsubscribeCall(unsubscribe.code), publicUrl).href } }),
    // Texts come from users: never may one of them name a file or URL to attach.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  try {
    await (signal ? Promise.race([sending, whenAborted(signal)]) : sending)
  } catch (error) {
    const reason = sentenceOf(error)
    throw new MailError(mailSettingsMessages.refused(reason), reason, error)
  } finally {
    // One that was given up may still fail later.
    sending.catch(() => {})
    transport.close()
  }
}

function whenAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const give = () => setTimeout(() => reject(new Error('It took too long to answer')), graceMs).unref()
    if (signal.aborted) give()
    else signal.addEventListener('abort', give, { once: true })
  })
}

/** The password may be part of the URL, so the URL is never printed. */
function sentenceOf(error: unknown): string {
  const { response, message, code } = error as { response?: string; message?: string; code?: string }
  return (response ?? message ?? code ?? 'unknown reason').split('\n')[0] ?? ''
}
