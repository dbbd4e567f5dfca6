import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { messages } from '#shared/messages.ts'
import { startMailServer } from '../../test/mail-server.ts'
import { readConfig } from '../config.ts'
import type { Mail } from './compose-mail.ts'
import { sendMail } from './send-mail.ts'
import { testMail } from './test-mail.ts'

const refused = 'gone@example.com'
const server = await startMailServer({ refuses: [refused] })
afterAll(server.close)
const ctx = { config: readConfig(server.settings) }

const mail: Mail = {
  to: { name: 'Dina "D" Ünal <d@evil.example>', email: 'dina@example.com' },
  subject: 'Your report\r\nBcc: eve@example.com',
  paragraphs: ['Hello <b>Dina</b> & team,\nsecond line 😀', '.\n.. a line of dots'],
  link: { text: 'Open "report" <1>', path: '/reports/1?a=1&b=2' },
  reason: 'You get this because you have an account.',
  settingsPath: '/account',
}

test('without the settings no mail is sent, and the error names them', async () => {
  await expect(sendMail({ config: readConfig({}) }, mail)).rejects.toThrow(
    'SMTP_URL, MAIL_FROM and PUBLIC_URL',
  )
})

test('a mail that the server refuses is an error in its words, without the password of the URL', async () => {
  await expect(sendMail(ctx, testMail(refused))).rejects.toThrow('No such user here')
  expect(server.mails).toEqual([])

  const nowhere = readConfig({ ...server.settings, SMTP_URL: 'smtp://reports:hunter2@127.0.0.1:1' })
  const error = await sendMail({ config: nowhere }, testMail(refused)).catch((failure: Error) => failure)
  expect(String(error)).toMatch(/MailError: The mail server didn't take the mail: .*ECONNREFUSED/)
  expect(String(error)).not.toContain('hunter2')
})

test('a server that closes the connection in between is an error too', async () => {
  const rude = createServer(socket => void socket.end('220 hello\r\n')).listen(0, '127.0.0.1')
  onTestFinished(() => void rude.close())
  await once(rude, 'listening')
  const { port } = rude.address() as AddressInfo
  const config = readConfig({ ...server.settings, SMTP_URL: `smtp://127.0.0.1:${port}` })
  await expect(sendMail({ config }, mail)).rejects.toThrow("The mail server didn't take the mail")
})

test('a mail arrives as text and as HTML, with one link, whatever its words hold', async () => {
  await sendMail(ctx, mail)
  const [got] = server.mails
  expect(server.mails).toHaveLength(1)
  expect(got).toMatchObject({
    from: { name: 'Daily Report', address: 'reports@example.com' },
    to: [{ address: 'dina@example.com' }],
    attachments: [],
  })
  expect(got?.bcc).toBeUndefined()
  expect(got?.text).toContain('Hello <b>Dina</b> & team,\nsecond line 😀')
  expect(got?.text).toContain('.\n.. a line of dots')
  expect(got?.text).toContain('Open "report" <1>:\nhttps://reports.example.com/reports/1?a=1&b=2')
  expect(got?.html).toContain('Hello &#60;b&#62;Dina&#60;/b&#62; &#38; team,<br>second line 😀')
  const links = [...(got?.html ?? '').matchAll(/href="([^"]*)"/g)].map(([, url]) => url)
  expect(links).toEqual(['https://reports.example.com/reports/1?a=1&#38;b=2'])
  const header = (key: string) => got?.headers.find(entry => entry.key === key)?.value
  expect(header('list-unsubscribe')).toBe('<https://reports.example.com/account>')
  expect(header('auto-submitted')).toBe('auto-generated')
})

test('the test mail says how to tell that it worked', async () => {
  server.mails.length = 0
  await sendMail(ctx, testMail('ada@example.com'))
  expect(server.mails[0]?.subject).toBe(messages.mail.testSubject)
  expect(server.mails[0]?.text).toContain('https://reports.example.com/')
  expect(server.mails[0]?.headers.some(({ key }) => key === 'list-unsubscribe')).toBe(false)
})
