import type { ClientOutcome } from '../../../conformance/specification/traceability/client-impact.ts'
import type { Observed } from './observe.ts'

/** The leaves of a value by JSON pointer, each serialised as JSON. */
export type Leaves = ReadonlyMap<string, string>

/** The result of an exercise without a fault. */
export interface Baseline {
  readonly leaves: Leaves
  /** The paths whose values differ from run to run. */
  readonly unstable: ReadonlySet<string>
}

/** The difference between an exercise with a fault and its baseline. */
export interface Compared {
  readonly outcome: ClientOutcome
  readonly detail?: string
}

/** The maximum length of a detail, in characters. */
const longest = 140

/** Makes the baseline from several runs. Returns undefined if a run fails, because a fault would look the same. */
export function baselineOf(runs: readonly Observed[]): Baseline | undefined {
  const all = runs.map((run) => (run.kind === 'value' ? leavesOf(run.value) : undefined))
  const [first] = all
  if (first === undefined || all.includes(undefined)) return undefined
  const paths = new Set(all.flatMap((leaves) => [...(leaves?.keys() ?? [])]))
  const unstable = [...paths].filter((path) => all.some((leaves) => leaves?.get(path) !== first.get(path)))
  return { leaves: first, unstable: new Set(unstable) }
}

/** Compares an exercise with its baseline. A missing value takes precedence over a different one. */
export function compared({ leaves, unstable }: Baseline, observed: Observed): Compared {
  if (observed.kind === 'hang') return { outcome: 'hang' }
  if (observed.kind === 'exception')
    return { outcome: 'exception', detail: clipped(`${observed.class}: ${firstLine(observed.message)}`) }
  const found = leavesOf(observed.value)
  const isStable = (path: string) => !unstable.has(path)
  const differing = [...new Set([...leaves.keys(), ...found.keys()])].filter(
    (path) => isStable(path) && leaves.get(path) !== found.get(path),
  )
  if (differing.length === 0) return { outcome: 'same' }
  const missing = differing.filter((path) => !found.has(path) && !isReplaced(path, found))
  const [path = ''] = missing.length > 0 ? missing : differing
  const more = differing.length === 1 ? '' : ` (and ${differing.length - 1} more)`
  const change = `${path}: ${short(leaves.get(path))} → ${short(found.get(path))}${more}`
  return { outcome: missing.length > 0 ? 'silently missing' : 'different value', detail: change }
}

/** Returns whether another value replaces the missing one: an object instead of text, or text instead of an object. */
function isReplaced(path: string, found: Leaves): boolean {
  if ([...found.keys()].some((other) => other.startsWith(`${path}/`))) return true
  const owners = path.split('/').map((_, index, steps) => steps.slice(0, index).join('/'))
  return owners.some((owner) => found.has(owner))
}

const empty: ReadonlySet<string> = new Set(['null', '""', '[]', '{}'])

function short(leaf = 'absent'): string {
  return leaf.length <= 40 ? leaf : `${leaf.slice(0, 39)}…`
}

function clipped(text: string): string {
  return text.length <= longest ? text : `${text.slice(0, longest - 1)}…`
}

function firstLine(message: string): string {
  return message.trim().split('\n')[0] ?? ''
}

/** Omits empty values, because a program treats null, an empty string and an absent member alike. */
function leavesOf(value: unknown, path = ''): Leaves {
  const isNested = typeof value === 'object' && value !== null && Object.keys(value).length > 0
  const leaf = JSON.stringify(value) ?? 'null'
  if (!isNested) return empty.has(leaf) ? new Map() : new Map([[path, leaf]])
  return new Map(Object.entries(value).flatMap(([name, inner]) => [...leavesOf(inner, `${path}/${name}`)]))
}
