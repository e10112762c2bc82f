import type { Report } from '../conformance/core/model/report.ts'

/** The order in which members are written, at any depth. */
const order = [
  ...[
    'formatVersion',
    'tool',
    'target',
    'specification',
    'edition',
    'catalogue',
    'seed',
    'profile',
    'strict',
    'source',
  ],
  ...['startedAt', 'durationMs', 'config', 'limits', 'summary', 'features', 'causes', 'knownFailures', 'declarations'],
  ...['coverage', 'latencies', 'traffic', 'upstream', 'name', 'version', 'url', 'embedded', 'title', 'digest'],
  ...['requirement', 'operation', 'pattern', 'id', 'section', 'endpoint', 'dimension', 'level', 'interpretation'],
  ...['conditional', 'statement', 'verdict', 'known', 'reason', 'sharedReason'],
  ...['excluded', 'operations', 'requirements', 'exchanges', 'violating'],
  ...[
    'blockedBy',
    'example',
    'requests',
    'mandatory',
    'tested',
    'selected',
    'billed',
    'excused',
    'counts',
    'dimensions',
    'calls',
    'images',
    'field',
  ],
  ...['status', 'stream', 'pass', 'fail', 'warn', 'observed', 'inconclusive', 'skipped', 'findings', 'findingsTotal'],
  ...['constraints', 'valid', 'left', 'keyword', 'lacks'],
  ...[
    'message',
    'at',
    'in',
    'index',
    'chunk',
    'pointer',
    'path',
    'expected',
    'actual',
    'departure',
    'exchange',
    'entry',
  ],
  ...['client', 'packages', 'effect', 'exercise', 'detail', 'isTested'],
  ...[
    'shared',
    'closest',
    'curl',
    'replay',
    'intermittent',
    'shrunk',
    'purpose',
    'ended',
    'trouble',
    'request',
    'response',
  ],
  ...['method', 'headers', 'body', 'text', 'base64', 'bytes', 'truncated', 'chunks', 'chunksTotal'],
  ...['events', 'eventsTotal', 'data'],
]
const rank = new Map(order.map((name, index) => [name, index]))

/** Values from the target, whose members keep their order. */
const foreign: ReadonlySet<string> = new Set(['expected', 'actual'])

/** A nesting depth beyond that of any report. Deeper values of a target could overflow the stack. */
const deepest = 200

/** Renders the results document: members in a fixed order, two spaces, a final newline. */
export function renderJson(report: Report): string {
  return `${JSON.stringify(ordered(report, deepest), null, 2)}\n`
}

function ordered(value: unknown, depth: number, isForeign = false): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (depth === 0) return `(nested deeper than ${deepest} levels)`
  if (Array.isArray(value)) return value.map((item) => ordered(item, depth - 1, isForeign))
  const members = Object.entries(value)
  if (!isForeign) members.sort(([a], [b]) => rankOf(a) - rankOf(b) || (a < b ? -1 : 1))
  return Object.fromEntries(
    members.map(([name, inner]) => [name, ordered(inner, depth - 1, isForeign || foreign.has(name))]),
  )
}

function rankOf(name: string): number {
  return rank.get(name) ?? order.length
}
