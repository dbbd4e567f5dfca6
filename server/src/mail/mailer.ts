import type { TLSSocket } from 'node:tls'
import type { Transporter } from 'nodemailer'
import { mailSettingsMessages } from '#shared/messages/mail-settings.ts'
import type { Config, MailConfig } from '../config.ts'
import { onOneLine } from '../lib/cut-text.ts'
import { composeMail, type Mail, unsubscribeCall } from './compose-mail.ts'

/** Sends mails. Tries once: jobs try again. */
export type Mailer = {
  /**
   * Returns once the mail server has taken the mail, and throws a MailError otherwise. An aborted `signal` ends the wait for
   * the mail server.
   */
  send(mail: Mail, signal?: AbortSignal): Promise<void>
  close(): void
}

/** As many of a kind as there are connections. */
export const mailConcurrency = ({ mail }: Pick<Config, 'mail'>) => mail?.connections ?? 1

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

// A job is tried again later: a mail server that doesn't answer must not hold it for minutes.
const answersWithinMs = 15_000

/** A mail that is being sent when the server stops may still be taken: sent again, it would come twice. */
const graceMs = 5000

/** A mail server that sends no greeting for so long may be waiting for TLS: a second connection finds out. */
const silentForMs = 2000

/** Longer than any mail that is being sent has. */
const leftForMs = 120_000

/**
 * A connection stays open for the next mail: with a login and TLS, to open one takes longer than the mail itself. A mail goes
 * out over a second connection only if the first was closed before a byte of it was sent.
 */
const pool = {
  pool: true,
  // Mail servers limit it; few allow less.
  maxMessages: 100,
  idleTimeout: 5000,
  maxRequeues: 1,
} as const

export function smtpMailer(config: MailConfig | undefined): Mailer {
  let opened: Promise<Transporter> | undefined
  /** Once a mail was sent, the protocol and the port of SMTP_URL are known to match. */
  let hasWorked = false
  /** Those with connections, also the ones that get no more mails. */
  const transports = new Set<Transporter>()

  async function open({ smtpUrl, connections }: MailConfig): Promise<Transporter> {
    // Loaded with the first mail: most starts send none.
    const { createTransport } = await import('nodemailer')
    const transport = createTransport({
      url: smtpUrl,
      ...pool,
      maxConnections: connections,
      connectionTimeout: answersWithinMs,
      greetingTimeout: answersWithinMs,
      socketTimeout: answersWithinMs,
      dnsTimeout: answersWithinMs,
      ...(isThisMachine(smtpUrl) && { tls: { rejectUnauthorized: false } }),
    })
    transports.add(transport)
    return transport
  }

  /** A connection that doesn't answer is of no use to the next mail. Mails that others are sending may still be taken. */
  function leave(transport: Transporter) {
    opened = undefined
    transport.close()
    setTimeout(() => end(transport), leftForMs).unref()
  }

  function end(transport: Transporter) {
    transports.delete(transport)
    transport.close({ force: true })
  }

  return {
    async send(mail, signal) {
      if (!config) throw new MailError('Mail is not set up: set SMTP_URL, MAIL_FROM and PUBLIC_URL.')
      opened ??= open(config).catch(error => {
        opened = undefined
        throw error
      })
      const mine = opened
      const transport = await mine
      const sending = transport.sendMail(messageOf(mail, config))
      const limit = signal && timeoutAfterAbort(signal)
      const tls = hasWorked ? undefined : watchForTls(config.smtpUrl)
      try {
        await Promise.race([sending, ...(limit ? [limit.timeout] : []), ...(tls ? [tls.found] : [])])
        hasWorked = true
      } catch (error) {
        if ((limit?.isReached() || tls?.isFound()) && opened === mine) leave(transport)
        const reason = sentenceOf(error)
        throw new MailError(mailSettingsMessages.refused(reason), reason, error)
      } finally {
        limit?.clear()
        tls?.stop()
        // One that was given up may still fail later.
        sending.catch(() => {})
      }
    },
    close() {
      opened = undefined
      for (const transport of transports) end(transport)
    },
  }
}

