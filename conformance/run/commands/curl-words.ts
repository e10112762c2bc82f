import { shellWord } from '../../../reports/shell-word.ts'
import type { TargetOptions } from '../../config/target-options.ts'
import type { Area } from '../../model/vocabulary.ts'
import { wordsFor } from '../../record/client/names.ts'
import { proxyFor } from '../../record/client/proxy-settings.ts'
import type { CurlWords } from './curl.ts'
import { proxyVariable, proxyWord } from './proxy-word.ts'

/**
 * Returns the words of a curl command for a target: its names, its credential's variable, and how the connection is
 * made. `undefined` where it would have to hold a secret that no variable has.
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

/**
 * curl finds the proxies of the environment itself, but for one in `HTTP_PROXY`: that name it reads in lower case
 * alone.
 */
function proxyFlags(connection: TargetOptions['connection'], target: string): readonly string[] {
  const { proxy, env = {} } = connection
  if (proxy !== undefined) return ['--proxy', proxyWord(proxy, target)]
  const variable = proxyVariable(target)
  const isUnread = variable === 'HTTP_PROXY' && !env['http_proxy'] && proxyFor(new URL(target), { env }) !== undefined
  return isUnread ? ['--proxy', `"$${variable}"`] : []
}
