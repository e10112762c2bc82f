import { credentialForms } from '../../../core/model/credential.ts'
import { unaskedContinue } from '../../../core/model/exchange.ts'
import { baseOfRedirect, type Redirection, redirectInWords } from '../../../core/text/redirect.ts'
import { visibleLine } from '../../../core/text/visible.ts'
import type { RequestMembers } from '../../config/request-members.ts'
import type { Diagnosis } from './diagnose.ts'
import { inQuotes } from './quoted.ts'

/** The facts about a target that advice mentions. */
export interface AdvisedTarget {
  readonly url: string
  /** The base URL, together with those of areas that have their own. */
  readonly places: string
  /** The configured forms of keys that differ from the specified ones, in words. */
  readonly forms?: readonly string[]
  readonly timeoutSeconds: number
  /** A base URL at which the target answers, if one was found. */
  readonly betterUrl?: string
  /** The name of the config file that was read. */
  readonly config?: string
  /** The members that the configuration adds to the requests of operations. */
  readonly requests?: RequestMembers
  readonly keyFrom: string
  /** The target's names for the specification's models. */
  readonly models?: Readonly<Record<string, string>>
  /** The proxy that requests go through, without user name and password. */
  readonly proxy?: string
}

/** Returns one line: the trouble and its remedy. */
export function preflightAdvice(diagnosis: Diagnosis, aim: AdvisedTarget): string {
  switch (diagnosis.kind) {
    case 'unreachable':
      return `${aim.places} cannot be reached${through(aim)} (${diagnosis.trouble}): ${remedyFor(diagnosis.trouble, aim)}`
    case 'silent':
      return `${aim.places} did not answer within ${aim.timeoutSeconds} s${through(aim)}: is it the right address, or is a longer --timeout needed?`
    case 'unfinished':
      return `${aim.places} started to respond${through(aim)}, but no response ended within ${aim.timeoutSeconds} s: is a longer --timeout needed?`
    case 'unavailable':
      return `${aim.places} returned only errors${through(aim)} (${answers(diagnosis.statuses)}): ${aim.proxy === undefined ? '' : 'the proxy cannot reach it, or '}the gateway or a service behind it is not running`
    case 'key-rejected':
      return `the target rejected the key at every endpoint${through(aim)}, in each of ${credentialForms.length} forms (${answers(diagnosis.statuses)}${said(diagnosis.said)}): check ${aim.keyFrom}${formsIn(aim)}`
    case 'wants-tls':
      return `${aim.url} expects TLS: use ${aim.url.replace(/^http:/, 'https:')}`
    case 'model-unknown':
      return modelAdvice(diagnosis.models, diagnosis.statuses, aim)
    case 'elsewhere':
      return `no endpoint was found below ${aim.places}${through(aim)} (${answers(diagnosis.statuses)} everywhere${page(diagnosis.page)})${whereElse(diagnosis, aim)}`
  }
}

/** Quotes the target: it may have another reason than the key. */
function said(text = ''): string {
  const words = inQuotes(text)
  return words === '' ? '' : `, ${words}`
}

function through({ proxy }: AdvisedTarget): string {
  return proxy === undefined ? '' : ` through the proxy ${proxy}`
}

/** Mentions configured forms: a correct key may be sent in a form that the target does not read. */
function formsIn({ forms = [] }: AdvisedTarget): string {
  return forms.length === 0 ? '' : `, and credential: in the configuration (${forms.join(', ')})`
}

function answers(statuses: readonly number[]): string {
  return `status ${statuses.join(', ')}`
}

/** Names the unknown models in the target's words, and the remedy. */
function modelAdvice(
  models: readonly string[],
  statuses: readonly number[],
  { models: known = {}, config }: AdvisedTarget,
): string {
  const names = models.map((model) => `"${visibleLine(known[model] ?? model)}"`).join(', ')
  const unnamed = models.some((model) => known[model] === undefined)
  const where = config === undefined ? 'a config file (mgi init writes one)' : config
  const remedy = unnamed ? `set their names under models: in ${where}` : `correct models: in ${where}`
  return `the target does not know the model${models.length === 1 ? '' : 's'} ${names} (${answers(statuses)}): ${remedy}`
}

