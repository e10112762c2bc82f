import { shellWord } from '../../../../reports/shell-word.ts'
import type { Exchange, RecordedRequest } from '../../../core/model/exchange.ts'
import type { Operation } from '../../../core/model/operation.ts'
import type { Area } from '../../../core/model/vocabulary.ts'
import type { Commands } from '../../../engine/judge/index.ts'
import { wordsFor } from '../../../engine/record/client/names.ts'
import { proxyFor } from '../../../engine/record/client/proxy-settings.ts'
import type { RunOptions } from '../../config/run-options.ts'
import type { TargetOptions } from '../../config/target-options.ts'
import { allBaseUrls, baseUrlOf } from '../../config/vocabulary.ts'
import type { Target } from '../target/target.ts'
import { type CurlWords, curlFor } from './curl.ts'

/**
 * Returns the commands that send a request of this run again, with the names that its target uses. The embedded server
 * has stopped by then and gets no curl command.
 */
export function commandsFor(
  target: Pick<Target, 'url' | 'embedded'>,
  options: Pick<RunOptions, 'said' | 'targetOptions' | 'out'> & Partial<Pick<RunOptions, 'upstream'>>,
  operations: readonly Operation[],
): (exchange: Exchange) => Commands {
  const { said, targetOptions } = options
  const { vocabulary } = targetOptions
  const isNamed = !target.embedded && (said.hasUrl || said.config === undefined)
  const address = isNamed ? [shellWord(target.url)] : []
  const config = said.config === undefined ? [] : ['--config', shellWord(said.config)]
  const folder = said.out === undefined ? [] : ['--out', shellWord(said.out)]
  const reaching = saidAgain(target, options)
  // Without its provider, the gateway could not answer. The key comes from MGI_UPSTREAM_KEY or the config file.
  const behind =
    options.upstream === undefined || said.hasUpstream !== true ? [] : ['--upstream', String(options.upstream.port)]
  // Without its module, a requirement of a plugin would not be judged again.
  const plugins = (said.plugins ?? []).flatMap((file) => ['--plugin', shellWord(file)])
  return ({ id, request }) => {
    const area = operations.find((one) => one.matches(request))?.area
    const base = baseUrlOf(area, target.url, vocabulary)
    const words = target.embedded ? undefined : curlWords(area, targetOptions, base)
    const curl = words && curlFor(request, base, words)
    const where = [
      ...address,
      ...config,
      '--replay',
      shellWord(id),
      ...folder,
      ...reaching,
      ...behind,
      ...plugins,
      ...allowing(request, allBaseUrls(target.url, vocabulary)),
    ]
    // Without a folder, the evidence is gone when the run ends.
    return options.out === undefined ? { curl } : { curl, replay: ['npx mgi run', ...where].join(' ') }
  }
}

/** An image on another origin is fetched only if the user allows the origin. */
function allowing({ path }: RecordedRequest, baseUrls: readonly string[]): readonly string[] {
  if (path.startsWith('/') || !URL.canParse(path)) return []
  const { origin } = new URL(path)
  return baseUrls.some((url) => new URL(url).origin === origin) ? [] : ['--allow-origin', shellWord(origin)]
}

/**
 * Returns the options of the command line that decide how a case reaches its target. The config file is not repeated,
 * and secrets are named by their source.
 */
function saidAgain(
  { url, embedded }: Pick<Target, 'url' | 'embedded'>,
  { said, targetOptions }: Pick<RunOptions, 'said' | 'targetOptions'>,
): readonly string[] {
  const timeout = valued('timeout', said.timeout)
  if (embedded) return timeout
  const { ca, cert, 'cert-key': certKey, insecure, proxy } = said.connection
  const { proxy: address } = targetOptions.connection
  return [
    ...(said.isKeyOverriding ? ['--key "$MGI_API_KEY"'] : []),
    ...valued('ca', ca),
    ...valued('cert', cert),
    ...valued('cert-key', certKey),
    ...(insecure === true ? ['--insecure'] : []),
    ...(proxy === undefined || address === undefined ? [] : ['--proxy', proxyWord(address, url)]),
    ...timeout,
  ]
}

function valued(option: string, value: string | undefined): readonly string[] {
  return value === undefined ? [] : [`--${option}`, shellWord(value)]
}

/**
 * Returns the parts of a curl command for a target: its names, its credential's variable, and the flags of its
 * connection. `undefined` if the command would contain a secret that is in no environment variable.
 */
export function curlWords(area: Area | undefined, options: TargetOptions, target: string): CurlWords | undefined {
  const { vocabulary, credentials, extraHeaders } = options
  const credential = area === undefined ? undefined : credentials[area]
  const own = (area === undefined ? undefined : extraHeaders[area]) ?? []
  const shown = own.flatMap((line) => (line.shown === undefined ? [] : [[line.name, line.shown] as const]))
  if (shown.length < own.length) return undefined
  return {
    ...wordsFor(vocabulary, area),
    ...(shown.length === 0 ? {} : { extraHeaders: shown }),
    ...(credential === undefined ? {} : { variable: credential.variable, isPrefixed: /^sk-./.test(credential.key) }),
    flags: connectionFlags(options, target),
  }
}

function connectionFlags({ connection, connectionFiles }: TargetOptions, target: string): readonly string[] {
  const { ca, cert, key } = connectionFiles
  return [
    ...(connection.tls?.verify === false ? ['--insecure'] : []),
    ...(ca === undefined ? [] : ['--cacert', shellWord(ca)]),
    ...(cert === undefined ? [] : ['--cert', shellWord(cert)]),
    ...(key === undefined ? [] : ['--key', shellWord(key)]),
    ...proxyFlags(connection, target),
  ]
}

/** curl finds the proxies of the environment itself, except `HTTP_PROXY`, which it reads only in lower case. */
function proxyFlags(connection: TargetOptions['connection'], target: string): readonly string[] {
  const { proxy, env = {} } = connection
  if (proxy !== undefined) return ['--proxy', proxyWord(proxy, target)]
  const variable = proxyVariable(target)
  const isUnread = variable === 'HTTP_PROXY' && !env['http_proxy'] && proxyFor(new URL(target), { env }) !== undefined
  return isUnread ? ['--proxy', `"$${variable}"`] : []
}

/**
 * Returns the address of a proxy as a word of a command for a POSIX shell. Commands end up in reports, so a variable
 * replaces an address with a user name or password. A shell without that variable prints an error and sends nothing.
 */
export function proxyWord(proxy: string, target: string): string {
  const { username, password, origin } = new URL(proxy)
  if (username === '' && password === '') return shellWord(origin)
  return `"\${${proxyVariable(target)}:?the proxy with its user name and password}"`
}

/** Returns the environment variable that names the proxy for an address. */
function proxyVariable(url: string): 'HTTPS_PROXY' | 'HTTP_PROXY' {
  return /^https:/i.test(url) ? 'HTTPS_PROXY' : 'HTTP_PROXY'
}
