import { readdirSync, readFileSync } from 'node:fs'
import { stepsOf } from '../../../schemas/json-pointer.ts'
import type { Ended } from '../../core/model/exchange.ts'
import type { Behind, ReceivedRequest } from '../../core/model/upstream.ts'
import type { Endpoint } from '../../core/model/vocabulary.ts'

/** A line of the corpus (`fixtures/corpus/README.md`) with complete exchanges. */
export interface WrittenLine {
  /** The file, relative to the folder of the corpus. */
  readonly file: string
  readonly requirement: string
  readonly description: string
  readonly verdict: 'pass' | 'fail' | 'inapplicable' | 'inconclusive'
  /** The operation of the verdict. If absent, the verdict is the worst of all operations. */
  readonly operation?: Endpoint
  readonly exchanges: readonly WrittenExchange[]
}

export type WrittenHeaders = Readonly<Record<string, string | readonly string[]>>

export interface WrittenBody {
  readonly json?: unknown
  readonly text?: string
  readonly base64?: string
  readonly multipart?: readonly WrittenPart[]
  readonly events?: readonly WrittenEvent[]
}

export interface WrittenEvent {
  readonly event?: string
  readonly data: unknown
  readonly at?: number
}

export interface WrittenPart {
  readonly name: string
  readonly value?: string
  readonly filename?: string
  readonly type?: string
  readonly fixture?: string
  readonly text?: string
  readonly padTo?: number
}

export interface WrittenRequest extends WrittenBody {
  readonly method: string
  readonly path: string
  readonly headers?: WrittenHeaders
}

export interface WrittenResponse extends WrittenBody {
  readonly status: number
  readonly headers?: WrittenHeaders
}

export interface WrittenExchange {
  readonly request: WrittenRequest
  readonly response: WrittenResponse | null
  readonly ended?: Ended
  readonly behind?: Omit<Behind, 'received'> & { readonly received: readonly WrittenReceived[] }
}

/** A request that the upstream received. */
export interface WrittenReceived
  extends Pick<WrittenExchange, 'request' | 'response'>,
    Pick<ReceivedRequest, 'format' | 'isFreed'> {}

/** The lines of a requirement, as they are written. */
interface Group {
  readonly requirement: string
  readonly lines: readonly PackedLine[]
}

type PackedLine = { readonly [Verdict in WrittenLine['verdict']]?: string } & {
  readonly operation?: Endpoint
  readonly after: readonly (string | Altered | WrittenExchange)[]
}

/** The name of a base, with its changes: an operator and a JSON pointer, with the value. */
type Altered = Readonly<Record<string, Readonly<Record<string, unknown>>>>

type Bases = Readonly<Record<string, WrittenExchange>>

/**
 * Reads every line of a corpus from the URL of its folder, with a slash at its end. Throws if a line violates its
 * README.
 */
export function writtenCorpus(folder: URL): readonly WrittenLine[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => linesOfArea(name, folder))
}

function linesOfArea(area: string, folder: URL): readonly WrittenLine[] {
  const files = readdirSync(new URL(`${area}/`, folder)).filter(
    (name) => name.endsWith('.json') && name !== 'bases.json',
  )
  const bases = readJson<Bases>(`${area}/bases.json`, folder)
  return files.flatMap((name) => {
    const file = `${area}/${name}`
    return readJson<readonly Group[]>(file, folder).flatMap((group) => linesOf(group, file, bases))
  })
}

function readJson<T>(path: string, folder: URL): T {
  return JSON.parse(readFileSync(new URL(path, folder), 'utf8')) as T
}

function linesOf(group: Group, file: string, bases: Bases): readonly WrittenLine[] {
  rejectUnknown(group, ['requirement', 'lines'], file)
  return group.lines.map((line) => ({ requirement: group.requirement, ...unpacked(line, file, bases), file }))
}

const verdicts = ['pass', 'fail', 'inapplicable', 'inconclusive'] as const

