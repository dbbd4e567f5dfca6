import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

/** A self-signed certificate, valid for a hundred years, only for mail servers in tests. */
const ownCertificate = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgLC/eYe4I+C1r6+xu
4kjDJLWTkMHJp9KeupvTqeyiIEihRANCAAQ1gtNDV0iyaVw1FH1PptveNO2dUIo5
+b6ED07+I2YOVfrfyVGYAz3rUTdIcGC+NTKxkDntWkNWrMSGR+6CTEkY
-----END PRIVATE KEY-----`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBsDCCAVagAwIBAgIUTG1o22wlSfXyveUyPpQC9Bd4rBcwCgYIKoZIzj0EAwIw
GzEZMBcGA1UEAwwQbWFpbC5leGFtcGxlLmNvbTAgFw0yNjExMTgwNzI0MjNaGA8y
MTI2MTAyNTA3MjQyM1owGzEZMBcGA1UEAwwQbWFpbC5leGFtcGxlLmNvbTBZMBMG
ByqGSM49AgEGCCqGSM49AwEHA0IABDWC00NXSLJpXDUUfU+m29407Z1Qijn5voQP
Tv4jZg5V+t/JUZgDPetRN0hwYL41MrGQOe1aQ1asxIZH7oJMSRijdjB0MB0GA1Ud
DgQWBBQcB82JWDM+biDxKrefX5zChvlZvjAfBgNVHSMEGDAWgBQcB82JWDM+biDx
KrefX5zChvlZvjAPBgNVHRMBAf8EBTADAQH/MCEGA1UdEQQaMBiCEG1haWwuZXhh
bXBsZS5jb22HBAAAAAAwCgYIKoZIzj0EAwIDSAAwRQIhAIcx+hZMv3m8I9GhRoUn
nbJhKIlw5rENhUv55g/vDRd8AiBQf0FsxPfSijDhQ33UjE54UQXjBiOUu5KXTENn
6eBZiw==
-----END CERTIFICATE-----`,
}

type Options = {
  /** Refuses mails to these recipients. */
  refuses?: readonly string[]
  /** STARTTLS with a self-signed certificate. */
  offersTls?: boolean
  /** TLS from the first byte, with a self-signed certificate. */
  beginsWithTls?: boolean
  /** The time it takes for each mail. */
  takesMs?: number
  /** Answers no mail before this many are being sent at the same time. */
  waitsFor?: number
}

/** A real SMTP server on loopback that stores the mails it receives. */
export async function startMailServer({
  refuses = [],
  offersTls = false,
  beginsWithTls = false,
  takesMs = 0,
  waitsFor = 1,
}: Options = {}) {
  const mails: (Email & { isEncrypted: boolean; bytes: number })[] = []
  /** Recipients of the mails that it is receiving. */
  const underWay: string[] = []
  const together = new Set<string>()
  let mostAtOnce = 0
  const enough = Promise.withResolvers<void>()
  const server = new SMTPServer({
    authOptional: true,
    hideSTARTTLS: !offersTls,
    secure: beginsWithTls,
    ...ownCertificate,
    // Clients keep their connections open, so closing would wait for them.
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
  // Clients that don't trust the certificate, or only check whether it begins with TLS, end their connections.
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
    /** The number of connections since the start. */
    connections: () => connections,
    open: () => sockets.size,
    mostAtOnce: () => mostAtOnce,
    /** Recipients of two mails at the same time. */
    together: () => [...together],
    /** Closes all connections, as mail servers do with idle clients. */
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
