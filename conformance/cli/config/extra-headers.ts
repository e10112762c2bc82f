import type { HeaderLine } from '../../model/exchange.ts'
import { type Area, areas } from '../../model/vocabulary.ts'
import type { Secret } from '../../sources/keys.ts'
import { UsageError } from '../usage-error.ts'
import type { LoadedConfig } from './config.ts'
import { type Environment, expanded } from './expand.ts'

/** Headers to send besides, by area, what the labels in them stand for, and which of that is secret. */
export interface ExtraHeaders {
  readonly extraHeaders: Partial<Readonly<Record<Area, readonly HeaderLine[]>>>
  readonly labels: readonly Secret[]
  readonly secrets: readonly Secret[]
}

/** What a header or a variable holds that is named like this is a secret, even where it is written out. */
const secretName = /auth|key|token|secret|password|cookie|credential|signature/i
/** So long a value is no plain word that a reply would hold by chance, and is treated as a secret whatever its name. */
const longWord = 16

/** Headers that requests have anyway, or that belong to the connection: a second one would test something else. */
const own = new Set([
  ...['authorization', 'x-api-key', 'x-goog-api-key', 'provider-version', 'provider-beta', 'content-type', 'accept'],
  ...['host', 'content-length', 'transfer-encoding', 'connection', 'expect', 'upgrade', 'te', 'trailer', 'keep-alive'],
])

/** Reads the extra headers as they were written, so that what comes from the environment is known to be a secret. */
export function extraHeadersOf({ raw, config, at }: LoadedConfig, env: Environment): ExtraHeaders {
  const labels = new Map<string, Labelled>()
  const read = (member: Area | 'all'): readonly HeaderLine[] =>
    Object.entries(raw.extraHeaders?.[member] ?? {}).map(([name, text]) => {
      const place = at(`/extraHeaders/${member}/${name}`)
      assertFree(name, Object.values(config.headers ?? {}), place)
      return [name, labelled(name, text, env, labels, place)]
    })
  const all = read('all')
  const byArea = areas.map((area) => [area, merged(all, read(area))] as const).filter(([, lines]) => lines.length > 0)
  return {
    extraHeaders: Object.fromEntries(byArea),
    labels: [...labels].map(([label, { value }]) => ({ label, value })),
    secrets: [...labels].filter(([, { isSecret }]) => isSecret).map(([label, { value }]) => ({ label, value })),
  }
}

interface Labelled {
  readonly value: string
  readonly isSecret: boolean
}

/** An area's own line stands in for that of all. */
function merged(all: readonly HeaderLine[], own: readonly HeaderLine[]): readonly HeaderLine[] {
  const names = new Set(own.map(([name]) => name.toLowerCase()))
  return [...all.filter(([name]) => !names.has(name.toLowerCase())), ...own]
}

function assertFree(name: string, mapped: readonly string[], place: string): void {
  const isTaken = own.has(name.toLowerCase()) || mapped.some((one) => one.toLowerCase() === name.toLowerCase())
  if (isTaken) throw new UsageError(`${place}: the header ${name} is set by the requests themselves; leave it out`)
}

function labelled(name: string, text: string, env: Environment, labels: Map<string, Labelled>, place: string): string {
  const value = expanded(text, env).text
  if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(value))
    throw new UsageError(
      `${place}: the value of ${name} holds a line end or another character that no header can carry`,
    )
  const { text: told, variables } = expanded(text, env, (variable) => labelOf(variable))
  if (variables.length === 0 && secretName.test(name)) {
    const label = labelOf(name.toUpperCase().replaceAll(/\W/g, '_'))
    labels.set(label, { value, isSecret: true })
    return label
  }
  for (const { name: variable, value: held } of variables) {
    const isSecret = secretName.test(name) || secretName.test(variable) || held.length >= longWord
    labels.set(labelOf(variable), {
      value: held,
      isSecret: isSecret || labels.get(labelOf(variable))?.isSecret === true,
    })
  }
  return told
}

/** Stands for what an environment variable holds; commands name the variable. */
export function labelOf(variable: string): string {
  return `«env:${variable}»`
}
