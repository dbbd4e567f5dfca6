import { isIP } from 'node:net'
import { createRangeCheck, withoutBrackets } from '../lib/ip-address.ts'

/**
 * Ranges that lead into the network of the server, to its own machine, or nowhere. Sources: the special-purpose registries
 * of IANA, and the address at which Azure serves credentials to its machines.
 */
const closedRanges = [
  // This network, loopback, private networks, carrier-grade NAT, and link-local with the metadata service of clouds.
  ...['0.0.0.0/8', '127.0.0.0/8', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10'],
  ...['169.254.0.0/16', '168.63.129.16'],
  // Protocol assignments, documentation, the former 6to4 relays, and benchmarks.
  ...['192.0.0.0/24', '192.0.2.0/24', '198.51.100.0/24', '203.0.113.0/24', '192.88.99.0/24', '198.18.0.0/15'],
  // Multicast, reserved, and broadcast.
  ...['224.0.0.0/4', '240.0.0.0/4'],
  // Unspecified, loopback and IPv4-compatible, unique local, link-local, site-local, and multicast.
  ...['::/96', 'fc00::/7', 'fe80::/10', 'fec0::/10', 'ff00::/8'],
  // IPv6 that carries an IPv4 address to wherever that is: translated, NAT64, Teredo, and 6to4.
  ...['::ffff:0:0:0/96', '64:ff9b::/96', '64:ff9b:1::/48', '2001::/32', '2002::/16'],
  // Discard, ORCHID, benchmarks, and documentation.
  ...['100::/64', '2001:10::/28', '2001:20::/28', '2001:2::/48', '2001:db8::/32', '3fff::/20', '5f00::/16'],
]

const isClosed = createRangeCheck(closedRanges)

/** Whether the server may connect to an address of a host, as URLs spell it, when OUTGOING_ALLOW has these entries. */
export function createAddressCheck(entries: readonly string[]): (host: string, address: string) => boolean {
  const allowed = entries.map(withoutBrackets)
  const isRange = (entry: string) => isIP(entry.split('/')[0] ?? '') !== 0
  const hosts = new Set(allowed.filter(entry => !isRange(entry)).map(host => host.toLowerCase()))
  const isOpened = createRangeCheck(allowed.filter(isRange))
  return (host, address) => hosts.has(host) || isOpened(address) || !isClosed(address)
}
