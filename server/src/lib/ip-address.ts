import { BlockList, isIPv4, isIPv6 } from 'node:net'

// Parses IP addresses as proxies write them, and ranges of them.

/**
 * The bare IP address in what a socket or a proxy says: without port, brackets and zone, IPv4 also where it is mapped
 * into IPv6. Undefined for anything else.
 */
export function readAddress(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  if (isIPv4(text)) return text
  const [, bracketed, withPort] = /^\[([^\]]+)\](?::\d+)?$|^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text) ?? []
  const [address = ''] = (bracketed ?? withPort ?? text).split('%')
  if (isIPv4(address)) return address
  if (!isIPv6(address)) return undefined
  return mappedIPv4(groupsOf(address)) ?? address.toLowerCase()
}

/** The networks of 64 and of 48 bits around an IPv6 address, in one spelling each. */
export function networksOf(ipv6: string): [sixtyFour: string, fortyEight: string] {
  const [sixtyFour, fortyEight] = [4, 3].map(count => {
    const groups = groupsOf(ipv6).slice(0, count)
    return `${groups.map(group => group.toString(16)).join(':')}::/${count * 16}`
  })
  return [sixtyFour ?? ipv6, fortyEight ?? ipv6]
}

/** Checks whether an IP address (as `readAddress` returns it) is in one of these ranges. */
export function createRangeCheck(ranges: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const range of ranges) {
    const [address = '', prefix] = range.split('/')
    if (isIPv4(address)) list.addSubnet(address, Number(prefix ?? 32), 'ipv4')
    else list.addSubnet(address, Number(prefix ?? 128), 'ipv6')
  }
  return address => list.check(address, isIPv4(address) ? 'ipv4' : 'ipv6')
}

/** URLs have IPv6 addresses in brackets: [fd00::7]. */
export const withoutBrackets = (host: string) => host.replace(/^\[(.*)\]$/, '$1')

/** Whether the text is an IP address, with or without a prefix length. */
export function isAddressRange(entry: string): boolean {
  const [address = '', prefix, ...rest] = entry.split('/')
  const bits = isIPv4(address) ? 32 : isIPv6(address) && !address.includes('%') ? 128 : -1
  return (
    rest.length === 0 &&
    bits > 0 &&
    (prefix === undefined || (/^\d+$/.test(prefix) && Number(prefix) <= bits))
  )
}

/** Whether these ranges together contain every IPv4 or every IPv6 address that a client on the Internet can have. */
export function coverInternet(ranges: readonly string[]): boolean {
  const intervals = ranges.map(intervalOf).sort((a, b) => (a.first < b.first ? -1 : 1))
  return ['1.0.0.0-223.255.255.255', '2000::-3fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'].some(internet => {
    let [next = 0n, last = 0n] = internet.split('-').map(numberOf)
    for (const interval of intervals) {
      if (interval.first <= next && interval.last >= next) next = interval.last + 1n
    }
    return next > last
  })
}

/** IPv4 addresses count as their mapped IPv6 addresses, so that both can be compared as numbers. */
function intervalOf(range: string): { first: bigint; last: bigint } {
  const [address = '', prefix] = range.split('/')
  const bits = isIPv4(address) ? 32 : 128
  const size = 1n << BigInt(bits - Number(prefix ?? bits))
  const first = (numberOf(address) / size) * size
  return { first, last: first + size - 1n }
}

const numberOf = (address: string) =>
  groupsOf(isIPv4(address) ? `::ffff:${address}` : address).reduce(
    (sum, group) => sum * 0x10000n + BigInt(group),
    0n,
  )

/** The eight numbers of an IPv6 address. */
function groupsOf(ipv6: string): number[] {
  const [head = '', tail] = ipv6.replace(/\d+\.\d+\.\d+\.\d+$/, hexGroups).split('::')
  const before = numbersIn(head)
  const after = numbersIn(tail ?? '')
  const zeros = Array<number>(Math.max(0, 8 - before.length - after.length)).fill(0)
  return [...before, ...zeros, ...after]
}

const numbersIn = (part: string) =>
  part === '' ? [] : part.split(':').map(group => Number.parseInt(group, 16))

/** The last 32 bits of an IPv6 address may be written like an IPv4 address. */
function hexGroups(ipv4: string): string {
  const [a = 0, b = 0, c = 0, d = 0] = ipv4.split('.').map(Number)
  return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`
}

function mappedIPv4(groups: number[]): string | undefined {
  const isMapped = groups.slice(0, 5).every(group => group === 0) && groups[5] === 0xffff
  if (!isMapped) return undefined
  return groups
    .slice(6)
    .flatMap(group => [group >> 8, group & 255])
    .join('.')
}
