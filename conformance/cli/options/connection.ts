import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { createSecureContext } from 'node:tls'
import { type Environment, isProxyAddress } from '../../sources/proxy-settings.ts'
import type { Tls } from '../../sources/tls.ts'
import { UsageError } from '../usage-error.ts'

/** How the target is connected to, as the client wants to know it. */
export interface Connection {
  readonly tls?: Tls
  readonly proxy?: string
  readonly env: Environment
}

/** The same as the user wrote it: file names and an address. */
export interface ConnectionWords {
  readonly ca?: string | undefined
  readonly cert?: string | undefined
  readonly 'cert-key'?: string | undefined
  readonly insecure?: boolean | undefined
  readonly proxy?: string | undefined
}

/** Reads the files and checks that they can be used. */
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
    throw new UsageError(`--${option} ${file}: it holds no PEM text (-----BEGIN …); name another file`)
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
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`
  if (isProxyAddress(address)) return { proxy: address }
  throw new UsageError('--proxy: it is not the http or https address of a proxy; write http://HOST:PORT')
}