function unpacked(line: PackedLine, file: string, bases: Bases): Omit<WrittenLine, 'requirement' | 'file'> {
  const where = `${file}: ${JSON.stringify(line).slice(0, 100)}`
  rejectUnknown(line, [...verdicts, 'operation', 'after'], where)
  const [verdict, another] = verdicts.filter((one) => line[one] !== undefined)
  const description = verdict && line[verdict]
  if (verdict === undefined || description === undefined || another !== undefined)
    throw new Error(`${where}: expected one of ${verdicts.join(', ')}`)
  const exchanges = line.after.map((written) => {
    const exchange = resolved(written, bases, where)
    rejectUnknownInside(exchange, where)
    return exchange
  })
  return { description, verdict, ...(line.operation && { operation: line.operation }), exchanges }
}

function resolved(written: PackedLine['after'][number], bases: Bases, where: string): WrittenExchange {
  if (typeof written === 'object' && 'request' in written) return written as WrittenExchange
  const [[name = '', changes = {}] = [], ...more] = typeof written === 'string' ? [[written]] : Object.entries(written)
  const base = Object.hasOwn(bases, name) ? bases[name] : undefined
  if (base === undefined || more.length > 0)
    throw new Error(`${where}: expected a base of bases.json, not ${JSON.stringify(written)}`)
  const copy = structuredClone(base)
  for (const [change, value] of Object.entries(changes)) apply(copy, change, value, where)
  return copy
}

/** Applies one of the operations of RFC 6902 that the corpus uses: add (`+`), replace (`=`) or remove (`-`). */
function apply(target: unknown, change: string, value: unknown, where: string): void {
  const steps = [...stepsOf(change)]
  const last = steps.pop()
  const parent = steps.reduce<unknown>((at, step) => (at as Record<string, unknown> | undefined)?.[step], target)
  const isKnown = /^[+=-]\//.test(change) && (!change.startsWith('-') || value === null)
  if (!isKnown) throw new Error(`${where}: expected "+", "=" or "-" (with null) before a pointer, not ${change}`)
  if (typeof parent !== 'object' || parent === null || last === undefined)
    throw new Error(`${where}: ${change} leads nowhere`)
  const isAddition = change.startsWith('+')
  if (!isAddition && !(last in parent)) throw new Error(`${where}: ${change} names nothing in the base`)
  const values = change.startsWith('-') ? [] : [value]
  if (Array.isArray(parent)) parent.splice(last === '-' ? parent.length : Number(last), isAddition ? 0 : 1, ...values)
  else if (values.length === 0) delete (parent as Record<string, unknown>)[last]
  else (parent as Record<string, unknown>)[last] = value
}

const bodyMembers = ['json', 'text', 'base64'] as const

function rejectUnknownInside({ request, response, behind, ...exchange }: WrittenExchange, where: string): void {
  rejectUnknown(exchange, ['ended'], where)
  rejectUnknown(behind ?? {}, ['trial', 'received', 'host', 'isSharedKey', 'adds'], `${where}: behind`)
  for (const { format: _format, isFreed: _isFreed, ...received } of behind?.received ?? [])
    rejectUnknownInside(received, `${where}: received`)
  rejectUnknown(request, ['method', 'path', 'headers', 'multipart', ...bodyMembers], `${where}: request`)
  rejectUnknown(response ?? {}, ['status', 'headers', 'events', ...bodyMembers], `${where}: response`)
  for (const part of request.multipart ?? [])
    rejectUnknown(part, ['name', 'value', 'filename', 'type', 'fixture', 'text', 'padTo'], `${where}: part`)
  for (const event of response?.events ?? []) rejectUnknown(event, ['event', 'data', 'at'], `${where}: event`)
}

function rejectUnknown(value: object, known: readonly string[], where: string): void {
  const unknown = Object.keys(value).filter((name) => !known.includes(name))
  if (unknown.length > 0) throw new Error(`${where}: unknown member ${unknown.join(', ')}; known: ${known.join(', ')}`)
}

/** The number of corpus lines of a requirement, by their expected verdict. */
export type CorpusTally = Readonly<Record<WrittenLine['verdict'], number>>

const none: CorpusTally = { pass: 0, fail: 0, inapplicable: 0, inconclusive: 0 }

export function tallyCorpus(
  lines: readonly Pick<WrittenLine, 'requirement' | 'verdict'>[],
): ReadonlyMap<string, CorpusTally> {
  const tallies = new Map<string, CorpusTally>()
  for (const { requirement, verdict } of lines) {
    const tally = tallies.get(requirement) ?? none
    tallies.set(requirement, { ...tally, [verdict]: tally[verdict] + 1 })
  }
  return tallies
}
