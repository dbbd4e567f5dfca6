import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { messages } from '#shared/messages.ts'
import { createOutgoingClient, type Lookup } from './outgoing-client.ts'

const publicAddress = '93.184.215.14'

/** Without a lookup of its own, a client of these tests finds every host at a public address. */
const publicly: Lookup = async () => [publicAddress]

function client({ lookup = publicly, allowed = [] as string[], timeoutMs = 10_000 } = {}) {
  return createOutgoingClient({ allowed, lookup, timeoutMs })
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

async function receiver(answer: RequestListener) {
  const server = createServer(answer)
  const port = await listen(server)
  onTestFinished(() => server.closeAllConnections())
  return { port, url: `http://127.0.0.1:${port}/hook` }
}

const send = (url: string, from = client({ allowed: ['127.0.0.1'] }), signal?: AbortSignal) =>
  from.post({ url, headers: { 'content-type': 'application/json' }, body: '{}' }, signal)

describe('a URL is refused', () => {
  test.each([
    ['no URL', 'example.com', messages.outgoing.invalid],
    ['another scheme', 'ftp://example.com/', messages.outgoing.scheme],
    ['a file', 'file:///etc/passwd', messages.outgoing.scheme],
    ['a user', 'https://me@example.com/', messages.outgoing.hasUser],
    ['a password', 'https://:secret@example.com/', messages.outgoing.hasUser],
  ])('%s', async (_what, url, sentence) => {
    await expect(client().check(url)).rejects.toThrow(sentence)
    await expect(send(url, client())).rejects.toThrow(sentence)
  })

  test.each([
    ...['127.0.0.1', '127.1', '2130706433', '0x7f000001', '0177.0.0.1', '127.0.0.1.', '①②⑦.0.0.1'],
    ...['127。0。0。1', '%31%32%37.0.0.1', '0x7f.1', '017700000001'],
    ...[
      '0.0.0.0',
      '0',
      '10.0.0.1',
      '172.16.0.1',
      '172.31.255.255',
      '192.168.1.1',
      '100.64.0.1',
      '100.127.1.1',
    ],
    ...[
      '169.254.169.254',
      '168.63.129.16',
      '192.0.2.1',
      '198.51.100.7',
      '203.0.113.9',
      '198.18.0.1',
      '192.0.0.8',
    ],
    ...['224.0.0.1', '240.0.0.1', '255.255.255.255', '[::]', '[::1]', '[0:0:0:0:0:0:0:1]'],
    ...['[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::ffff:a9fe:a9fe]', '[::7f00:1]', '[::ffff:0:127.0.0.1]'],
    ...['[64:ff9b::7f00:1]', '[64:ff9b::10.0.0.1]', '[64:ff9b:1::1]', '[2002:7f00:1::]', '[2001::1]'],
    ...['[fe80::1]', '[fec0::1]', '[fc00::1]', '[fd00:ec2::254]', '[ff02::1]', '[2001:db8::1]', '[3fff::1]'],
  ])('whose host is %s', async host => {
    for (const url of [`http://${host}/`, `https://${host}:8443/x`]) {
      await expect(client().check(url)).rejects.toThrow(/OUTGOING_ALLOW/)
      await expect(send(url, client())).rejects.toThrow(/OUTGOING_ALLOW/)
    }
  })

  test('if one of several addresses of its host is private', async () => {
    const lookup = async () => [publicAddress, '2606:2800:21f:cb07:6820:80da:af6b:8b2c', '10.0.0.7']
    await expect(client({ lookup }).check('https://example.com/')).rejects.toThrow(
      'example.com is not a public address. To call it anyway, add it to OUTGOING_ALLOW on the server.',
    )
  })

  test.each(['localhost', 'localhost.', 'LOCALHOST', 'ⓛocalhost'])(
    'if %s leads to this machine',
    async host => {
      const own = createOutgoingClient({ allowed: [], lookup: async () => ['127.0.0.1', '::1'] })
      await expect(own.check(`http://${host}/`)).rejects.toThrow(/OUTGOING_ALLOW/)
    },
  )

  test.each(['localhost.', 'app.localhost', 'App.LOCALHOST.'])(
    'if it is %s, also where the resolver knows only localhost',
    async host => {
      const lookup: Lookup = async name => (name === 'localhost' ? ['127.0.0.1', '::1'] : [])
      await expect(client({ lookup }).check(`http://${host}/`)).rejects.toThrow(/OUTGOING_ALLOW/)
    },
  )

  test('if its host is not found', async () => {
    const lookup: Lookup = async () => {
      throw new Error('ENOTFOUND')
    }
    await expect(client({ lookup }).check('https://nowhere.example/')).rejects.toThrow(
      "We can't find the host nowhere.example. Check its spelling.",
    )
    await expect(client({ lookup }).check('https://nowhere.example./')).rejects.toThrow(
      "We can't find the host nowhere.example. Check its spelling.",
    )
  })
})

test('public addresses are accepted', async () => {
  for (const url of ['https://example.com/a?b#c', 'http://93.184.215.14:8080/', 'https://[2606:2800::1]/'])
    await client().check(url)
})

test.each([
  ['its host', ['mattermost.lan'], 'http://Mattermost.LAN:8065/hooks', '10.1.2.3'],
  ['its range', ['10.0.0.0/8'], 'http://mattermost.lan/', '10.1.2.3'],
  ['its range, for IPv4 inside IPv6', ['10.0.0.0/8'], 'http://mattermost.lan/', '::ffff:10.1.2.3'],
  ['its address', ['fd00::7'], 'http://[fd00::7]/', 'fd00::7'],
  ['its address as the URL has it', ['[fd00::7]'], 'http://[fd00::7]/', 'fd00::7'],
])('OUTGOING_ALLOW opens a private host by %s, and no other', async (_what, allowed, url, address) => {
  const own = client({ allowed, lookup: async () => [address] })
  await own.check(url)
  await expect(own.check('http://192.168.0.1/')).rejects.toThrow(/OUTGOING_ALLOW/)
})

test('a host that changes its address after it was saved, or after it was checked, is not reached', async () => {
  let calls = 0
  const { port } = await receiver((_request, response) => {
    calls++
    response.end('inside')
  })
  const answers = [[publicAddress], ['127.0.0.1']]
  let asked = 0
  const own = client({ lookup: async () => answers[Math.min(asked++, 1)] ?? [] })
  const url = `http://rebinding.example:${port}/`
  await own.check(url)
  await expect(send(url, own)).rejects.toThrow(/OUTGOING_ALLOW/)
  // The connection goes to the address that was checked, so the name isn't looked up again: here it is the only one.
  asked = 0
  const onlyChecked = client({
    allowed: ['127.0.0.1'],
    lookup: async () => (asked++ === 0 ? ['127.0.0.1'] : ['127.0.0.2']),
  })
  expect((await send(url, onlyChecked)).text).toBe('inside')
  expect([asked, calls]).toEqual([1, 1])
})

test('a redirect is an answer: it is not followed', async () => {
  const visited: string[] = []
  const { url } = await receiver((request, response) => {
    visited.push(request.url ?? '')
    response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data' }).end('elsewhere')
  })
  expect(await send(url)).toEqual({ status: 302, retryAfter: undefined, text: 'elsewhere' })
  expect(visited).toEqual(['/hook'])
})

test('what is sent says who sends it, and a connection is not used twice', async () => {
  const seen: Record<string, unknown>[] = []
  const { url } = await receiver((request, response) => {
    seen.push({ ...request.headers, method: request.method })
    response.writeHead(503, { 'retry-after': '120' }).end('a\u0000b')
  })
  expect(await send(url)).toEqual({ status: 503, retryAfter: '120', text: 'ab' })
  expect(seen[0]).toMatchObject({
    method: 'POST',
    connection: 'close',
    'content-length': '2',
    'user-agent': expect.stringMatching(/^Daily-Report-App\/\d/),
  })
})

test('of an endless answer 64 kB are read and 1 kB is kept', async () => {
  let isCut = false
  const { url } = await receiver((_request, response) => {
    const part = Buffer.alloc(16_000, 'x')
    const write = () => {
      while (!response.destroyed && response.write(part));
    }
    response.on('drain', write)
    response.on('close', () => (isCut = true))
    write()
  })
  const { status, text } = await send(url)
  expect([status, text]).toEqual([200, 'x'.repeat(1000)])
  await expect.poll(() => isCut).toBe(true)
})

describe('little is read of an answer that is endless outside of its body', () => {
  const chunked = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n'
  test.each([
    ['interim answers', '', 'HTTP/1.1 102 Processing\r\n\r\n', messages.outgoing.tooLong],
    ['100 Continue', '', 'HTTP/1.1 100 Continue\r\n\r\n', messages.outgoing.tooLong],
    [
      'early hints',
      '',
      `HTTP/1.1 103 Early Hints\r\n${'link: </a>\r\n'.repeat(1000)}\r\n`,
      messages.outgoing.tooLong,
    ],
    ['empty lines', '', '\r\n', messages.outgoing.tooLong],
    ['headers', 'HTTP/1.1 200 OK\r\n', 'x-more: 1\r\n', /HPE_HEADER_OVERFLOW/],
    ['chunk extensions', chunked, `1;${'e'.repeat(15_000)}\r\nx\r\n`, messages.outgoing.tooLong],
    ['chunks of one byte', chunked, '1\r\nx\r\n', messages.outgoing.tooLong],
    ['zeros before the size of a chunk', chunked, '0'.repeat(1000), messages.outgoing.tooLong],
    ['trailers', `${chunked}1\r\nx\r\n0\r\n`, 'x-more: 1\r\n', /HPE_HEADER_OVERFLOW/],
    [
      'another protocol',
      'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n',
      'x'.repeat(1000),
      messages.outgoing.closed,
    ],
  ])('%s', async (_what, first, endless, sentence) => {
    let sent = 0
    const server = createTcpServer(socket => {
      socket.on('error', () => {})
      const block = Buffer.from(endless.repeat(Math.ceil(16_000 / endless.length)))
      const write = () => {
        while (!socket.destroyed && sent < 50_000_000) {
          sent += block.length
          if (!socket.write(block)) return
        }
        socket.destroy()
      }
      socket.once('data', () => {
        socket.write(first)
        socket.on('drain', write)
        write()
      })
    })
    const port = await listen(server)
    await expect(send(`http://127.0.0.1:${port}/`)).rejects.toThrow(sentence)
    // What the sockets of both sides hold has been sent too.
    expect(sent).toBeLessThan(20_000_000)
  })
})

describe('no answer', () => {
  test('the receiver accepts the connection and never answers, or never ends its answer', async () => {
    const silent = createTcpServer(() => {})
    const port = await listen(silent)
    const endless = await receiver((_request, response) => void response.write('and '))
    const own = client({ allowed: ['127.0.0.1'], timeoutMs: 50 })
    for (const url of [`http://127.0.0.1:${port}/`, endless.url])
      await expect(send(url, own)).rejects.toThrow('No answer within 1 seconds')
  })

  test('the DNS never answers', async () => {
    const own = client({ lookup: () => new Promise(() => {}), timeoutMs: 50 })
    await expect(send('https://example.com/', own)).rejects.toThrow(/No answer within/)
    await expect(own.check('https://example.com/')).rejects.toThrow(/No answer within/)
  })

  test('nothing listens, the connection breaks, or it speaks no TLS', async () => {
    const breaking = createTcpServer(socket => socket.destroy())
    const port = await listen(breaking)
    const { url } = await receiver((_request, response) => response.end())
    await expect(send('http://127.0.0.1:1/')).rejects.toThrow(messages.outgoing.unreachable)
    await expect(send(`http://127.0.0.1:${port}/`)).rejects.toThrow(messages.outgoing.closed)
    await expect(send(url.replace('http:', 'https:'))).rejects.toThrow(/The call failed/)
  })

  test('the server stops', async () => {
    const silent = createTcpServer(() => {})
    const port = await listen(silent)
    const stopping = new AbortController()
    const sent = send(`http://127.0.0.1:${port}/`, undefined, stopping.signal)
    stopping.abort(new Error('stopping'))
    await expect(sent).rejects.toThrow('stopping')
  })
})