/**
 * A mail server on this machine usually has a certificate of its own making, and what is sent to it leaves the machine only
 * through it. For a tunnel to another machine, `?tls.rejectUnauthorized=true` in SMTP_URL demands a trusted one.
 */
const isThisMachine = (smtpUrl: string) =>
  /^(localhost|127(\.\d+){3}|\[::1\])$/i.test(new URL(smtpUrl).hostname)

/** What a mail says, for a reader. */
export type PrintedMail = { to: { name: string; email: string }; subject: string; text: string }

/** Instead of a mail server: gets what would have been sent. */
export const printingMailer = (print: (mail: PrintedMail) => void, publicUrl: () => string): Mailer => ({
  async send(mail) {
    print({ ...envelopeOf(mail), text: composeMail(mail, publicUrl()).text })
  },
  close() {},
})

/** An encoded line break is no second header, yet strict mail servers refuse it. */
const envelopeOf = ({ to, subject }: Mail) => ({
  to: { name: onOneLine(to.name), email: to.email },
  subject: onOneLine(subject),
})

function messageOf(mail: Mail, { from, publicUrl }: MailConfig) {
  const { unsubscribe, id } = mail
  const { to, subject } = envelopeOf(mail)
  const forms = composeMail(mail, publicUrl)
  return {
    from,
    to: { name: to.name, address: to.email },
    subject,
    ...forms,
    ...(isSmallerInBase64(forms.text + forms.html) && { textEncoding: 'base64' as const }),
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
  }
}

/**
 * Quoted-printable makes three bytes of each that isn't ASCII, base64 four of any three. Nodemailer counts letters instead,
 * and then sends twice as much as it must.
 */
function isSmallerInBase64(text: string): boolean {
  let escaped = 0
  const bytes = Buffer.from(text)
  for (const byte of bytes) if (byte > 126 || byte === equalsSign) escaped++
  return 2 * escaped > bytes.length / 3
}
const equalsSign = 61

/** `timeout` rejects some time after the signal is aborted. */
function timeoutAfterAbort(signal: AbortSignal) {
  const { promise: timeout, reject } = Promise.withResolvers<never>()
  let timer: NodeJS.Timeout | undefined
  let isReached = false
  const begin = () => {
    timer = setTimeout(() => {
      isReached = true
      reject(new Error('It took too long to answer'))
    }, graceMs)
    timer.unref()
  }
  if (signal.aborted) begin()
  else signal.addEventListener('abort', begin, { once: true })
  return {
    timeout,
    isReached: () => isReached,
    clear() {
      signal.removeEventListener('abort', begin)
      clearTimeout(timer)
    },
  }
}

/**
 * `found` rejects if the port of an `smtp://` URL begins with TLS. Each side then waits for the other to begin, and without
 * this the mail would fail for want of an answer, as if the mail server were slow.
 */
function watchForTls(smtpUrl: string) {
  const { protocol, hostname, port } = new URL(smtpUrl)
  if (protocol !== 'smtp:') return undefined
  const { promise: found, reject } = Promise.withResolvers<never>()
  let isFound = false
  let socket: TLSSocket | undefined
  const timer = setTimeout(async () => {
    const { connect } = await import('node:tls')
    // Whose certificate it is doesn't matter: nothing is sent.
    const host = hostname.replace(/^\[|\]$/g, '')
    socket = connect({ host, port: Number(port || 587), rejectUnauthorized: false }, () => {
      isFound = true
      reject(new Error(mailSettingsMessages.beginsWithTls))
    })
    socket.on('error', () => {})
  }, silentForMs)
  timer.unref()
  return {
    found,
    isFound: () => isFound,
    stop() {
      clearTimeout(timer)
      socket?.destroy()
    },
  }
}

/** The password may be part of the URL, so the URL is never printed. */
function sentenceOf(error: unknown): string {
  const { response, message, code } = error as { response?: string; message?: string; code?: string }
  return (response ?? message ?? code ?? 'unknown reason').split('\n')[0] ?? ''
}
