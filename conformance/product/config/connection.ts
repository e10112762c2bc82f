import { readFileSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import { createSecureContext } from 'node:tls'
import { UsageError } from '../../core/text/usage-error.ts'
import type { Secret } from '../../engine/record/client/keys.ts'
import type { Environment } from '../../engine/record/client/proxy-settings.ts'
import { isProxyAddress, proxiesIn, proxyLogin } from '../../engine/record/client/proxy-settings.ts'
import type { Tls } from '../../engine/record/client/tls.ts'
import { shortestSecret } from '../../engine/record/evidence/readings.ts'
import type { LoadedConfig } from './config.ts'
import type { TargetOptions } from './target-options.ts'
import { shownUrl } from './target-url.ts'

/** The settings of the connection to the target. */
export interface Connection {
  readonly tls?: Tls
  readonly proxy?: string
  readonly env: Environment
}

/** The connection as the user wrote it: file names and a proxy URL. */
export interface ConnectionWords {
  readonly ca?: string | undefined
  readonly cert?: string | undefined
  readonly 'cert-key'?: string | undefined
  readonly insecure?: boolean | undefined
  readonly proxy?: string | undefined
}

/** Reads the files and checks that they can be used. Throws a `UsageError` otherwise. */
export function connectionFrom(words: ConnectionWords, { env, cwd }: { env: Environment; cwd: string }): Connection {
  const { ca, cert, 'cert-key': key, insecure, proxy } = words
  if ((cert === undefined) !== (key === undefined))
    throw new UsageError(`--${cert === undefined ? 'cert-key' : 'cert'} was given alone; give --cert and --cert-key`)
  const tls: Tls = {
    ...pem('ca', ca, cwd),
    ...pem('cert', cert, cwd),
    ...pem('key', key, cwd),
    ...(insecure === true ? { verify: false } : {}),
  }
  assertUsable(
    tls,
    [ca, cert, key].filter((name) => name !== undefined),
  )
  return { env, ...(Object.keys(tls).length === 0 ? {} : { tls }), ...proxyFrom(proxy) }
}

function pem(member: 'ca' | 'cert' | 'key', file: string | undefined, cwd: string): Partial<Tls> {
  if (file === undefined) return {}
  const option = member === 'key' ? 'cert-key' : member
  const text = textOf(file, option, cwd)
  if (!text.includes('-----BEGIN '))
    throw new UsageError(`--${option} ${file}: it contains no PEM text (-----BEGIN …); name another file`)
  return { [member]: text }
}

function textOf(file: string, option: string, cwd: string): string {
  try {
    return readFileSync(resolve(cwd, file), 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new UsageError(`--${option} ${file}: it cannot be read (${code}); name another file`)
  }
}

function assertUsable({ ca, cert, key }: Tls, files: readonly string[]): void {
  try {
    createSecureContext({ ca, cert, key })
  } catch (error) {
    throw new UsageError(`${files.join(', ')}: TLS cannot use that (${(error as Error).message}); check the files`)
  }
}

function proxyFrom(text: string | undefined): { readonly proxy?: string } {
  if (text === undefined) return {}
  const hasScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(text)
  const address = hasScheme ? text : `http://${text}`
  if (isProxyAddress(address) && (hasScheme || /:\d+\/?$/.test(text))) return { proxy: address }
  const shown = text.includes('@') ? '' : ` ${shownUrl(text)}`
  throw new UsageError(`--proxy${shown}: it is not the http or https address of a proxy; write http://HOST:PORT`)
}

/** The files of a connection, for commands that reproduce an exchange. */
export type ConnectionFiles = Partial<Readonly<Record<'ca' | 'cert' | 'key', string>>>

const labels = { ca: 'CERTIFICATE', cert: 'CERTIFICATE', key: 'PRIVATE KEY' } as const

/** Reads the connection of a config file, including its files, so that errors are reported before a request is sent. */
export function connectionOf({ config, file, at }: LoadedConfig): Omit<Connection, 'env'> {
  const { tls = {}, proxy } = config
  const read = (member: keyof typeof labels): object => {
    const path = tls[member]
    if (path === undefined) return {}
    return { [member]: pemIn(resolve(dirname(file), path), labels[member], `${at(`/tls/${member}`)}: tls.${member}`) }
  }
  const { verify } = tls
  const tlsFiles = { ...read('ca'), ...read('cert'), ...read('key'), verify }
  return {
    ...(config.tls === undefined ? {} : { tls: tlsFiles }),
    ...(proxy === undefined ? {} : { proxy: proxyUrl(proxy, at('/proxy')) }),
  }
}

/** Returns the paths of the files of a connection, relative to `cwd`. */
export function connectionFiles({ config: { tls = {} }, file }: LoadedConfig, cwd: string): ConnectionFiles {
  const { ca, cert, key } = tls
  const named = Object.entries({ ca, cert, key }).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return Object.fromEntries(named.map(([member, path]) => [member, relative(cwd, resolve(dirname(file), path))]))
}

function pemIn(path: string, label: string, subject: string): string {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    throw new UsageError(
      `${subject}: ${path} cannot be read (${(error as NodeJS.ErrnoException).code}); name another file`,
    )
  }
  if (new RegExp(`-----BEGIN [A-Z ]*${label}-----`).test(text)) return text
  throw new UsageError(
    `${subject}: ${path} contains no ${label.toLowerCase()} in PEM form ("-----BEGIN …"); name another file`,
  )
}

/** Returns a valid proxy URL. Messages do not repeat it, because it may contain a password. */
function proxyUrl(text: string, place: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url !== undefined && /^https?:$/.test(url.protocol) && url.pathname === '/' && url.search === '') return text
  throw new UsageError(`${place}: proxy is not the URL of an HTTP proxy; write http://HOST:PORT`)
}

/** Applies the connection options of the command line. Each overrides the config file. */
export function withConnection(
  target: TargetOptions,
  words: ConnectionWords,
  io: { readonly env: Environment; readonly cwd: string },
): TargetOptions {
  const given = connectionFrom(words, io)
  const { connection, connectionFiles, secrets } = target
  const tls = { ...connection.tls, ...given.tls }
  const isNamed = (given.proxy ?? connection.proxy) !== undefined
  return {
    ...target,
    secrets: [...secrets, ...proxySecrets(given.proxy), ...(isNamed ? [] : proxiesIn(io.env).flatMap(loginSecrets))],
    connection: { ...connection, ...given, ...(Object.keys(tls).length === 0 ? {} : { tls }) },
    connectionFiles: { ...connectionFiles, ...filesOf(words) },
  }
}

function filesOf({ ca, cert, 'cert-key': key }: ConnectionWords): TargetOptions['connectionFiles'] {
  return { ca, cert, key }
}

/** Returns the user name and password of a proxy as secrets, because its responses may repeat them. */
export function proxySecrets(proxy: string | undefined): readonly Secret[] {
  return proxy === undefined ? [] : loginSecrets(new URL(proxy))
}

function loginSecrets(proxy: URL): readonly Secret[] {
  const { username, password } = proxyLogin(proxy)
  const words = [password, username].filter((word) => word.length >= shortestSecret)
  const pair = password === '' ? [] : [`${username}:${password}`]
  return [...pair, ...words].map((value) => ({ label: '«proxy»', value }))
}
