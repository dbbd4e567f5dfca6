import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

/** What the mail server does with the next mails. */
export const moods = ['takes', 'refuses', 'busy', 'hangs', 'drops'] as const
export type Mood = (typeof moods)[number]

/** A real SMTP server that takes mails, refuses them, is busy (4xx), never answers, or drops the connection after DATA. */
export async function startMoodyMailServer() {
  let mood: Mood = 'takes'
  /** The raw text of every mail that it said yes to. */
  const taken: string[] = []
  const seen: Record<Mood, number> = { takes: 0, refuses: 0, busy: 0, hangs: 0, drops: 0 }
  const sockets = new Set<Socket>()
  const answers = (code: number, sentence: string) =>
    Object.assign(new Error(sentence), { responseCode: code })
  const server = new SMTPServer({
    authOptional: true,
    hideSTARTTLS: true,
    closeTimeout: 100,
    onMailFrom(_address, _session, callback) {
      seen[mood]++
      if (mood === 'refuses') callback(answers(550, '5.7.1 Refused for a test'))
      else if (mood === 'busy') callback(answers(451, '4.3.2 Try again later'))
      else if (mood !== 'hangs') callback()
    },
    onData(stream, _session, callback) {
      const then = mood
      void text(stream).then(mail => {
        if (then === 'hangs') return
        if (then === 'drops') {
          for (const socket of sockets) socket.destroy()
          return
        }
        taken.push(mail)
        callback()
        // A client that was killed before the end of its mail.
      }, callback)
    },
  })
  // Clients that are killed end their connections in every possible way.
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
    seen,
    setMood(next: Mood) {
      // Those that wait for an answer wait in vain only while it hangs.
      if (mood === 'hangs' && next !== 'hangs') for (const socket of sockets) socket.destroy()
      mood = next
    },
    env: {
      SMTP_URL: `smtp://127.0.0.1:${port}`,
      MAIL_FROM: 'Daily Report <reports@example.com>',
      PUBLIC_URL: 'https://reports.example.com',
    },
    close: () => new Promise<void>(resolve => server.close(() => resolve())),
  }
}
