import { type ConnectionWords, connectionFrom } from '../options/connection.ts'
import type { Environment } from './expand.ts'
import { proxySecrets } from './proxy-secrets.ts'
import type { TargetOptions } from './target-options.ts'

/** The target with the connection that the command line asks for: what it says wins over the config file, word by word. */
export function withConnection(
  target: TargetOptions,
  words: ConnectionWords,
  io: { readonly env: Environment; readonly cwd: string },
): TargetOptions {
  const said = connectionFrom(words, io)
  const { connection, connectionFiles, secrets } = target
  const tls = { ...connection.tls, ...said.tls }
  return {
    ...target,
    secrets: [...secrets, ...proxySecrets(said.proxy)],
    connection: { ...connection, ...said, ...(Object.keys(tls).length === 0 ? {} : { tls }) },
    connectionFiles: { ...connectionFiles, ...filesOf(words) },
  }
}

function filesOf({ ca, cert, 'cert-key': key }: ConnectionWords): TargetOptions['connectionFiles'] {
  return {
    ...(ca === undefined ? {} : { ca }),
    ...(cert === undefined ? {} : { cert }),
    ...(key === undefined ? {} : { key }),
  }
}
