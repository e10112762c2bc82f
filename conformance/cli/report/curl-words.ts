import type { Area } from '../../model/vocabulary.ts'
import type { TargetOptions } from '../config/target-options.ts'
import type { CurlWords } from './curl.ts'

/** How a curl command speaks to a target: its names, its credential's variable, and how the connection is made. */
export function curlWords(area: Area | undefined, options: TargetOptions): CurlWords {
  const { vocabulary, credentials, extraHeaders } = options
  const credential = area === undefined ? undefined : credentials[area]
  const own = area === undefined ? undefined : extraHeaders[area]
  return {
    ...vocabulary,
    ...(own === undefined ? {} : { extraHeaders: own }),
    ...(credential === undefined ? {} : { variable: credential.variable, isPrefixed: /^sk-./.test(credential.key) }),
    flags: connectionFlags(options),
  }
}

/** A user name and password of the proxy stay out of commands: they end up in reports. */
function connectionFlags({ connection, connectionFiles }: TargetOptions): readonly string[] {
  const { ca, cert, key } = connectionFiles
  return [
    ...(connection.tls?.verify === false ? ['--insecure'] : []),
    ...(ca === undefined ? [] : ['--cacert', ca]),
    ...(cert === undefined ? [] : ['--cert', cert]),
    ...(key === undefined ? [] : ['--key', key]),
    ...(connection.proxy === undefined ? [] : ['--proxy', new URL(connection.proxy).origin]),
  ]
}
