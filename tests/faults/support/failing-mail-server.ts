import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

/** How the mail server responds to the next mails. */
export const behaviours = ['takes', 'refuses', 'busy', 'hangs', 'drops'] as const
export type Behaviour = (typeof behaviours)[number]

/** A real SMTP server that accepts mails, refuses them, is busy (4xx), never responds, or disconnects after DATA. */
export async function startFailingMailServer() {
  let behaviour: Behaviour = 'takes'
  /** The raw text of every accepted mail. */
  const taken: string[] = []
  const received: Record<Behaviour, number> = { takes: 0, refuses: 0, busy: 0, hangs: 0, drops: 0 }
  const sockets = new Set<Socket>()
  const answers = (code: number, sentence: string) =>
    Object.assign(new Error(sentence), { responseCode: code })
  const server = new SMTPServer({
    authOptional: true,
    hideSTARTTLS: true,
    closeTimeout: 100,
    onMailFrom(_address, _session, callback) {
      received[behaviour]++
      if (behaviour === 'refuses') callback(answers(550, '5.7.1 Refused for a test'))
      else if (behaviour === 'busy') callback(answers(451, '4.3.2 Try again later'))
      else if (behaviour !== 'hangs') callback()
    },
    onData(stream, _session, callback) {
      const then = behaviour
      void text(stream).then(mail => {
        if (then === 'hangs') return
        if (then === 'drops') {
          for (const socket of sockets) socket.destroy()
          return
        }
        taken.push(mail)
        callback()
        // A killed client ends its mail early, which makes the stream fail.
      }, callback)
    },
  })
  // Killed clients end their connections with errors.
  server.on('error', () => {})
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  return {
    taken,
    received,
    setBehaviour(next: Behaviour) {
      // Clients that wait for a response are disconnected when it stops hanging.
      if (behaviour === 'hangs' && next !== 'hangs') for (const socket of sockets) socket.destroy()
      behaviour = next
    },
    env: {
      SMTP_URL: `smtp://127.0.0.1:${port}`,
      MAIL_FROM: 'Daily Report <reports@example.com>',
      PUBLIC_URL: 'https://reports.example.com',
    },
    close: () => new Promise<void>(resolve => server.close(() => resolve())),
  }
}
