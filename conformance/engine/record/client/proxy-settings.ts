import { percentDecoded } from '../../../core/wire/percent-decoded.ts'
/** Variables by name, which is case-sensitive. */
export type Environment = Readonly<Record<string, string | undefined>>

export interface ProxySettings {
  /** The proxy for all requests. */
  readonly proxy?: string
  readonly env?: Environment
}

const ports: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' }

/**
 * Returns the proxy for a URL: the configured one, else that of the environment for its scheme, unless `NO_PROXY`
 * exempts it. Lower-case variables take precedence, as in curl.
 */
export function proxyFor(url: URL, { proxy, env = {} }: ProxySettings): URL | undefined {
  if (proxy !== undefined) return new URL(proxy)
  const named = variable(env, url.protocol === 'https:' ? 'https_proxy' : 'http_proxy')
  if (named === undefined || isExempt(url, variable(env, 'no_proxy') ?? '')) return undefined
  return proxyAddress(named)
}

/** Returns the proxies that variables name, in either case, for any URL. */
export function proxiesIn(env: Environment): readonly URL[] {
  const names = ['https_proxy', 'http_proxy'].flatMap((name) => [name, name.toUpperCase()])
  return names.flatMap((name) => (env[name] ? (proxyAddress(env[name]) ?? []) : []))
}

function proxyAddress(named: string): URL | undefined {
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(named) ? named : `http://${named}`
  return isProxyAddress(address) ? new URL(address) : undefined
}

/** Returns the user name and password in the address of a proxy. A % that begins no escape stands for itself. */
export function proxyLogin({ username, password }: URL): { readonly username: string; readonly password: string } {
  return { username: percentDecoded(username) ?? username, password: percentDecoded(password) ?? password }
}

export function isProxyAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}

/** Reads a variable; an empty one counts as unset. */
function variable(env: Environment, name: string): string | undefined {
  return env[name] || env[name.toUpperCase()] || undefined
}

/** Returns whether `NO_PROXY` lists the host, a domain above it, or everything. A port limits an entry to that port. */
function isExempt({ protocol, hostname, port }: URL, list: string): boolean {
  const host = bare(hostname)
  const entries = list.split(/[\s,]+/).filter((entry) => entry !== '')
  return entries.some((entry) => {
    if (entry === '*') return true
    const [name, only] = hostAndPort(entry)
    if (only !== undefined && only !== (port || ports[protocol])) return false
    const domain = bare(name).replace(/^\*?\./, '')
    return domain !== '' && (host === domain || host.endsWith(`.${domain}`))
  })
}

/** Splits an entry into host and port. An IPv6 address contains colons, so it needs brackets before a port. */
function hostAndPort(entry: string): readonly [host: string, port: string | undefined] {
  const [, host, port] = /^(\[.*\]|[^:]*):(\d+)$/.exec(entry) ?? []
  return host === undefined ? [entry, undefined] : [host, port]
}

function bare(host: string): string {
  return host.replace(/^\[|\]$/g, '').toLowerCase()
}
