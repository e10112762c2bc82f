import { readFileSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import type { Connection } from '../options/connection.ts'
import { UsageError } from '../usage-error.ts'
import type { LoadedConfig } from './config.ts'

/** The files that a connection is read from, for commands that are to make the same one. */
export type ConnectionFiles = Partial<Readonly<Record<'ca' | 'cert' | 'key', string>>>

const labels = { ca: 'CERTIFICATE', cert: 'CERTIFICATE', key: 'PRIVATE KEY' } as const

/** What a config file says of the connection. Files are read here, so that a wrong one is told before anything is sent. */
export function connectionOf({ config, file, at }: LoadedConfig): Omit<Connection, 'env'> {
  const { tls = {}, proxy } = config
  const read = (member: keyof typeof labels): object => {
    const path = tls[member]
    if (path === undefined) return {}
    return { [member]: pemIn(resolve(dirname(file), path), labels[member], `${at(`/tls/${member}`)}: tls.${member}`) }
  }
  const { verify } = tls
  const spoken = { ...read('ca'), ...read('cert'), ...read('key'), ...(verify === undefined ? {} : { verify }) }
  return {
    ...(config.tls === undefined ? {} : { tls: spoken }),
    ...(proxy === undefined ? {} : { proxy: proxyUrl(proxy, at('/proxy')) }),
  }
}

/** The paths of the files that the connection is read from, as seen from `cwd`. */
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
    `${subject}: ${path} holds no ${label.toLowerCase()} in PEM form ("-----BEGIN …"); name another file`,
  )
}

/** A user name and password may stand in it: it is not repeated. */
function proxyUrl(text: string, place: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url !== undefined && /^https?:$/.test(url.protocol) && url.pathname === '/' && url.search === '') return text
  throw new UsageError(`${place}: proxy is no URL of an HTTP proxy; write http://HOST:PORT`)
}
