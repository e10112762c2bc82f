import { readdirSync, readFileSync } from 'node:fs'
import { stepsOf } from '../../../schemas/json-pointer.ts'
import type { Ended } from '../../core/model/exchange.ts'
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
}

interface Change {
  readonly op: 'add' | 'remove' | 'replace'
  readonly path: string
  readonly value?: unknown
}

type Reference = WrittenExchange | { readonly base: string; readonly patch?: readonly Change[] }

interface ReferringLine extends Omit<WrittenLine, 'file' | 'exchanges'> {
  readonly exchanges: readonly Reference[]
}

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
  const bases = readJson<Record<string, WrittenExchange>>(`${area}/bases.json`, folder)
  return files.flatMap((name) =>
    readJson<readonly ReferringLine[]>(`${area}/${name}`, folder).map((line) => ({
      ...line,
      file: `${area}/${name}`,
      exchanges: line.exchanges.map((reference) => resolved(reference, bases)),
    })),
  )
}

function readJson<T>(path: string, folder: URL): T {
  return JSON.parse(readFileSync(new URL(path, folder), 'utf8')) as T
}

function resolved(reference: Reference, bases: Readonly<Record<string, WrittenExchange>>): WrittenExchange {
  if (!('base' in reference)) return reference
  const base = bases[reference.base]
  if (base === undefined) throw new Error(`the corpus has no base ${reference.base}`)
  const copy = structuredClone(base)
  for (const change of reference.patch ?? []) apply(copy, change)
  return copy
}

/** Applies a change. Supports the operations of RFC 6902 that the corpus uses. */
function apply(target: unknown, { op, path, value }: Change): void {
  const steps = [...stepsOf(path)]
  const last = steps.pop()
  const parent = steps.reduce<unknown>((at, step) => (at as Record<string, unknown> | undefined)?.[step], target)
  if (typeof parent !== 'object' || parent === null || last === undefined) throw new Error(`${path} leads nowhere`)
  if (op !== 'add' && !(last in parent)) throw new Error(`${path} is not there to ${op}`)
  if (Array.isArray(parent))
    parent.splice(
      last === '-' ? parent.length : Number(last),
      op === 'add' ? 0 : 1,
      ...(op === 'remove' ? [] : [value]),
    )
  else if (op === 'remove') delete (parent as Record<string, unknown>)[last]
  else (parent as Record<string, unknown>)[last] = value
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
