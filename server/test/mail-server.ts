import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { ownCertificate } from './own-certificate.ts'

type Options = {
  /** Refuses mails to these recipients. */
  refuses?: readonly string[]
  /** With a certificate that no authority has signed. */
  offersTls?: boolean
  /** TLS from the first byte, with a certificate that no authority has signed. */
  beginsWithTls?: boolean
  /** How long it takes for each mail. */
  takesMs?: number
  /** Answers no mail before so many are under way at once. */
  waitsFor?: number
}

/** A real SMTP server on loopback that keeps what it is sent. */
export async function startMailServer({
  refuses = [],
  offersTls = false,
  beginsWithTls = false,
  takesMs = 0,
  waitsFor = 1,
}: Options = {}) {
  const mails: (Email & { isEncrypted: boolean; bytes: number })[] = []
  /** Recipients of mails that it is taking. */
  const underWay: string[] = []
  const together = new Set<string>()
  let mostAtOnce = 0
  const enough = Promise.withResolvers<void>()
  const server = new SMTPServer({
    authOptional: true,
    hideSTARTTLS: !offersTls,
    secure: beginsWithTls,
    ...ownCertificate,
    // Clients keep their connections open.
    closeTimeout: 100,
    onRcptTo({ address }, _session, callback) {
      callback(refuses.includes(address) ? new Error('No such user here') : undefined)
    },
    onData(stream, { secure, envelope }, callback) {
      const to = envelope.rcptTo.map(({ address }) => address).join()
      if (underWay.includes(to)) together.add(to)
      underWay.push(to)
      mostAtOnce = Math.max(mostAtOnce, underWay.length)
      if (mostAtOnce >= waitsFor) enough.resolve()
      buffer(stream)
        .then(async raw => {
          await enough.promise
          await sleep(takesMs)
          underWay.splice(underWay.indexOf(to), 1)
          mails.push({ ...(await PostalMime.parse(raw)), isEncrypted: secure, bytes: raw.byteLength })
          callback()
        })
        .catch(callback)
    },
  })
  // Clients that don't trust it, or only ask whether it begins with TLS, end their connections.
  server.on('error', () => {})
  const sockets = new Set<Socket>()
  let connections = 0
  server.server.on('connection', (socket: Socket) => {
    connections++
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  return {
    mails,
    port,
    /** Since the start. */
    connections: () => connections,
    open: () => sockets.size,
    mostAtOnce: () => mostAtOnce,
    /** Recipients of two mails at once. */
    together: () => [...together],
    /** As mail servers do with clients that say nothing for a while. */
    drop() {
      for (const socket of sockets) socket.end('421 4.4.2 Idle for too long\r\n')
    },
    settings: {
      SMTP_URL: `smtp://127.0.0.1:${port}`,
      MAIL_FROM: 'Daily Report <reports@example.com>',
      PUBLIC_URL: 'https://reports.example.com',
    },
    close: () => new Promise<void>(resolve => server.close(() => resolve())),
  }
}
