import type { Aim } from './advice.ts'

/** Returns the remedy for trouble on the network, by its code. */
export function remedyFor(trouble: string, { url, proxy, config }: Pick<Aim, 'url' | 'proxy' | 'config'>): string {
  if (proxy !== undefined && /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN)$/.test(trouble))
    return 'is the proxy right, and does it run?'
  if (trouble.startsWith('PROXY_'))
    return 'the proxy does not let it through; check --proxy, or HTTPS_PROXY, HTTP_PROXY and NO_PROXY'
  if (trouble === 'ECONNREFUSED') return 'nothing listens there; is the server running, and is the port right?'
  if (trouble === 'ENOTFOUND' || trouble === 'EAI_AGAIN')
    return `the host name ${new URL(url).hostname} is unknown; check its spelling`
  if (/^(EHOSTUNREACH|ENETUNREACH)$/.test(trouble))
    return 'there is no way to that address from here; check network and VPN'
  if (/^(ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/.test(trouble))
    return 'no server answers there; check address, port and firewall'
  return tlsRemedy(trouble, url, config) ?? httpRemedy(trouble, url, config) ?? 'check address, port and network'
}

function tlsRemedy(trouble: string, url: string, config = 'the config file'): string | undefined {
  if (/WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST/.test(trouble))
    return `the server does not use TLS; try ${url.replace(/^https:/, 'http:')}`
  if (trouble === 'CERT_HAS_EXPIRED') return 'its certificate has expired; renew it on the server'
  if (trouble === 'CERT_NOT_YET_VALID') return 'its certificate is not valid yet; check the clocks of both machines'
  if (trouble === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return `its certificate is for another host than ${new URL(url).hostname}; use a name that the certificate holds`
  if (/CERTIFICATE_REQUIRED|BAD_CERTIFICATE|UNKNOWN_CA|ALERT_HANDSHAKE_FAILURE|CERTIFICATE_UNKNOWN/.test(trouble))
    return `it wants a client certificate that it trusts; name one with --cert and --cert-key, or under tls: (cert, key) in ${config}`
  if (/CERT|SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER/.test(trouble))
    return `its certificate comes from no authority that is trusted here; name your own with --ca FILE, under tls: (ca) in ${config} or in NODE_EXTRA_CA_CERTS`
  if (/TLS|SSL|EPROTO/.test(trouble)) return 'TLS could not be agreed on; check protocol and certificate of the server'
  return undefined
}

function httpRemedy(trouble: string, url: string, config = 'the config file'): string | undefined {
  if (/^HPE_|HTTPParser/.test(trouble)) return 'what answers there is not an HTTP server; check port and scheme'
  const isCut = /^UND_ERR_SOCKET|^ECONNRESET|^EPIPE/.test(trouble)
  if (isCut && url.startsWith('http:'))
    return `the connection is closed without an answer; does the server want ${url.replace(/^http:/, 'https:')}?`
  if (!isCut) return undefined
  return `the connection is closed without an answer; check the port, and whether it wants a client certificate (tls: in ${config})`
}
