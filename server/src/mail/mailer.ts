import type { TLSSocket } from 'node:tls'
import type { Transporter } from 'nodemailer'
import { withSettingToChange } from '#shared/mail-problems.ts'
import { messages } from '#shared/messages.ts'
import type { Config, MailConfig } from '../config.ts'
import { onOneLine } from '../lib/cut-text.ts'
import { runInNextTick } from '../lib/map-in-chunks.ts'
import { composeMail, type Mail, unsubscribeCall } from './compose-mail.ts'

/** Sends a mail with one attempt; jobs retry. */
export type Mailer = {
  /**
   * Resolves once the mail server has accepted the mail, and throws a MailError otherwise. An aborted `signal` ends the
   * wait for the mail server.
   */
  send(mail: Mail, signal?: AbortSignal): Promise<void>
  close(): void
}

/** Jobs of one kind use all connections. */
export const mailConcurrency = ({ mail }: Pick<Config, 'mail'>) => mail?.connections ?? 1

/** The message says what to do or quotes the mail server, so it is shown to users without changes. */
export class MailError extends Error {
  /** The reply of the mail server, and the setting to change if one is wrong. */
  readonly reason: string
  constructor(message: string, reason = message, cause?: unknown) {
    super(message, { cause })
    this.name = 'MailError'
    this.reason = reason
  }
}

// A job is tried again later: a mail server that doesn't answer must not hold it for minutes.
const responseTimeoutMs = 15_000

/** A mail that is being sent when the server stops may still be accepted; sent again, it would arrive twice. */
const graceMs = 5000

/** A mail server that sends no greeting for this long may be waiting for TLS; a second connection finds out. */
const greetingTimeoutMs = 2000

/** Longer than the timeout of any mail that is being sent. */
const drainTimeoutMs = 120_000

/**
 * A connection stays open for the next mail: with a login and TLS, to open one takes longer than the mail itself. A mail goes
 * out over a second connection only if the first was closed before a byte of it was sent.
 */
const pool = {
  pool: true,
  // Mail servers limit the mails per connection; few allow less.
  maxMessages: 100,
  idleTimeout: 5000,
  maxRequeues: 1,
} as const

export function smtpMailer(config: MailConfig | undefined): Mailer {
  let opened: Promise<Transporter> | undefined
  /** True once a mail was sent: the protocol and the port of SMTP_URL match. */
  let hasWorked = false
  /** All transports with open connections, including those that get no more mails. */
  const transports = new Set<Transporter>()

  async function open({ smtpUrl, connections }: MailConfig): Promise<Transporter> {
    // Loaded with the first mail, because most starts send none.
    const { createTransport } = await import('nodemailer')
    const transport = createTransport({
      url: smtpUrl,
      ...pool,
      maxConnections: connections,
      connectionTimeout: responseTimeoutMs,
      greetingTimeout: responseTimeoutMs,
      socketTimeout: responseTimeoutMs,
      dnsTimeout: responseTimeoutMs,
      ...(isThisMachine(smtpUrl) && { tls: { rejectUnauthorized: false } }),
    })
    transports.add(transport)
    return transport
  }

  /** A connection that doesn't answer is not reused. Mails on other connections may still be accepted. */
  function leave(transport: Transporter) {
    opened = undefined
    transport.close()
    setTimeout(() => end(transport), drainTimeoutMs).unref()
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
      // A longest mail is composed in 20 ms, and several are sent at once.
      const message = await runInNextTick(async () => messageOf(mail, config))
      const sending = transport.sendMail(message)
      const limit = signal && timeoutAfterAbort(signal)
      const tls = hasWorked ? undefined : watchForTls(config.smtpUrl)
      try {
        await Promise.race([sending, ...(limit ? [limit.timeout] : []), ...(tls ? [tls.found] : [])])
        hasWorked = true
      } catch (error) {
        if ((limit?.isReached() || tls?.isFound()) && opened === mine) leave(transport)
        const reason = withSettingToChange(sentenceOf(error))
        throw new MailError(messages.mail.refused(reason), reason, error)
      } finally {
        limit?.clear()
        tls?.stop()
        // A send that was given up may still fail later.
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
 * A mail server on this machine usually has a self-signed certificate, and the connection to it doesn't leave the machine.
 * For a tunnel to another machine, `?tls.rejectUnauthorized=true` in SMTP_URL demands a trusted one.
 */
const isThisMachine = (smtpUrl: string) =>
  /^(localhost|127(\.\d+){3}|\[::1\])$/i.test(new URL(smtpUrl).hostname)

/** A mail as it is printed instead of being sent. */
export type PrintedMail = { to: { name: string; email: string }; subject: string; text: string }

/** Replaces the mail server: prints each mail instead of sending it. */
export const printingMailer = (print: (mail: PrintedMail) => void, publicUrl: () => string): Mailer => ({
  async send(mail) {
    print({ ...envelopeOf(mail), text: composeMail(mail, publicUrl()).text })
  },
  close() {},
})

/** An encoded line break doesn't start a header, but strict mail servers refuse it. */
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
      // Prevents automatic replies, such as out-of-office messages.
      'Auto-Submitted': 'auto-generated',
      // Mail programs show their own button, which posts to the URL (RFC 8058).
      ...(unsubscribe && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
    },
    ...(unsubscribe && { list: { unsubscribe: new URL(unsubscribeCall(unsubscribe.code), publicUrl).href } }),
    // Texts come from users and must not be able to attach a file or URL.
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/**
 * Quoted-printable turns each non-ASCII byte into three, base64 turns any three bytes into four. Nodemailer compares
 * characters instead of bytes, and would send up to twice as much.
 */
function isSmallerInBase64(text: string): boolean {
  let escaped = 0
  const bytes = Buffer.from(text)
  for (const byte of bytes) if (byte > 126 || byte === equalsSign) escaped++
  return 2 * escaped > bytes.length / 3
}
const equalsSign = 61

/** `timeout` rejects a grace period after the signal is aborted. */
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
 * `found` rejects if the port of an `smtp://` URL expects TLS. Each side then waits for the other, and without this check
 * the mail would fail with a timeout, as if the mail server were slow.
 */
function watchForTls(smtpUrl: string) {
  const { protocol, hostname, port } = new URL(smtpUrl)
  if (protocol !== 'smtp:') return undefined
  const { promise: found, reject } = Promise.withResolvers<never>()
  let isFound = false
  let socket: TLSSocket | undefined
  const timer = setTimeout(async () => {
    const { connect } = await import('node:tls')
    // The certificate doesn't matter, because nothing is sent.
    const host = hostname.replace(/^\[|\]$/g, '')
    socket = connect({ host, port: Number(port || 587), rejectUnauthorized: false }, () => {
      isFound = true
      reject(new Error(messages.mail.beginsWithTls))
    })
    socket.on('error', () => {})
  }, greetingTimeoutMs)
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
  const [line = ''] = (response ?? message ?? code ?? 'unknown reason').split('\n')
  // Of an error of OpenSSL only the reason is readable; the rest are codes, functions and lines of its source. Node's hint
  // names an option for the command line, which is not how this server is set up.
  const [, inOpenssl = line] = /error:[0-9A-F]+:[^:]*:[^:]*:([^:]+):/.exec(line) ?? []
  return inOpenssl.replace(/; if the root CA is installed locally.*/, '')
}
