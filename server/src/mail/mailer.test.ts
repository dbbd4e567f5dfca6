import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setImmediate as nextTick } from 'node:timers/promises'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { mailProblem } from '#shared/mail-problems.ts'
import { messages } from '#shared/messages.ts'
import { startMailServer } from '../../test/mail-server.ts'
import { readConfig } from '../config.ts'
import type { Mail } from './compose-mail.ts'
import { printingMailer, smtpMailer } from './mailer.ts'
import { testMail } from './test-mail.ts'

const refused = 'gone@example.com'
const server = await startMailServer({ refuses: [refused] })
afterAll(server.close)
const mailerFor = (url?: string) => {
  const mailer = smtpMailer(readConfig({ ...server.settings, ...(url && { SMTP_URL: url }) }).mail)
  onTestFinished(mailer.close)
  return mailer
}

const mail: Mail = {
  to: { name: 'Dina "D" Ünal <d@evil.example>', email: 'dina@example.com' },
  subject: 'Your report\r\nBcc: eve@example.com',
  paragraphs: ['Hello <b>Dina</b> & team,\nsecond line 😀', '.\n.. a line of dots'],
  link: { text: 'Open "report" <1>', path: '/reports/1?a=1&b=2' },
  reason: 'You get this because you have an account.',
  unsubscribe: { text: 'Turn off <these>', code: '7.comment.a+b' },
  id: 'notification-7',
}

test('without the settings no mail is sent, and the error names them', async () => {
  await expect(smtpMailer(undefined).send(mail)).rejects.toThrow('SMTP_URL, MAIL_FROM and PUBLIC_URL')
})

