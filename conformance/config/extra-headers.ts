import { UsageError } from '../model/usage-error.ts'
import { type Area, areas } from '../model/vocabulary.ts'
import type { Secret } from '../record/client/keys.ts'
import type { HeaderValue, LoadedConfig } from './config.ts'
import { type Environment, expanded } from './expand.ts'

/** A header to send besides. */
interface ExtraHeader {
  readonly name: string
  /** What is sent. */
  readonly value: string
  /** What commands say instead, with `«env:NAME»` for environment variables; absent where no command can say it. */
  readonly shown?: string
}

/** Headers to send besides, by area, and what is secret in them. */
export interface ExtraHeaders {
  readonly extraHeaders: Partial<Readonly<Record<Area, readonly ExtraHeader[]>>>
  readonly secrets: readonly Secret[]
}

/** Headers that requests have anyway, or that belong to the connection: a second one would test something else. */
const own = new Set([
  ...['authorization', 'x-api-key', 'x-goog-api-key', 'provider-version', 'provider-beta', 'content-type', 'accept'],
  ...['host', 'content-length', 'transfer-encoding', 'connection', 'expect', 'upgrade', 'te', 'trailer', 'keep-alive'],
])

/** Reads the extra headers as they were written, so that what comes from the environment is known to be a secret. */
export function extraHeadersOf({ raw, config, at }: LoadedConfig, env: Environment): ExtraHeaders {
  const secrets: Secret[] = []
  const read = (member: Area | 'all'): readonly ExtraHeader[] =>
    Object.entries(raw.extraHeaders?.[member] ?? {}).map(([name, written]) => {
      const place = at(`/extraHeaders/${member}/${name}`)
      assertFree(name, Object.values(config.headers ?? {}), place)
      const { header, hidden } = headerOf(name, written, env, place)
      secrets.push(...hidden.map((value) => ({ label: headerLabel(member, name), value })))
      return header
    })
  const all = read('all')
  const byArea = areas.map((area) => [area, merged(all, read(area))] as const).filter(([, lines]) => lines.length > 0)
  return { extraHeaders: Object.fromEntries(byArea), secrets }
}

/** What stands for a secret of a header wherever it is written. */
function headerLabel(member: Area | 'all', name: string): string {
  return `«header:${member}:${name.toLowerCase()}»`
}

/** An area's own line stands in for that of all. */
function merged(all: readonly ExtraHeader[], own: readonly ExtraHeader[]): readonly ExtraHeader[] {
  const names = new Set(own.map(({ name }) => name.toLowerCase()))
  return [...all.filter(({ name }) => !names.has(name.toLowerCase())), ...own]
}

function assertFree(name: string, mapped: readonly string[], place: string): void {
  const isTaken = own.has(name.toLowerCase()) || mapped.some((one) => one.toLowerCase() === name.toLowerCase())
  if (isTaken) throw new UsageError(`${place}: the header ${name} is set by the requests themselves; leave it out`)
}

interface Read {
  readonly header: ExtraHeader
  /** What is secret of it: what came from the environment, and all of it where it is marked. */
  readonly hidden: readonly string[]
}

function headerOf(name: string, written: HeaderValue, env: Environment, place: string): Read {
  const { value: text, secret: isMarked = false } = typeof written === 'string' ? { value: written } : written
  const { text: value, variables } = expanded(text, env)
  if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(value))
    throw new UsageError(
      `${place}: the value of ${name} holds a line end or another character that no header can carry`,
    )
  const shown = isMarked && !isVariablesAlone(text) ? {} : { shown: expanded(text, env, envLabel).text }
  const held = variables.map((variable) => variable.value)
  return { header: { name, value, ...shown }, hidden: isMarked ? [value, ...held] : held }
}

/** Nothing is written out in such a text: it can be told. */
function isVariablesAlone(text: string): boolean {
  return /^(\$\{\w+\})+$/.test(text)
}

/** Stands for what an environment variable holds; commands name the variable. */
function envLabel(variable: string): string {
  return `«env:${variable}»`
}
