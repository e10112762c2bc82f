import { visibleLine } from '../../../reports/visible.ts'
import type { Diagnosis } from './diagnose.ts'

/** What a run was sent to, as far as advice needs it. */
export interface Aim {
  readonly url: string
  readonly timeoutSeconds: number
  /** A base URL at which the target answers, where one was found. */
  readonly betterUrl?: string
}

/** What is wrong and what to do about it, in one line. */
export function adviceFor(diagnosis: Diagnosis, aim: Aim): string {
  switch (diagnosis.kind) {
    case 'unreachable':
      return `${aim.url} cannot be reached (${diagnosis.trouble}): ${remedyFor(diagnosis.trouble, aim.url)}`
    case 'silent':
      return `${aim.url} did not answer within ${aim.timeoutSeconds} s: is it the right address, or is a longer --timeout needed?`
    case 'key-refused':
      return `the target refuses the key at every endpoint (${answers(diagnosis.statuses)}): check --key or MGI_API_KEY`
    case 'elsewhere':
      return `no endpoint was found below ${aim.url} (${answers(diagnosis.statuses)} everywhere)${whereElse(diagnosis.location, aim)}`
  }
}

function answers(statuses: readonly number[]): string {
  return `status ${statuses.join(', ')}`
}

function whereElse(location: string | undefined, { betterUrl }: Aim): string {
  if (betterUrl !== undefined) return `, but ${betterUrl} answers: the base URL looks wrong, use that one`
  if (location !== undefined) return `; it points to ${visibleLine(location)}: is that the base URL?`
  return ': the base URL looks wrong; give the part of the address that comes before /v1/messages'
}

function remedyFor(trouble: string, url: string): string {
  if (trouble === 'ECONNREFUSED') return 'nothing listens there; is the server running, and is the port right?'
  if (trouble === 'ENOTFOUND' || trouble === 'EAI_AGAIN')
    return `the host name ${new URL(url).hostname} is unknown; check its spelling`
  if (trouble.startsWith('PROXY_'))
    return 'the proxy does not let it through; check --proxy, or HTTPS_PROXY, HTTP_PROXY and NO_PROXY'
  if (isWrongScheme(trouble)) return 'TLS is not spoken there; try http:// instead of https://'
  if (isCertificate(trouble)) return 'its TLS certificate is not trusted; name your own authority with --ca FILE'
  if (/TLS|SSL|EPROTO/.test(trouble)) return 'TLS could not be agreed on; check protocol and certificate of the server'
  if (/^HPE_|HTTPParser/.test(trouble)) return 'what answers there is not an HTTP server; check port and scheme'
  if (/^UND_ERR_SOCKET|^ECONNRESET|^EPIPE/.test(trouble) && url.startsWith('http:'))
    return 'the connection is closed without an answer; does the server want https://?'
  return 'check address, port and network'
}

function isWrongScheme(trouble: string): boolean {
  return trouble === 'ERR_SSL_WRONG_VERSION_NUMBER' || trouble === 'ERR_SSL_PACKET_LENGTH_TOO_LONG'
}

function isCertificate(trouble: string): boolean {
  return /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER/.test(trouble)
}
