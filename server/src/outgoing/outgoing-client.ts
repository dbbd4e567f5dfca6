import { lookup as lookupHost } from 'node:dns/promises'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, isIPv6, type LookupFunction } from 'node:net'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { withoutBrackets } from '../lib/ip-address.ts'
import { program } from '../lib/program-version.ts'
import { createAddressCheck } from './public-addresses.ts'

/** All IP addresses of a host name. */
export type Lookup = (host: string) => Promise<readonly string[]>

export type OutgoingRequest = { url: string; headers: Record<string, string>; body: string }

/** A call whose whole answer is wanted. */
export type OutgoingCall = {
  url: string
  method: string
  headers: Record<string, string>
  body?: string | undefined
}

export type WholeAnswer = { status: number; headers: Record<string, string>; body: Buffer }

export type OutgoingAnswer = {
  status: number
  retryAfter: string | undefined
  /** The beginning of the body. */
  text: string
}

/** The URL may not be called, or there was no answer. The message is for the admin who gave the URL. */
export class OutgoingError extends Error {}

/** Calls URLs that users of this installation gave. Everything that the server calls for them goes through it. */
export type OutgoingClient = {
  /** Throws an OutgoingError if the URL may not be called. */
  check(url: string): Promise<void>
  /** Sends a POST request. Any status is an answer, and redirects are never followed. */
  post(request: OutgoingRequest, signal?: AbortSignal): Promise<OutgoingAnswer>
  /** Returns the whole answer, or throws an OutgoingError if it is too long. Redirects are never followed. */
  fetch(call: OutgoingCall, signal?: AbortSignal): Promise<WholeAnswer>
}

type Options = {
  /** The entries of OUTGOING_ALLOW. */
  allowed: readonly string[]
  /** Tests bring their own DNS. */
  lookup?: Lookup
  /** Tests don't wait for as long. */
  timeoutMs?: number
}

export function createOutgoingClient({
  allowed,
  lookup = lookupAll,
  timeoutMs = limits.outgoingTimeoutMs,
}: Options): OutgoingClient {
  const mayConnect = createAddressCheck(allowed)

  /** Refuses the URL unless every address of its host may be called: which of them answers can't be chosen safely. */
  async function resolve(text: string): Promise<{ url: URL; addresses: readonly string[] }> {
    const url = parseUrl(text)
    const host = withoutBrackets(url.hostname)
    const addresses = isIP(host) ? [host] : await lookup(nameOf(host)).catch(() => [])
    if (addresses.length === 0) throw new OutgoingError(messages.outgoing.unknownHost(nameOf(host)))
    if (!addresses.every(address => mayConnect(host, address)))
      throw new OutgoingError(messages.outgoing.notPublic(host))
    return { url, addresses }
  }

  /** The lookup of a host can't be aborted, so its result is left behind when the time is over. */
  async function inTime<T>(signal: AbortSignal | undefined, work: (signal: AbortSignal) => Promise<T>) {
    const timeout = AbortSignal.timeout(timeoutMs)
    const ended = signal ? AbortSignal.any([signal, timeout]) : timeout
    try {
      return await Promise.race([work(ended), rejectOn(ended)])
    } catch (error) {
      signal?.throwIfAborted()
      if (timeout.aborted) throw new OutgoingError(messages.outgoing.timedOut(Math.ceil(timeoutMs / 1000)))
      throw error
    }
  }

  return {
    check: url => inTime(undefined, async () => void (await resolve(url))),
    post: ({ url: text, headers, body }, signal) =>
      inTime(signal, async ended => {
        const { url, addresses } = await resolve(text)
        ended.throwIfAborted()
        const answer = await send(url, addresses, { method: 'POST', headers, body, signal: ended })
        return {
          status: answer.status,
          retryAfter: answer.headers['retry-after'],
          text: toText(answer.body),
        }
      }),
    fetch: ({ url: text, ...call }, signal) =>
      inTime(signal, async ended => {
        const { url, addresses } = await resolve(text)
        ended.throwIfAborted()
        const { isWhole, ...answer } = await send(url, addresses, {
          ...call,
          signal: ended,
          bytesMax: limits.outgoingFetchBytes,
        })
        if (!isWhole) throw new OutgoingError(messages.outgoing.tooLong)
        return answer
      }),
  }
}

const lookupAll: Lookup = async host => {
  const found = await lookupHost(host, { all: true })
  return found.map(({ address }) => address)
}

/**
 * The name that is looked up. A full stop at its end means the same host. All names that end in "localhost" are this
 * machine (RFC 6761), which resolvers don't all know.
 */
