/** Variables by name, upper and lower case apart. */
export type Environment = Readonly<Record<string, string | undefined>>

/** What decides whether a request goes through a proxy. */
export interface ProxySettings {
  /** The proxy for everything. */
  readonly proxy?: string
  readonly env?: Environment
}

const ports: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' }

/**
 * The proxy for an address: the one that was named, else the one that the environment names for its scheme and does
 * not exempt it from. Lower-case variables go before upper-case ones, as with curl.
 */
export function proxyFor(url: URL, { proxy, env = {} }: ProxySettings): URL | undefined {
  if (proxy !== undefined) return new URL(proxy)
  const named = variable(env, url.protocol === 'https:' ? 'https_proxy' : 'http_proxy')
  if (named === undefined || isExempt(url, variable(env, 'no_proxy') ?? '')) return undefined
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(named) ? named : `http://${named}`
  return isProxyAddress(address) ? new URL(address) : undefined
}

/** Whether a text is the address of a proxy that can be used. */
export function isProxyAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}

/** An empty variable is none. */
function variable(env: Environment, name: string): string | undefined {
  return env[name] || env[name.toUpperCase()] || undefined
}

/** Whether `NO_PROXY` names the host, a domain above it, or everything; with a port only that port is meant. */
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

/** An address of IPv6 has colons of its own: a port after it stands behind brackets. */
function hostAndPort(entry: string): readonly [host: string, port: string | undefined] {
  const [, host, port] = /^(\[.*\]|[^:]*):(\d+)$/.exec(entry) ?? []
  return host === undefined ? [entry, undefined] : [host, port]
}

function bare(host: string): string {
  return host.replace(/^\[|\]$/g, '').toLowerCase()
}
