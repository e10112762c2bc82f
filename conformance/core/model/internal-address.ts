import { BlockList, isIP } from 'node:net'

/** Networks that are not reachable from outside (RFC 1918, 3927, 4193, 6598, and loopback). */
const internal = new BlockList()
for (const [network, prefix] of [
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  internal.addSubnet(network, prefix, 'ipv4')
for (const [network, prefix] of [
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  internal.addSubnet(network, prefix, 'ipv6')

/** The top-level domains of names in private networks. */
const privateDomains: ReadonlySet<string> = new Set(['internal', 'local', 'localhost', 'lan', 'home', 'corp', 'svc'])

/** Returns whether a URL is only reachable inside of a network, so that it tells others nothing that they should know. */
export function isInternalAddress(url: string): boolean {
  if (!URL.canParse(url)) return true
  const { hostname } = new URL(url)
  const address = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname
  const version = isIP(address)
  if (version !== 0) return internal.check(address, version === 4 ? 'ipv4' : 'ipv6')
  const labels = address.split('.')
  return labels.length === 1 || privateDomains.has(labels.at(-1)!)
}