function page(title: string | undefined): string {
  if (title === undefined) return ''
  return title === '' ? ', HTML pages' : `, HTML pages: "${visibleLine(title)}"`
}

function whereElse(
  { redirect, page: title }: Extract<Diagnosis, { kind: 'elsewhere' }>,
  { betterUrl, url }: AdvisedTarget,
): string {
  if (betterUrl !== undefined) return `, but ${betterUrl} answers: the base URL looks wrong, use that one`
  if (redirect !== undefined) return redirectAdvice(redirect, url)
  if (title !== undefined)
    return ": this is a web site, not the API; give the part of the API's address before /v1/messages"
  return ': the base URL looks wrong; give the part of the address that comes before /v1/messages'
}

function redirectAdvice(redirect: Redirection, url: string): string {
  const isSame = baseOfRedirect(redirect, url) === url.replace(/\/$/, '')
  return isSame
    ? '; every response redirects to the same URL: is that the right address?'
    : `; ${redirectInWords(redirect, url)}`
}

/** Returns the remedy for trouble on the network, by its code. */
export function remedyFor(
  trouble: string,
  { url, proxy, config }: Pick<AdvisedTarget, 'url' | 'proxy' | 'config'>,
): string {
  if (proxy !== undefined && /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN)$/.test(trouble))
    return 'is the address of the proxy right, and is the proxy running?'
  if (trouble === 'PROXY_STATUS_407')
    return 'the proxy requires a user name and password; write them as http://USER:PASSWORD@HOST:PORT in --proxy, HTTPS_PROXY or HTTP_PROXY'
  if (trouble.startsWith('PROXY_'))
    return 'the proxy did not allow the connection; check --proxy, or HTTPS_PROXY, HTTP_PROXY and NO_PROXY'
  if (trouble === 'ECONNREFUSED') return 'nothing listens there; is the server running, and is the port right?'
  if (trouble === 'ENOTFOUND' || trouble === 'EAI_AGAIN')
    return `the host name ${new URL(url).hostname} is unknown; check its spelling`
  if (/^(EHOSTUNREACH|ENETUNREACH)$/.test(trouble)) return 'there is no route to that address; check network and VPN'
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
    return `its certificate is for another host than ${new URL(url).hostname}; use a name that the certificate contains`
  if (/CERTIFICATE_REQUIRED|BAD_CERTIFICATE|UNKNOWN_CA|ALERT_HANDSHAKE_FAILURE|CERTIFICATE_UNKNOWN/.test(trouble))
    return `it requires a client certificate that it trusts; give one with --cert and --cert-key, or under tls: (cert, key) in ${config}`
  if (/CERT|SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER/.test(trouble))
    return `its certificate was not issued by an authority that this machine trusts; name yours with --ca FILE, under tls: (ca) in ${config} or in NODE_EXTRA_CA_CERTS`
  if (/TLS|SSL|EPROTO/.test(trouble))
    return 'the TLS handshake failed; check the TLS settings and the certificate of the server'
  return undefined
}

function httpRemedy(trouble: string, url: string, config = 'the config file'): string | undefined {
  if (/^HPE_|HTTPParser/.test(trouble)) return 'the server there is not an HTTP server; check port and scheme'
  if (trouble === unaskedContinue)
    return 'it sends 100 Continue before its responses although no request asks for it, and this client, like fetch of Node.js, then closes the connection; turn that off'
  const isCut = /^UND_ERR_SOCKET|^ECONNRESET|^EPIPE/.test(trouble)
  if (isCut && url.startsWith('http:'))
    return `the connection was closed without a response; does the server expect ${url.replace(/^http:/, 'https:')}?`
  if (!isCut) return undefined
  return `the connection was closed without a response; check the port, and whether the server requires a client certificate (tls: in ${config})`
}