function nameOf(host: string): string {
  const name = host.replace(/\.$/, '')
  return /(^|\.)localhost$/.test(name) ? 'localhost' : name
}

function parseUrl(text: string): URL {
  if (!URL.canParse(text)) throw new OutgoingError(messages.outgoing.invalid)
  const url = new URL(text)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new OutgoingError(messages.outgoing.scheme)
  if (url.username !== '' || url.password !== '') throw new OutgoingError(messages.outgoing.hasUser)
  return url
}

function rejectOn(signal: AbortSignal): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>()
  // Where the work has ended first, no request waits for this any more.
  promise.catch(() => {})
  if (signal.aborted) reject(signal.reason)
  signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  return promise
}

type Sent = {
  method: string
  headers: Record<string, string>
  body?: string | undefined
  signal: AbortSignal
  /** How much of the answer is read. */
  bytesMax?: number
}

/** Connects to the addresses that were checked, so that another answer of the DNS can't lead elsewhere. */
function send(
  url: URL,
  addresses: readonly string[],
  { method, headers, body, signal, bytesMax = limits.outgoingAnswerBytes }: Sent,
): Promise<WholeAnswer & { isWhole: boolean }> {
  const { promise, resolve, reject } = Promise.withResolvers<WholeAnswer & { isWhole: boolean }>()
  const open = url.protocol === 'https:' ? requestHttps : requestHttp
  const call = open(
    url,
    {
      method,
      headers: {
        ...headers,
        ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
        'user-agent': `Daily-Report-App/${program.version}`,
        'accept-encoding': 'identity',
        connection: 'close',
      },
      // A connection of its own: one that another call left open could lead to an address that isn't allowed any more.
      agent: false,
      lookup: answerWith(addresses),
      signal,
    },
    answer => {
      const parts: Buffer[] = []
      let bytes = 0
      const finish = (isWhole: boolean) => {
        resolve({
          status: answer.statusCode ?? 0,
          headers: headersOf(answer),
          body: Buffer.concat(parts),
          isWhole,
        })
        call.destroy()
      }
      answer.on('data', (part: Buffer) => {
        bytes += part.length
        parts.push(part)
        if (bytes >= bytesMax) finish(false)
      })
      answer.on('end', () => finish(true))
      answer.on('error', error => reject(explain(error)))
    },
  )
  const refuseMore = () => call.destroy(new OutgoingError(messages.outgoing.tooLong))
  let interim = 0
  call.on('information', () => {
    interim++
    if (interim > limits.outgoingInterimAnswers) refuseMore()
  })
  // Everything else that surrounds an answer: headers, the sizes and extensions of chunks, and trailers.
  const mostOnSocket = 2 * bytesMax + limits.outgoingOverheadBytes
  // The socket no longer belongs to the call then.
  call.on('upgrade', (_answer, socket) => {
    socket.destroy()
    reject(new OutgoingError(messages.outgoing.closed))
  })
  call.on('socket', socket => {
    let received = 0
    socket.on('data', (part: Buffer) => {
      received += part.length
      if (received > mostOnSocket) refuseMore()
    })
  })
  call.on('error', error => reject(explain(error)))
  call.end(body)
  return promise
}

const headersOf = ({ headers }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, [value].flat().join(', ')]],
    ),
  )

const answerWith =
  (addresses: readonly string[]): LookupFunction =>
  (_host, { all }, callback) => {
    const found = addresses.map(address => ({ address, family: isIPv6(address) ? 6 : 4 }))
    const [first] = found
    if (all) callback(null, found)
    else callback(null, first?.address ?? '', first?.family)
  }

/** Control characters are left out: PostgreSQL can't store U+0000, and a page can't show the others. */
const toText = (body: Buffer) =>
  body
    .subarray(0, limits.outgoingAnswerKept)
    .toString('utf8')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, '')

/** Never contains the URL, because those of chats are secrets. */
function explain(error: Error): Error {
  const { code = error.name } = error as NodeJS.ErrnoException
  const { outgoing } = messages
  if (error instanceof OutgoingError) return error
  if (error.name === 'AbortError') return error
  if (code === 'ECONNREFUSED') return new OutgoingError(outgoing.unreachable)
  if (code === 'ECONNRESET' || code === 'EPIPE') return new OutgoingError(outgoing.closed)
  if (/CERT|SELF_SIGNED|UNABLE_TO_|ALTNAME/.test(code)) return new OutgoingError(outgoing.certificate)
  return new OutgoingError(outgoing.failed(code))
}