test('a mail that the server refuses fails with the reply of the server, without the password of the URL', async () => {
  await expect(mailerFor().send(testMail(refused))).rejects.toThrow('No such user here')
  expect(server.mails).toEqual([])

  const nowhere = mailerFor('smtp://reports:hunter2@127.0.0.1:1')
  const error = await nowhere.send(testMail(refused)).catch((failure: Error) => failure)
  expect(String(error)).toMatch(/MailError: The mail server didn't accept the email: .*ECONNREFUSED/)
  expect(String(error)).not.toContain('hunter2')
})

test('a server that closes the connection while a mail is sent causes an error too', async () => {
  const rude = createServer(socket => void socket.end('220 hello\r\n')).listen(0, '127.0.0.1')
  onTestFinished(() => void rude.close())
  await once(rude, 'listening')
  const { port } = rude.address() as AddressInfo
  const sending = mailerFor(`smtp://127.0.0.1:${port}`).send(mail)
  await expect(sending).rejects.toThrow("The mail server didn't accept the email")
})

test('a mail arrives as text and as HTML, with one call to action, whatever characters it contains', async () => {
  await mailerFor().send(mail)
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
  expect(links).toEqual([
    'https://reports.example.com/reports/1?a=1&#38;b=2',
    'https://reports.example.com/unsubscribe?code=7.comment.a%2Bb',
  ])
  expect(got?.text).toContain(
    'Turn off <these>: https://reports.example.com/unsubscribe?code=7.comment.a%2Bb',
  )
  const header = (key: string) => got?.headers.find(entry => entry.key === key)?.value
  expect(header('list-unsubscribe')).toBe(
    '<https://reports.example.com/api/unsubscribe?code=7.comment.a%2Bb>',
  )
  expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  expect(header('message-id')).toBe('<notification-7@reports.example.com>')
  expect(header('auto-submitted')).toBe('auto-generated')
})

test('texts of users are quoted, and lists have a heading, notes and their own links', async () => {
  server.mails.length = 0
  await mailerFor().send({
    to: mail.to,
    subject: 'Summary',
    paragraphs: [
      'Max commented.',
      { quote: 'First <i>line</i>\n\nsecond line' },
      { quote: 'one\rtwo\u0085three\u2028four\u2029five\vsix\fseven' },
      {
        heading: 'Missing & late',
        lines: [{ text: 'Dina <D>', path: '/reports/1', note: 'since Monday' }, { text: 'Omar' }],
      },
    ],
    reason: 'A test.',
  })
  const [got] = server.mails
  expect(got?.text).toContain('Max commented.\n\n> First <i>line</i>\n> \n> second line\n\n')
  expect(got?.text).toContain('> one\n> two\n> three\n> four\n> five\n> six\n> seven\n\n')
  expect(got?.html).toContain('one<br>two<br>three<br>four<br>five<br>six<br>seven')
  expect(got?.text).toContain(
    'Missing & late\n\n- Dina <D>\n  since Monday\n  https://reports.example.com/reports/1\n- Omar\n',
  )
  expect(got?.html).toMatch(
    /<blockquote[^>]*>First &#60;i&#62;line&#60;\/i&#62;<br><br>second line<\/blockquote>/,
  )
  expect(got?.html).toMatch(/<a href="https:\/\/reports.example.com\/reports\/1"[^>]*>Dina &#60;D&#62;<\/a>/)
  expect(got?.html).toContain('prefers-color-scheme: dark')
  // The mail loads nothing from other servers.
  expect(got?.html).not.toMatch(/<img|<link|url\(|@import|src=/)
})

test('a mail server that hangs is given up after the timeout', async () => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1')
  onTestFinished(() => void silent.close())
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const sending = mailerFor(`smtp://127.0.0.1:${port}`).send(mail, AbortSignal.timeout(20))
  await expect(sending).rejects.toThrow('It took too long to answer')
})

test('the test mail says how to tell that it worked', async () => {
  server.mails.length = 0
  await mailerFor().send(testMail('ada@example.com'))
  expect(server.mails[0]?.subject).toBe(messages.mail.testSubject)
  expect(server.mails[0]?.text).toContain('https://reports.example.com/')
  expect(server.mails[0]?.headers.some(({ key }) => key === 'list-unsubscribe')).toBe(false)
})

test('a mail server on this machine needs no trusted certificate', async () => {
  const local = await startMailServer({ offersTls: true })
  onTestFinished(local.close)
  const urls = [local.settings.SMTP_URL, `smtp://localhost:${local.port}`]
  for (const url of urls) await mailerFor(url).send(mail)
  expect(local.mails.map(({ isEncrypted }) => isEncrypted)).toEqual([true, true])

  // This IP address reaches this machine, but is not recognised as local.
  const elsewhere = mailerFor(`smtp://0.0.0.0:${local.port}`)
  await expect(elsewhere.send(mail)).rejects.toThrow('certificate')
  expect(local.mails).toHaveLength(2)
})

describe('a mistake in SMTP_URL is named in a sentence', () => {
  const problemOf = async (url: string) => {
    const error = await mailerFor(url)
      .send(mail)
      .catch((failure: Error) => failure)
    const text = String(error)
    const problem = mailProblem(text)
    // The API and the command print the error itself, so the sentence is part of it.
    expect(text.endsWith(problem), text).toBe(true)
    expect(text, 'nothing of the source of OpenSSL').not.toMatch(/routines|--use-system-ca/)
    return problem
  }

  test('smtps:// on a port without TLS', async () => {
    const plain = await startMailServer({ offersTls: true })
    onTestFinished(plain.close)
    expect(await problemOf(`smtps://127.0.0.1:${plain.port}`)).toBe(messages.mail.problems.beginsWithoutTls)
  })

  test('smtp:// on a port with TLS, long before the timeout of the greeting', async () => {
    const secure = await startMailServer({ beginsWithTls: true })
    onTestFinished(secure.close)
    const began = performance.now()
    expect(await problemOf(`smtp://127.0.0.1:${secure.port}`)).toBe(messages.mail.problems.beginsWithTls)
    expect(performance.now() - began).toBeLessThan(10_000)
    await mailerFor(`smtps://127.0.0.1:${secure.port}`).send(mail)
    expect(secure.mails).toHaveLength(1)
  })

  test('a certificate that no authority has signed, with TLS and with STARTTLS', async () => {
    const secure = await startMailServer({ beginsWithTls: true })
    onTestFinished(secure.close)
    const upgraded = await startMailServer({ offersTls: true })
    onTestFinished(upgraded.close)
    // This IP address reaches this machine, but is not recognised as local.
    for (const url of [`smtps://0.0.0.0:${secure.port}`, `smtp://0.0.0.0:${upgraded.port}`])
      expect(await problemOf(url), url).toBe(messages.mail.problems.unknownAuthority)
  })

  test.each([
    'beginsWithTls',
    'beginsWithoutTls',
    'otherName',
    'certificate',
    'unreachable',
    'signIn',
  ] as const)('%s names the setting', problem =>
    expect(messages.mail.problems[problem]).toContain('SMTP_URL'),
  )
})

describe('its connection', () => {
  test('stays open for the next mail, also after a mail that is refused, and is closed with the mailer', async () => {
    server.mails.length = 0
    const before = server.connections()
    const mailer = mailerFor()
    await mailer.send(mail)
    await mailer.send(testMail('ada@example.com'))
    expect([server.mails.length, server.connections() - before]).toEqual([2, 1])
    await expect(mailer.send(testMail(refused))).rejects.toThrow('No such user here')
    await mailer.send(mail)
    expect(server.mails).toHaveLength(3)
    mailer.close()
    await expect.poll(server.open).toBe(0)
  })

  test('that the mail server has closed meanwhile loses no mail and duplicates none', async () => {
    server.mails.length = 0
    const mailer = mailerFor()
    await mailer.send(mail)
    for (let round = 0; round < 3; round++) {
      server.drop()
      await mailer.send(testMail('ada@example.com'))
    }
    expect(server.mails).toHaveLength(4)
  })

  test('that doesn’t answer is not used again', async () => {
    let isSilent = true
    const socketOf = (socket: Socket) => {
      if (isSilent) return
      socket.pipe(connect(server.port, '127.0.0.1')).pipe(socket)
    }
    const between = createServer(socketOf).listen(0, '127.0.0.1')
    onTestFinished(() => void between.close())
    await once(between, 'listening')
    const { port } = between.address() as AddressInfo
    const mailer = mailerFor(`smtp://127.0.0.1:${port}`)
    await expect(mailer.send(mail, AbortSignal.timeout(20))).rejects.toThrow('It took too long to answer')
    isSilent = false
    server.mails.length = 0
    await mailer.send(mail)
    expect(server.mails).toHaveLength(1)
  })
})

test('a mail can be printed instead of being sent', async () => {
  const shown: unknown[] = []
  await printingMailer(shown.push.bind(shown), () => 'https://reports.example.com').send(mail)
  expect(shown).toEqual([
    {
      to: { name: mail.to.name, email: 'dina@example.com' },
      subject: 'Your report Bcc: eve@example.com',
      text: expect.stringContaining('https://reports.example.com/reports/1?a=1&b=2'),
    },
  ])
})

test('mails that are sent at once are composed one per tick, so that other work runs in between', async () => {
  const mailer = mailerFor()
  let tick = 0
  let isDone = false
  const counting = (async () => {
    while (!isDone) {
      await nextTick()
      tick++
    }
  })()
  const composedAt: number[] = []
  const sends = Array.from({ length: 5 }, () =>
    mailer.send({
      ...mail,
      get subject() {
        composedAt.push(tick)
        return 'A subject'
      },
    }),
  )
  await Promise.all(sends)
  isDone = true
  await counting
  expect(new Set(composedAt).size).toBeGreaterThanOrEqual(sends.length)
})
